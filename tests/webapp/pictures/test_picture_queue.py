"""All work on pictures waits in one queue: one large picture at a time, each person's in turns."""

import ast
import io
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from rules.engine.refusal import Refusal
from tests.webapp.pages import wait_for
from tests.webapp.world import World
from webapp.importers import pictures
from webapp.pictures.picture_queue import BETWEEN_PROCESSES, Turns, work_on_picture

ROOT = Path(__file__).resolve().parents[3]


def test_who_waits_with_several_is_let_through_in_turns_with_the_others() -> None:
    turns, order = Turns(1, 10), list[str]()

    def work(who: str, name: str) -> None:
        with turns.turn(who):
            order.append(name)

    threads = []
    with turns.turn("ann"):
        for who, name in (("ann", "a1"), ("ann", "a2"), ("ann", "a3"), ("bob", "b1"), ("bob", "b2")):
            threads.append(threading.Thread(target=work, args=(who, name)))
            threads[-1].start()
            assert wait_for(lambda: turns.waiting == len(threads))
    for thread in threads:
        thread.join()
    assert order == ["a1", "b1", "a2", "b2", "a3"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks on Windows")
def test_while_a_picture_is_worked_on_no_other_process_of_the_machine_begins(
    world: World, tmp_path: Path
) -> None:
    import fcntl

    between = tmp_path / "pictures-in-turn"
    world.app.extensions[BETWEEN_PROCESSES] = between

    def another_may_begin() -> bool:
        with between.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    with world.app.test_request_context():
        assert work_on_picture(another_may_begin) is False
    assert another_may_begin()


def test_more_than_may_wait_are_refused_and_the_others_are_not_hurt() -> None:
    turns, done = Turns(1, 2), list[int]()

    def work() -> None:
        with turns.turn("ann"):
            done.append(1)

    threads = [threading.Thread(target=work) for _ in range(2)]
    with turns.turn("ann"):
        for thread in threads:
            thread.start()
        assert wait_for(lambda: turns.waiting == 2)
        with pytest.raises(Refusal) as refused, turns.turn("bob"):
            pass
        assert refused.value.code == "busy"
    for thread in threads:
        thread.join()
    assert len(done) == 2
    with turns.turn("bob"):
        assert turns.waiting == 0


def test_what_fails_passes_its_turn_on() -> None:
    turns = Turns(1, 2)
    with pytest.raises(ZeroDivisionError), turns.turn("ann"):
        raise ZeroDivisionError
    with turns.turn("bob"):
        pass


# ---------------------------------------------------------------------------------------- in the app
def png(size: int = 64) -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").resize((size, size)).convert("RGB").save(out, "PNG")
    return out.getvalue()


class AtOnce:
    """Counts how many pictures are worked on at the same time, each held until others have had the chance."""

    def __init__(self) -> None:
        self.now = self.most = self.all = 0
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        with self._lock:
            self.now += 1
            self.all += 1
            self.most = max(self.most, self.now)
        time.sleep(0.05)  # who does not wait for a turn comes in meanwhile

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self.now -= 1


def test_one_picture_is_decoded_at_a_time_wherever_it_is_brought(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once, decode = AtOnce(), pictures._decode

    def counted(data: bytes) -> Image.Image:
        with at_once:
            return decode(data)

    monkeypatch.setattr(pictures, "_decode", counted)
    wanted = [("gm/talk/papers", {"title": f"Handout {n}"}) for n in range(4)]
    wanted += [("gm/sheet/kit/picture", {}), ("gm/sheet/dutch/picture", {}), ("gm/map", {"prepared": "on"})]
    browsers = [world.gm() for _ in wanted]

    def bring(number: int) -> int:
        path, form = wanted[number]
        file = (io.BytesIO(png()), f"picture{number} [8x8].png")
        answer = browsers[number].client.post(
            world.at(path),
            data={"file": file, **form},
            headers={"HX-Request": "true", "X-CSRF-Token": "the token of this session"},
        )
        return int(answer.status_code)

    with ThreadPoolExecutor(len(wanted)) as pool:
        assert set(pool.map(bring, range(len(wanted)))) <= {200, 204}
    assert (at_once.most, at_once.all) == (1, len(wanted))


DECODING = {
    *("read_picture", "read_face", "read_picture_map", "read_uvtt", "write_uvtt", "decode_picture"),
    *("decode_kept", "keep_picture", "encode_picture", "encode_brought", "cut", "cut_to_known", "painted"),
    *("read_table", "_read_and_check"),
}
QUEUES = {"work_on_picture", "work_on_tile"}


def calls_outside_the_queue(tree: ast.AST, *, waits: bool = False) -> list[str]:
    """Name what works on pictures and is called, or handed on to be called, by anything but the queue."""
    found = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            given = {arg.id for arg in node.args if isinstance(arg, ast.Name)}
            if not waits and name not in QUEUES:
                found += sorted(({name} | given) & DECODING)
            found += calls_outside_the_queue(node, waits=waits or name in QUEUES)
        elif isinstance(node, ast.FunctionDef) and node.name in DECODING:
            continue  # it is itself one that the queue calls
        else:
            found += calls_outside_the_queue(node, waits=waits)
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "webapp" / "views").rglob("*.py")), ids=lambda p: str(p.stem))
def test_no_view_works_on_a_picture_outside_the_queue(path: Path) -> None:
    assert calls_outside_the_queue(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_nothing_else_of_the_app_decodes() -> None:
    knows_pictures = {
        path.relative_to(ROOT / "webapp")
        for path in (ROOT / "webapp").rglob("*.py")
        if "from PIL" in (text := path.read_text(encoding="utf-8")) or "import PIL" in text
    }
    assert {path.parts[0] for path in knows_pictures} == {"importers", "exporters", "demo", "pictures"}
    assert {path.name for path in knows_pictures if path.parts[0] == "pictures"} == {
        "tiles.py",
        "cut_pictures.py",
        "small_pictures.py",
    }
