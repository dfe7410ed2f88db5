"""Pictures for tokens: the chosen square, cut round, made small, and nothing else kept of what was sent."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from webapp.importers import Crop, ImportProblem, read_face
from webapp.importers.faces import GROUND, MAX_FACE_BYTES, SIDE
from webapp.importers.pictures import keep_picture


def file(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def halves(width: int = 80, height: int = 40) -> Image.Image:
    """A picture that is red on the left and blue on the right."""
    image = Image.new("RGB", (width, height), (200, 0, 0))
    image.paste((0, 0, 200), (width // 2, 0, width, height))
    return image


def cut(image: Image.Image, crop: Crop = Crop(), kind: str = "PNG") -> Image.Image:  # noqa: B008 (it is frozen)
    return Image.open(BytesIO(read_face(file(image, kind), crop).data)).convert("RGBA")


def is_red(colour: tuple[int, ...]) -> bool:
    return colour[0] > 150 and colour[2] < 60


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_the_picture_is_round_and_small(kind: str) -> None:
    face = cut(halves(), kind=kind)
    assert face.size == (SIDE, SIDE)
    for corner in ((0, 0), (SIDE - 1, 0), (0, SIDE - 1), (SIDE - 1, SIDE - 1)):
        assert face.getpixel(corner) == (0, 0, 0, 0)
    for inside in ((SIDE // 2, 2), (2, SIDE // 2), (SIDE // 2, SIDE // 2)):
        assert face.getpixel(inside)[3] == 255


def test_the_chosen_part_is_shown_and_no_other() -> None:
    left, right = (cut(halves(), Crop(x, 0.5, 0.5)) for x in (0.2, 0.8))
    assert is_red(left.getpixel((SIDE // 2, SIDE // 2)))
    assert is_red(left.getpixel((SIDE - 8, SIDE // 2)))
    assert not is_red(right.getpixel((8, SIDE // 2)))


def test_what_shows_through_is_filled() -> None:
    clear = cut(Image.new("RGBA", (40, 40)))
    assert all(
        abs(a - b) < 6 for a, b in zip(clear.getpixel((SIDE // 2, SIDE // 2)), (*GROUND, 255), strict=True)
    )


def test_a_photo_is_cut_as_its_camera_was_held_and_tells_nothing_of_it() -> None:
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down, so that red is on the right
    exif[0x8825] = {1: "N", 2: (50.0, 7.0, 0.0)}
    face = read_face(file(halves(), "JPEG", exif=exif), Crop(0.8, 0.5, 0.5))
    image = Image.open(BytesIO(face.data))
    assert is_red(image.convert("RGBA").getpixel((SIDE // 2, SIDE // 2)))
    assert not image.getexif()
    note = PngImagePlugin.PngInfo()
    note.add_text("Comment", "where the treasure lies")
    assert b"treasure" not in read_face(file(halves(), pnginfo=note), Crop()).data


def test_a_table_file_keeps_it_as_it_is() -> None:
    face = read_face(file(halves()), Crop())
    assert keep_picture(face.data).data == face.data


@settings(max_examples=60)
@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.integers(1, 9000), st.integers(1, 9000))
def test_any_part_lies_within_the_picture(x: float, y: float, size: float, width: int, height: int) -> None:
    left, top, right, bottom = Crop(x, y, size).box(width, height)
    assert -1e-6 <= left <= right <= width + 1e-6
    assert -1e-6 <= top <= bottom <= height + 1e-6
    assert right - left == pytest.approx(bottom - top, abs=1e-6)


@pytest.mark.parametrize("said", [{"x": "nan"}, {"y": "1.1"}, {"size": "-1"}, {"x": "much"}, {"size": "inf"}])
def test_what_is_no_part_is_refused(said: dict[str, str]) -> None:
    with pytest.raises(ImportProblem, match="from 0 to 1"):
        Crop.parse(said)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "PNG, JPEG or WebP"),
        (b"GIF89a" + b"\0" * 40, "PNG, JPEG or WebP"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * (MAX_FACE_BYTES), "20.1 MB; at most 20 MB"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x23\x28\0\0\0\x01\x08\x02\0\0\0", "9000 x 1 pixels"),
    ],
)
def test_what_is_too_large_or_no_picture_is_refused_with_the_limit(data: bytes, words: str) -> None:
    with pytest.raises(ImportProblem, match=words):
        read_face(data, Crop())
