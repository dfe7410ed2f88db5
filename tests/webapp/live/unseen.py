"""Those whom no player sees at the start of a fight, and that pages were sent nothing of them."""

from tests.webapp.pages import Page

UNSEEN = {"raider-1": "Grimaud", "raider-2": "Vex", "raider-4": "Ostrander"}
"""Who stands where the party does not look, and the last one hides."""


def hears_nothing_of(page: Page, who: dict[str, str] = UNSEEN) -> None:
    page.take()
    for id_, name in who.items():
        assert id_ not in page.text, f"{page.role} was sent {id_}"
        assert name not in page.text, f"{page.role} was sent {name}"
