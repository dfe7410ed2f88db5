"""Compiled templates, kept beside their sources as Python keeps its own: a first page would wait for them.

What is kept is used only for the very text, Jinja, Python and settings that it was made with; whatever else
is found there is made anew. Where nothing can be written nothing is kept.
"""

from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import jinja2
from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache


class CompiledPages(FileSystemBytecodeCache):
    """A folder of compiled templates; trouble with it is no trouble."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template if it is there whole, and made of this text."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # whatever half a file may raise
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, if there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(app: Flask, templates: Path) -> None:
    """Let an app keep its compiled templates in the folder of their sources."""
    folder, jinja = templates / "__pycache__", app.jinja_env
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return
    # Of the text and Python's version Jinja sees to it itself.
    texts = getattr(jinja, "newstyle_gettext", False), jinja.policies["ext.i18n.trimmed"]
    settings = jinja.trim_blocks, jinja.lstrip_blocks, sorted(jinja.extensions), texts
    made_by = sha256(repr((jinja2.__version__, version("flask"), settings)).encode()).hexdigest()[:8]
    jinja.bytecode_cache = CompiledPages(str(folder), f"%s.{made_by}.pyc")
