"""Uploaded pictures: what is refused, and that what is kept is upright, clean and within the limits."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageDraw, PngImagePlugin

from rules.engine.text import ENGLISH
from tests.webapp.importers.uvtt_writer import png, saved
from webapp.importers import ImportProblem, Picture, pictures, read_picture
from webapp.importers.pictures import check_picture, encode_picture


def image_of(picture: Picture) -> Image.Image:
    image = Image.open(BytesIO(picture.data))
    assert (picture.media_type, image.format, image.size) == (
        "image/webp",
        "WEBP",
        (picture.width, picture.height),
    )
    return image


def colourful(width: int, height: int) -> Image.Image:
    """A picture with far more than 256 colours."""
    across = Image.linear_gradient("L").resize((width, height))
    down = Image.linear_gradient("L").rotate(90).resize((width, height))
    return Image.merge("RGB", (across, down, across.rotate(180)))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_each_kind_is_read_by_its_bytes_and_keeps_its_look(kind: str) -> None:
    original = colourful(60, 40)
    image = image_of(read_picture(saved(original, kind)))
    assert image.size == (60, 40)
    for place in ((5, 5), (30, 20), (55, 35)):
        was, now = original.getpixel(place), image.getpixel(place)
        assert isinstance(was, tuple)
        assert isinstance(now, tuple)
        assert max(abs(a - b) for a, b in zip(was, now, strict=True)) < 20


@pytest.mark.parametrize("options", [{}, {"lossless": True}, {"xmp": b"<x/>"}])
def test_every_flavour_of_webp_is_measured(options: dict[str, Any]) -> None:
    assert image_of(read_picture(saved(colourful(61, 43), "WEBP", **options))).size == (61, 43)


def test_progressive_jpeg_is_measured() -> None:
    assert image_of(read_picture(saved(colourful(61, 43), "JPEG", progressive=True))).size == (61, 43)


def test_line_art_is_kept_without_loss() -> None:
    drawing = Image.new("RGB", (50, 50), "white")
    ImageDraw.Draw(drawing).line((3, 3, 47, 31), fill="black", width=2)
    assert image_of(read_picture(saved(drawing, "PNG"))).convert("RGB").tobytes() == drawing.tobytes()


def test_large_line_art_is_kept_as_other_pictures_are(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = Image.new("RGB", (50, 50), "white"), Image.new("RGB", (50, 51), "white")
    monkeypatch.setattr(pictures, "_LINE_ART_PIXELS", 50 * 50)
    assert encode_picture(small).data[12:16] == b"VP8L"
    assert encode_picture(large).data[12:16] == b"VP8 "


def test_a_photo_is_turned_upright() -> None:
    lying = Image.new("RGB", (40, 20), "blue")
    lying.paste("red", (0, 0, 20, 20))
    exif = Image.Exif()
    exif[0x0112] = 6  # turn clockwise to see it upright
    upright = image_of(read_picture(saved(lying, "JPEG", exif=exif, subsampling=0, quality=95))).convert(
        "RGB"
    )
    assert upright.size == (20, 40)
    above, below = upright.getpixel((10, 5)), upright.getpixel((10, 35))
    assert isinstance(above, tuple)
    assert isinstance(below, tuple)
    assert above[0] > 200 > below[0]  # red above
    assert below[2] > 200 > above[2]  # blue below


def test_unreadable_metadata_does_not_spoil_the_picture() -> None:
    broken = b"Exif\0\0II*\0\x08\0\0\0\0\0"
    assert image_of(read_picture(saved(colourful(20, 20), "WEBP", exif=broken))).size == (20, 20)


def test_metadata_does_not_survive() -> None:
    exif = Image.Exif()
    exif[0x010E] = "at my home address"
    notes = PngImagePlugin.PngInfo()
    notes.add_text("comment", "secret words")
    for data in (
        saved(colourful(20, 20), "JPEG", exif=exif),
        saved(colourful(20, 20), "PNG", pnginfo=notes, exif=exif),
    ):
        assert b"home address" in data
        kept = read_picture(data)
        assert b"home address" not in kept.data
        assert b"secret words" not in kept.data
        assert not image_of(kept).getexif()


def test_what_follows_the_picture_in_its_file_does_not_survive() -> None:
    assert b"<script>" not in read_picture(png(8, 8) + b"<script>alert(1)</script>").data


def test_transparency_is_kept_where_something_shows_through() -> None:
    image = image_of(read_picture(png(8, 8, "RGBA", (200, 0, 0, 0))))
    assert image.getchannel("A").getextrema() == (0, 0)


def test_an_alpha_channel_that_hides_nothing_is_left_out() -> None:
    assert image_of(read_picture(png(8, 8, "RGBA", (200, 0, 0, 255)))).mode == "RGB"


@pytest.mark.parametrize(
    ("mode", "colour", "seen"),
    [
        ("1", 1, (255, 255, 255)),
        ("L", 90, (90, 90, 90)),
        ("LA", (90, 255), (90, 90, 90)),
        ("P", 0, (0, 0, 0)),
        ("I;16", 40_000, (156, 156, 156)),
    ],
)
def test_pictures_of_every_depth_are_read(mode: str, colour: Any, seen: tuple[int, int, int]) -> None:
    assert image_of(read_picture(png(8, 8, mode, colour))).convert("RGB").getpixel((4, 4)) == seen


def test_a_picture_of_the_largest_size_is_read() -> None:
    assert read_picture(png(8192, 2)).width == 8192


@pytest.mark.parametrize("size", [(8193, 2), (2, 8193), (20_000, 20_000), (2**31, 2**31)])
def test_a_larger_picture_is_refused_with_both_sizes_before_it_is_decoded(size: tuple[int, int]) -> None:
    small = png(1, 1)
    bomb = small[:16] + size[0].to_bytes(4, "big") + size[1].to_bytes(4, "big") + small[24:]
    with pytest.raises(ImportProblem) as problem:
        read_picture(bomb)
    across, down = map(ENGLISH.number, size)
    assert str(problem.value) == (
        f"The picture is {across} x {down} pixels; at most 8192 x 8192 are read. Save it smaller."
    )


def test_large_jpeg_and_webp_pictures_are_refused_too() -> None:
    for kind in ("JPEG", "WEBP"):
        with pytest.raises(ImportProblem, match="The picture is 8200 x 9 pixels"):
            read_picture(saved(Image.new("RGB", (8200, 9)), kind))


def test_a_file_of_too_many_bytes_is_refused_with_both_sizes() -> None:
    with pytest.raises(ImportProblem, match=r"^The picture file has 50\.1 MB; at most 50 MB are read\."):
        read_picture(png(1, 1) + bytes(50_000_000))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9])
def test_a_file_that_was_cut_off_is_refused(kind: str, share: float) -> None:
    data = saved(colourful(90, 90), kind)
    with pytest.raises(ImportProblem, match=r"The picture is damaged or cut off|This is no PNG"):
        read_picture(data[: int(len(data) * share)])


def test_a_header_that_lies_about_the_size_is_refused() -> None:
    inner = saved(colourful(9, 9), "WEBP", lossless=True)
    extended = b"VP8X" + (10).to_bytes(4, "little") + bytes(4) + (3).to_bytes(3, "little") * 2
    body = b"WEBP" + extended + inner[12:]
    with pytest.raises(ImportProblem, match="damaged"):
        read_picture(b"RIFF" + len(body).to_bytes(4, "little") + body)


@pytest.mark.parametrize(
    "data", [b"GIF89a" + bytes(40), b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"BM" + bytes(60), b"words"]
)
def test_other_kinds_are_refused(data: bytes) -> None:
    with pytest.raises(ImportProblem, match="This is no PNG, JPEG or WebP picture"):
        read_picture(data)


def test_what_webp_cannot_hold_is_refused() -> None:
    with pytest.raises(ImportProblem, match="The picture is too large to be kept: save it smaller"):
        encode_picture(Image.new("RGB", (16_384, 1)))


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(ImportProblem, match="The picture file is empty"):
        read_picture(b"")


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_an_animated_picture_is_refused(kind: str) -> None:
    frames = [colourful(20, 20), colourful(20, 20).rotate(90)]
    moving = saved(frames[0], kind, save_all=True, append_images=frames[1:])
    with pytest.raises(ImportProblem, match="animated; only one that stands still"):
        read_picture(moving)


def test_a_jpeg_with_much_before_its_size_is_judged_by_the_whole_file() -> None:
    jpeg = saved(colourful(20, 20), "JPEG")
    far = jpeg[:2] + b"\xff\xe1\xff\xff" + bytes(65_533) + jpeg[2:]
    check_picture(far[:1000], len(far))
    assert read_picture(far).width == 20


def test_a_picture_is_judged_by_its_first_bytes() -> None:
    with pytest.raises(ImportProblem, match=r"has 50\.1 MB; at most 50 MB"):
        check_picture(png(8, 8), 50_000_001)
    header = png(1, 1)
    wide = header[:16] + (9000).to_bytes(4, "big") + (100).to_bytes(4, "big") + header[24:]
    with pytest.raises(ImportProblem, match="9000 x 100 pixels; at most 8192 x 8192"):
        check_picture(wide, 90_000)


def test_a_very_large_picture_that_shows_through_is_kept_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_SHEER_PIXELS", 64 * 32)
    small = read_picture(png(64, 64, "RGBA", (200, 0, 0, 90)))
    assert small.width == small.height == 45
    assert image_of(small).mode == "RGBA"
    assert read_picture(png(64, 64, "RGB", (200, 0, 0))).width == 64, "it takes less than half of the memory"
    assert read_picture(png(64, 32, "RGBA", (200, 0, 0, 90))).width == 64
