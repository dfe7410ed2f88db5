"""What all tests share: none is judged by how long it took, for the machine may be busy with others."""

from hypothesis import settings

settings.register_profile("battlemat", deadline=None)
settings.load_profile("battlemat")
