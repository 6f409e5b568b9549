"""The page is for everyone: axe finds nothing, nothing moves unasked, and what happens is said."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

import pytest
from attrs import evolve
from mid_turn import first_step, in_mid_turn
from playing import DESK, PHONE, Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from serving import Server

AXE: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def check_access(page: Page) -> None:
    """Axe finds nothing against WCAG 2.2, level AA, nor against its own best practices."""
    page.evaluate(AXE)
    found = page.evaluate(
        "(tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}})", RULES
    )
    faults = [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
    assert faults == []
    assert len(found["passes"]) > 15


def check_fits(page: Page) -> None:
    """Nothing is wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


class TestAccess:
    """WCAG AA on the main states, in light and in dark, on a phone and on a desk."""

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("size", ["phone", "desk"])
    def test_states(self, server: Server, browser: Browser, scheme: str, size: str) -> None:
        """From the front page to the score sheet."""
        screen = evolve(PHONE if size == "phone" else DESK, dark=scheme == "dark")
        front = Window.open(browser, server.address, screen)
        front.page.wait_for_selector("#seat-1")
        _check(front.page)
        front.page.click("text=How it is played")
        front.page.click("text=Open a table")
        front.page.wait_for_selector("#join button")
        _check(front.page)
        front.close()
        window = in_mid_turn(server, browser, screen, bots=("greedy", "random"))
        page = window.page
        page.wait_for_selector("#hand .card.glowing")
        _check(page)
        page.locator("#hand .card").first.click(position={"x": 8, "y": 20})
        _check(page)
        page.locator("#chosen").get_by_text("Clear").click()
        _check_arranged(window)
        page.click("#help-open")
        _check(page)
        page.keyboard.press("Escape")
        page.click("#scores-open")
        _check(page)
        window.close()

    def test_reduced_motion(self, server: Server, browser: Browser) -> None:
        """Who wants no motion sees none."""
        window = in_mid_turn(server, browser, DESK)
        first_step(window)
        assert window.page.evaluate("document.getAnimations().length") == 0
        window.close()

    def test_what_others_do_is_announced(self, server: Server, browser: Browser) -> None:
        """In a live region, so that a screen reader says it."""
        window = in_mid_turn(server, browser, DESK)
        log = window.page.locator("#log li").all_text_contents()
        assert any(text.startswith("Greta draws a card.") for text in log)
        assert any(text.startswith("You draw the ") for text in log)
        live = window.page.locator("#announcer[aria-live=polite]")
        assert live.count() == 1
        window.close()


def _check(page: Page) -> None:
    check_access(page)
    check_fits(page)


def _check_arranged(window: Window) -> None:
    """With an illegal meld, then with a hint, then with a whole draft."""
    page = window.page
    first_step(window)
    _check(page)
    for text in ("Hint", "Hint: how?", "Hint: steps"):
        page.locator("#tools").get_by_text(text, exact=True).click()
        page.wait_for_timeout(100)
    _check(page)
    page.click(".hint >> text=Do these steps")
    page.wait_for_selector("#actions .primary >> text=Lay down")
    _check(page)
