"""What all tests share: nothing is judged by how long it took, for the machine may be busy with other things."""

from hypothesis import settings

settings.register_profile("battlemat", deadline=None)
settings.load_profile("battlemat")
