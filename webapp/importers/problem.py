"""The one error that an importer raises."""


class ImportProblem(Exception):
    """A file that can't be imported; the text says in one sentence what is wrong and what to do."""
