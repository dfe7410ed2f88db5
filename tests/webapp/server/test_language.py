"""Every text of the pages goes through a catalogue, and everybody is spoken to in their own language."""

import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.support import NullTranslations

from rules.engine.system import find_system
from rules.engine.text import counted, in_words, text
from tests.translations import DOMAINS, is_translated, wanted
from tests.webapp.pages import Page
from tests.webapp.unwrapped import Reading, unwrapped
from tests.webapp.world import World
from webapp.archive.backups import local_time
from webapp.demo.fights import read_gantry
from webapp.server.catalogue import LANGUAGES, SOURCE, Templates, read_catalogue
from webapp.server.language import COOKIE, speaking

ROOT = Path(__file__).resolve().parents[3]
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
OTHERS = [language for language in LANGUAGES if language != SOURCE]
GAP = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
MARK = "⟦{}⟧"


# ---------------------------------------------------------------------------------------- catalogues
def said(message: Message) -> list[str]:
    return list(message.string) if isinstance(message.string, list | tuple) else [message.string]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("domain", "share"), [("messages", 1.0), ("scripts", 1.0), ("told", 0.97)])
def test_every_text_is_translated(language: str, domain: str, share: float) -> None:
    """A rule that is new may speak English for a while; what stands on the pages may not."""
    have, want = read_catalogue(language, domain), [message.id for message in wanted(domain) if message.id]
    missing = [text for text in want if not _is_there(have.get(text))]
    assert len(missing) <= (1 - share) * len(want), f"python -m tests.translations adds these: {missing[:20]}"


def _is_there(message: Message | None) -> bool:
    return message is not None and is_translated(message) and not message.fuzzy


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_translations_keep_their_gaps_and_add_no_markup(language: str, domain: str) -> None:
    for message in read_catalogue(language, domain):
        one = message.id if isinstance(message.id, str) else message.id[-1]
        for told in said(message) if one else []:
            gaps = set(GAP.findall(told))
            assert gaps == set(GAP.findall(one)) or isinstance(message.id, tuple), (one, told)
            assert gaps <= set(GAP.findall(one)), (one, told)
            if domain == "messages":
                assert not {'"', "&"} & set(told) - set(one), (one, told)  # it may stand in an attribute
                assert re.findall(r"<.*?>", told) == re.findall(r"<.*?>", one), (one, told)
                assert told.count("%") == sum(told.count(sign) for sign in ("%(", "%%", "%%")), (one, told)


def test_no_template_says_what_cannot_be_translated() -> None:
    paths = [path for path in (ROOT / "templates").rglob("*.html") if path.name != "marks.html"]
    found = {path.name: list(unwrapped(path.read_text(encoding="utf-8"))) for path in paths}
    assert len(found) > 50
    assert not {name: texts for name, texts in found.items() if texts}


def test_words_that_go_past_gettext_are_found() -> None:
    lines = (
        '<p class="a b">{{ _("Fine") }} Not fine</p>{# a word #}',
        '<b title="{{ "Yes" if it else _("No") }}" data-do="no word" aria-label="Heard">',
        '{% trans %}Also fine{% endtrans %}{{ "And" if so }}</b>',
    )
    found = list(unwrapped("\n".join(lines)))
    assert found == [(1, "Not fine"), (2, '"Yes"'), (2, "Heard"), (3, '"And"')]


# ------------------------------------------------------------------------------------ texts with gaps
def test_a_text_is_told_with_all_that_fills_its_gaps() -> None:
    german = Templates("de")
    told = text("{who} misses {target}.", who="Kit", target="Raider 1")
    assert in_words(told, german) == "Kit verfehlt Raider 1."
    assert in_words(counted("{n} link", "{n} links", n=2), german) == "2 Verbindungen"
    inside = text(
        "{shape}, radius {length}", shape=text("cone"), length=counted("{n} cell", "{n} cells", n=1)
    )
    assert in_words(inside, german) == "Kegel, Radius 1 Feld"


def test_what_no_catalogue_has_stays_as_it_is() -> None:
    for words in ("", "Zorblax", "Zorblax the Ill-Named, of nowhere", "12", "100 %", "(a) {b} \\1"):
        assert Templates("de").one(words) == words
    assert Templates("en").one("{who} misses {target}.") == "{who} misses {target}."


def test_finished_sentences_are_not_taken_apart() -> None:
    for words in ("Kit misses Raider 1.", "Cone, Kit", "3 cells"):
        assert Templates("de").one(words) == words


# --------------------------------------------------------------------------------- whose language it is
def test_the_browser_asks_for_a_language_and_english_is_the_default(world: World) -> None:
    stranger = world.stranger()
    for asked, language, words in (
        ("de-AT,de;q=0.9,en;q=0.5", "de", "An einen Tisch kommen"),
        ("en-US,en;q=0.9,de;q=0.1", "en", "Join a table"),
        ("fr", "en", "Join a table"),
        ("", "en", "Join a table"),
    ):
        page = stranger.get("/", headers={"Accept-Language": asked}).text
        assert f'<html lang="{language}"' in page
        assert words in page
        assert ('src="/language/de.js"' in page) == (language == "de")


def test_a_chosen_language_is_kept_and_comes_before_the_browsers(world: World) -> None:
    stranger = world.stranger()
    answer = stranger.post("/language", language="de")
    assert answer.status_code == 303
    assert answer.location == "/"
    assert "An einen Tisch kommen" in stranger.get("/", headers={"Accept-Language": "en"}).text
    assert stranger.client.get_cookie(COOKIE) is not None
    answer = stranger.htmx("/language", language="en")
    assert answer.headers["HX-Refresh"] == "true"
    assert "Join a table" in stranger.get("/", headers=GERMAN).text
    assert stranger.post("/language", language="xx").status_code in (303, 422)
    assert "Join a table" in stranger.get("/", headers=GERMAN).text


@pytest.mark.parametrize(
    ("came", "to"),
    [
        ("http://localhost/help?a=b", "/help?a=b"),
        ("http://elsewhere.example/help", "/"),
        ("http://localhost//elsewhere.example", "/"),
        ("nonsense", "/"),
    ],
)
def test_the_choice_leads_back_to_this_server_alone(world: World, came: str, to: str) -> None:
    form = {"csrf": "the token of this session", "language": "de"}
    answer = world.stranger().client.post("/language", data=form, headers={"Referer": came})
    assert answer.location == to


def test_the_look_of_a_page_does_not_hang_on_its_language(world: World) -> None:
    def classes(language: str) -> list[str]:
        pages = [world.gm(), world.stranger()]
        text = "".join(page.get("/", headers={"Accept-Language": language}).text for page in pages)
        return re.findall(r'class="([^"]*)"', text.replace(' aria-pressed="true"', ""))

    assert classes("de") == classes("en")


def test_the_browsers_modules_get_their_texts(world: World) -> None:
    stranger = world.stranger()
    script = stranger.get("/language/de.js")
    assert script.mimetype == "text/javascript"
    texts = json.loads(script.text.removeprefix("globalThis.battlematTexts = ").rstrip(";\n"))
    assert texts["Tap where to go."] == "Tippe, wohin es geht."
    again = stranger.get("/language/de.js", headers={"If-None-Match": script.headers["ETag"]})
    assert again.status_code == 304
    for unknown in ("en", "xx", "..%2f..%2fconfig"):
        assert stranger.get(f"/language/{unknown}.js").status_code == 404


def test_refusals_and_errors_are_told_in_the_language_of_who_asks(world: World) -> None:
    stranger = world.stranger()
    assert "Unter dieser Adresse ist nichts" in stranger.get("/nowhere", headers=GERMAN).text
    gm = world.gm()
    wish = {"do": "attack", "actor": "kit", "target": "kit", "with": "blast-pistol"}
    headers = {"X-CSRF-Token": "the token of this session"}
    german = gm.client.post(world.at("commands"), json=wish, headers=headers | GERMAN).get_json()
    english = gm.client.post(world.at("commands"), json=wish, headers=headers).get_json()
    assert german["refusal"]["message"] == "Kit kann sich nicht selbst angreifen; wähle jemand anderen."
    assert english["refusal"]["message"] == "Kit cannot attack itself; choose somebody else."


def test_each_page_is_pushed_its_own_language(world: World) -> None:
    english, german = world.gm(), world.gm()
    german.client.set_cookie(COOKIE, "de")
    pages = [Page(world, english, "gm"), Page(world, german, "gm")]
    pages[0].do("begin")
    for page, words, others in zip(pages, ("Round 1", "Runde 1"), ("Runde 1", "Round 1"), strict=True):
        panels = "".join(update["panels"] for update in page.take())
        assert words in panels
        assert others not in panels


def test_the_gm_chooses_the_language_of_the_table_view(world: World) -> None:
    gm = world.gm()
    screen = world.stranger()
    screen.get(world.links.screen)
    page = Page(world, screen, "screen")
    form = {"cell_mm": "25.4", "true_size": "1", "screen_language": "de"}
    assert gm.htmx(world.at("gm/table-view"), **form).status_code == 204
    assert {"reload": True} in page.take()
    assert '<html lang="de"' in screen.get(world.at("screen")).text
    assert '<html lang="en"' in gm.get(world.at("gm")).text
    gm.htmx(world.at("gm/table-view"), **{**form, "screen_language": ""})
    assert '<html lang="en"' in screen.get(world.at("screen")).text


# ------------------------------------------------------------------------------------- pseudo language
@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let German be English in brackets: what has none has come past the catalogues."""

    class Marking(NullTranslations):  # type: ignore[misc]
        def ugettext(self, text: str) -> str:
            return MARK.format(text)

        def ungettext(self, one: str, many: str, number: int) -> str:
            return MARK.format(one if number == 1 else many)

    class MarkingTemplates(Templates):
        def one(self, template: str) -> str:
            return MARK.format(template) if template else template

    monkeypatch.setattr("webapp.server.language.translations", lambda language: Marking())
    monkeypatch.setattr("webapp.server.language.Templates", MarkingTemplates)


@pytest.mark.parametrize("name", ["Rope", "Sword", "Kit", "somebody", "is gone.", "The fight begins."])
def test_the_log_translates_nobodys_name(world: World, name: str) -> None:
    gm = world.gm()
    gm.client.set_cookie(COOKIE, "de")
    gm.json(world.at("commands"), {"do": "edit", "target": "kit", "name": name})
    gm.json(world.at("commands"), {"do": "set-picture", "target": "kit", "picture": ""})
    gm.json(world.at("commands"), {"do": "remove", "target": "kit"})
    lines = re.findall(r'class="log-text">([^<]+)<', gm.get(world.at("gm")).text)
    assert f"Die SL ändert {name}." in lines
    assert f"{name} hat kein Bild mehr." in lines
    assert f"{name} ist weg." in lines


@pytest.mark.parametrize("name", ["Sword", "Left", "Weapon", "somebody"])
def test_no_name_among_choices_or_on_a_timeline_is_translated(world: World, name: str) -> None:
    gm = world.gm()
    gm.client.set_cookie(COOKIE, "de")
    path = gm.post("/tables/ready-made", fight="bar").headers["Location"]
    who = re.findall(r'data-token="([^"]+)"|data-who="([^"]+)"', gm.get(path).text)[0]
    commands = path.removesuffix("/gm") + "/commands"
    gm.json(commands, {"do": "edit", "target": "".join(who), "name": name})
    german = Templates("de").one(name)
    before = gm.get(path).text
    assert re.search(rf">\s*{name}\s*<", before)
    gm.json(commands, {"do": "begin"})
    for page in (before, gm.get(path).text):
        choices = re.findall(r"<(?:option|label)[^>]*>(?:\s*<input[^>]*>)?\s*([^<]+?)\s*<", page)
        assert name in page
        assert name == german or f">{german}<" not in page
        assert name == german or german not in choices


def test_words_for_anothers_turn_may_stand_behind_the_name(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = world.gm()
    system = type(find_system("atomic"))
    gm.json(world.at("commands"), {"do": "begin"})
    for words, said in (("’s go", "’s go"), (text("It is the turn of {who}"), "It is the turn of ")):
        monkeypatch.setattr(system, "turn_words", ("Your go", words, "Nobody’s go"))
        [whose] = re.findall(r'class="whose">([^<]+)<', gm.get(world.at("gm")).text)
        assert whose.replace(said, "") in {c["name"] for c in read_gantry().combatants()}


def test_the_time_of_a_backup_is_told_in_the_readers_language() -> None:
    made = datetime(2026, 11, 23, 12, 34).astimezone()
    with speaking("de"):
        assert local_time(made) == "Mo., 23. Nov., 12:34"
    with speaking("en"):
        assert local_time(made) == "Mon, Nov 23, 12:34"


def test_no_english_is_left_on_the_pages_of_play(world: World, marked: None) -> None:
    gm, ann = world.gm(), world.player("Ann", "kit")
    fight = (ROOT / "webapp" / "demo" / "ready_made" / "gantry" / "fight.json").read_text(encoding="utf-8")
    names = {"Ann", "Battlemat", "English", "Deutsch", "daring", world.table.name, world.table.join_code}
    names |= {item.name for item in find_system("atomic").stock}
    names |= set(re.findall(r'"(?:name|material)": "([^"]+)"', fight))
    for browser in (gm, ann):
        browser.client.set_cookie(COOKIE, "de")
    gm.json(world.at("commands"), {"do": "begin"})
    paths = ["gm", "gm/selected/kit", "gm/sheet/kit", "gm/sheet/kit/edit", "gm/sheet-new", "gm/replay"]
    found = [gm.get(world.at(path)).text for path in paths]
    found += [ann.get(world.at(path)).text for path in ("play", "play/selected/kit", "play/sheet/kit")]
    found += [world.stranger().get(path, headers=GERMAN).text for path in ("/", world.links.join, "/help")]
    names |= set(re.findall(r'data-(?:name|side)="([^"]+)"', found[0]))
    names |= {
        re.sub(r" \d+$", "", name) for name in names
    }  # a number stands by itself, so that it is never cut
    past = set()
    for page in found:
        reading = Reading()
        reading.feed(page)
        past |= {text for text in reading.texts if not _came_by_a_catalogue(text, names)}
    assert not past, sorted(past)


def _came_by_a_catalogue(text: str, names: set[str]) -> bool:
    left = text
    while left != (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", left)):
        left = inner
    for name in sorted(names, key=len, reverse=True):
        left = left.replace(name, "")
    return not re.search(r"[^\W\d_]{3,}", left)
