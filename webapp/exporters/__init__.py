"""Our maps made into files that other programs read: results out as bytes, no web and no database."""

from webapp.exporters.uvtt import write_uvtt

__all__ = ["write_uvtt"]
