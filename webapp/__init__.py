"""The web application around the rules; this module and `bootstrap` use the standard library only.

`python3 -m webapp` imports this package before anything has been installed, so nothing here may
reach for Flask.
"""

__version__ = "1.0.0"
