"""Modules that are joined do what they did one by one, in the same order."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.__main__ import SURROUNDINGS
from webapp.server.assets.joined_modules import Unjoinable, join

TOGETHER = {
    "first.js": """
        import { add, COUNT as many, Pair } from "./folder/sums.js";
        import { told } from "./told.js";
        import "./last.js";
        /** @typedef {import("./told.js").Told} Told */
        told(`first /* of all */ ${add(1, 2)} // ${many}`, new Pair(3, 4).sum());
        const wait = async () => { for await (const each of [5]) told(await each); };
        await_(wait);
        function await_(what) { what(); }
    """,
    "folder/sums.js": """
        // Sums. export const nothing = 1;
        import { told /* and nothing else */ } from "../told.js";
        told("sums");
        export const COUNT = 2, FACTOR = 3; // 'both' at once
        const helper = (a) => a / FACTOR; /* it divides
          by three */ export function add(a, b) { return a + b + helper(0); }
        export class Pair {
          constructor(a, b) { this.parts = [a, b]; }
          sum() { return this === undefined ? 0 : add(...this.parts); }
        }
        function strict() { return this === undefined; }
        export { strict as isStrict };
        export async function later() { return 1; }
    """,
    "told.js": "export const told = (...what) => console.log(...what);\n",
    "last.js": """
        import * as sums from "./folder/sums.js";
        import { told } from "./told.js";
        told("last", (0, sums.isStrict)(), sums.FACTOR, Object.keys(sums).length);
    """,
    "second.js": 'import { told } from "./told.js";\nconst wait = "second";\ntold(wait);\n',
}
REFUSED = {
    "export default function f() {}": "exports something",
    "export let count = 1;": "may change",
    "export var count = 1;": "may change",
    "export const { a } = {};": "without a plain name",
    'export * from "./told.js";': "has no name here",
    'export { told } from "./told.js";': "has no name here",
    'import told from "./told.js";': "imports a default",
    'import { told } from "told";': "no file beside it",
    "console.log(import.meta.url);": "cannot stand in a function",
    'await import("./told.js");': "cannot stand in a function",
    "await Promise.resolve();": "cannot stand in a function",
    "const a = ;": "is not understood",
    'import { a } from "./it.js"; export const b = a;': "imports itself",
}


def lay_out(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def run(script: Path) -> str:
    line = (sys.executable, "-m", "deno", "run", "--quiet", "--no-config", str(script))
    return subprocess.run(line, env=SURROUNDINGS, capture_output=True, text=True, check=True).stdout


def test_what_is_joined_does_what_it_did_one_by_one(tmp_path: Path) -> None:
    lay_out(tmp_path, TOGETHER)
    entries = ("first.js", "second.js")
    lay_out(tmp_path, {"all.js": "".join(f'import "./{entry}";\n' for entry in entries)})
    (tmp_path / "joined.mjs").write_text(join(tmp_path / entry for entry in entries), "utf-8")
    said = run(tmp_path / "all.js")
    assert said.splitlines() == ["sums", "last true 3 6", "first /* of all */ 3 // 2 7", "second", "5"]
    assert run(tmp_path / "joined.mjs") == said


def test_comments_are_left_out(tmp_path: Path) -> None:
    lay_out(tmp_path, TOGETHER)
    text = join([tmp_path / "first.js"])
    assert "typedef" not in text
    assert "it divides" not in text
    assert "/* of all */" in text


def test_a_module_stands_there_once(tmp_path: Path) -> None:
    lay_out(tmp_path, TOGETHER)
    assert join(tmp_path / name for name in TOGETHER).count("console.log") == 1


@pytest.mark.parametrize(("text", "why"), REFUSED.items())
def test_a_form_that_is_not_joined_is_refused(text: str, why: str, tmp_path: Path) -> None:
    lay_out(tmp_path, {**TOGETHER, "it.js": f"// It\n{text}\n"})
    with pytest.raises(Unjoinable, match=why):
        join([tmp_path / "it.js"])
