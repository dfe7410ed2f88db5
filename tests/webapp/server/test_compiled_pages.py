"""Compiled templates are kept from start to start, and never used for another text."""

from pathlib import Path

import jinja2
import pytest
from flask import Flask, render_template
from jinja2 import nodes

from webapp.server.assets.compiled_pages import keep_compiled


def said(folder: Path) -> str:
    """Start anew, and give the page."""
    app = Flask("pages", template_folder=str(folder))
    keep_compiled(app, folder)
    with app.app_context():
        return render_template("page.html", name="Ann")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page.html").write_text("Hello {{ name }}", encoding="utf-8")
    assert said(tmp_path) == "Hello Ann"
    return tmp_path


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "__pycache__").iterdir())


def compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(jinja2.Environment, "compile", refuse)


def test_a_second_start_compiles_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiles_nothing(monkeypatch)
    assert said(folder) == "Hello Ann"


def test_a_page_that_was_changed_is_compiled_anew_in_the_place_of_the_old(folder: Path) -> None:
    (folder / "page.html").write_text("Good day {{ name }}", encoding="utf-8")
    assert said(folder) == "Good day Ann"
    assert len(kept(folder)) == 1


def test_what_another_jinja_compiled_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jinja2, "__version__", "0.0")
    compiles_nothing(monkeypatch)
    with pytest.raises(AssertionError, match="compiled again"):
        said(folder)


@pytest.mark.parametrize("part", [0, 3, 40, 120])
def test_half_a_file_is_no_trouble(folder: Path, part: int) -> None:
    (file,) = kept(folder)
    file.write_bytes(file.read_bytes()[:part] + b"\x00garbage")
    assert said(folder) == "Hello Ann"


def test_where_nothing_can_be_written_pages_are_there_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("Hello {{ name }}", encoding="utf-8")
    (tmp_path / "__pycache__").write_text("in the way", encoding="utf-8")
    assert said(tmp_path) == "Hello Ann"


def test_no_filter_of_our_own_is_worked_out_as_a_page_is_compiled(app: Flask) -> None:
    """What it comes to would be kept, in the language of who came first, until the page changes."""
    own = app.jinja_env.filters.keys() - jinja2.Environment().filters.keys()
    assert own >= {"told"}
    for name in app.jinja_env.list_templates(extensions=["html"]):
        assert app.jinja_env.loader is not None
        source, _, _ = app.jinja_env.loader.get_source(app.jinja_env, name)
        page = app.jinja_env.parse(source)
        for node in page.find_all(nodes.Filter):
            if node.name in own and node.node is not None:
                with pytest.raises(nodes.Impossible):
                    node.node.as_const(nodes.EvalContext(app.jinja_env))
