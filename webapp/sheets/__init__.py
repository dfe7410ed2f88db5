"""Sheets as forms and files, for any system: made from its model."""
