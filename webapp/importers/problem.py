"""The one error that an importer raises."""

from pathlib import PureWindowsPath

from rules.engine.text import Words, as_text, in_full, text


class ImportProblem(Exception):
    """A file that can't be imported; the text says in one sentence what is wrong and what to do."""

    def __init__(self, text: Words) -> None:
        super().__init__(in_full(text))
        self.text = text

    def of_file(self, filename: str) -> "ImportProblem":
        """Give it with the name of the file that it was found in, where that has one."""
        name = "".join(filter(str.isprintable, PureWindowsPath(filename).name))[:80]
        problem = as_text(self.text)
        return ImportProblem(text("{file}: {problem}", file=name, problem=problem) if name else problem)
