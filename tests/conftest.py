"""What all tests share: none is judged by how long it took, for the machine may be busy with others.

Properties are tried on the same examples each time, so that whoever changes something is told of that alone;
`--hypothesis-profile=search` tries others.
"""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("battlemat", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("battlemat")


def pytest_collection_finish() -> None:
    """Let the search for garbage pass over what stays to the end, thousands of tests: a sixth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder after the first start: its picture takes a second or two to paint, so it is copied."""
    from webapp.app import Settings, create_app
    from webapp.context import STORE
    from webapp.demo.first_table import first_table

    data = tmp_path_factory.mktemp("first-start")
    made = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    first_table(made)
    made.extensions[STORE].close()
    return data
