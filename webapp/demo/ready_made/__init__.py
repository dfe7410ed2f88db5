"""The fights that are ready to play, a folder each.

`fight.json` says what stands on the map, who fights there and what makes it interesting; `painting.py` paints
its picture, which is kept as `picture.webp`.
"""
