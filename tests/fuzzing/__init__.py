"""Fuzz: what is sent, opened and answered, spoilt by chance, and what must hold whatever comes.

Each way in has a function that takes a source of chance and does its worst for a moment; what goes wrong is
raised. The tests call them a few times each, `tests.load.endurance.fuzz` for as long as one likes.
"""
