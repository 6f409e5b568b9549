"""The page: in mid-turn it survives a reload and a crash, and it talks to its server alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from attrs import evolve
from mid_turn import first_step, in_mid_turn
from playing import DESK, PHONE, KeyboardPlayer, MousePlayer, Window
from serving import Server

from manipulation import Draft, Draw, from_json

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

JOKER_IN_HAND: Final = 23
"""With this seed the first seat is dealt a joker and takes the first turn."""

_COUNT_CARDS: Final = """() => {
    window.counts = [];
    new MutationObserver(() => {
        const count = document.querySelectorAll('#melds .card').length;
        if (window.counts.at(-1) !== count && count) window.counts.push(count);
    }).observe(document.getElementById('melds'), {childList: true, subtree: true});
}"""


class TestMidTurn:
    """What a player has arranged, and not yet laid down, is his alone, and is not lost."""

    def test_reload(self, server: Server, browser: Browser) -> None:
        """The same seat, the same position, the same cards in the air."""
        window = in_mid_turn(server, browser, DESK)
        first_step(window)
        before = (window.number, window.view, _layout(window.page))
        window.page.reload()
        window.page.wait_for_selector("body.seated .meld.wrong .card.fresh")
        assert (window.number, window.view, _layout(window.page)) == before
        window.page.click("text=Undo")
        window.page.wait_for_selector(".meld.wrong", state="detached")
        window.close()

    def test_the_server_is_killed(self, browser: Browser, tmp_path: Path) -> None:
        """The page says so, comes back by itself, and the turn is finished."""
        with Server(tmp_path / "games.sqlite3", seed=3) as server:
            window = in_mid_turn(server, browser, DESK)
            first_step(window)
            before = (window.number, window.view, _layout(window.page))
            server.kill()
            window.page.wait_for_selector("#lost", state="visible")
            server.start()
            window.page.wait_for_selector("#lost", state="hidden", timeout=20_000)
            window.page.wait_for_selector(".meld.wrong .card.fresh")
            assert (window.number, window.view, _layout(window.page)) == before
            window.page.click("text=Undo")
            MousePlayer(window).move_on()
            window.errors[:] = [text for text in window.errors if "WebSocket" not in text]
            window.close()

    def test_a_move_while_the_server_is_down(self, browser: Browser, tmp_path: Path) -> None:
        """It is made when the server is back, and once."""
        with Server(tmp_path / "games.sqlite3", seed=3) as server:
            room = server.open_room(["person", "person"])
            address = f"{server.address}/t/{room}"
            windows = [Window.open(browser, address, DESK) for _ in range(2)]
            for seat, window in enumerate(windows):
                window.sit(seat, f"Player {seat}")
            for window in windows:
                window.wait_for(1)
            state = windows[0].view.round
            assert state is not None
            assert state.to_move is not None
            mover = windows[state.to_move]
            server.kill()
            mover.page.wait_for_selector("#lost", state="visible")
            MousePlayer(mover).press("Draw a card")
            server.start()
            for window in windows:
                window.wait_for(2)
                assert window.number == 2
                window.errors[:] = [text for text in window.errors if "WebSocket" not in text]
                window.close()

    def test_coming_back_in_another_tab(self, server: Server, browser: Browser) -> None:
        """A browser keeps the tokens of its seats, so a closed tab is no lost seat."""
        window = in_mid_turn(server, browser, DESK)
        tab = window.page.context.new_page()
        tab.goto(window.page.url)
        tab.click("text=Come back as Mia")
        tab.wait_for_selector("body.seated #hand .card")
        assert _layout(tab)["hand"] == _layout(window.page)["hand"]
        window.close()


def _layout(page: Page) -> dict[str, object]:
    """Read which cards lie where."""
    found: dict[str, object] = page.evaluate(
        """() => ({
            hand: [...document.querySelectorAll('#hand .card')].map((one) => one.dataset.card),
            melds: [...document.querySelectorAll('.meld')].map((meld) =>
                [...meld.querySelectorAll('.card')].map((one) => one.dataset.card).join(' ')).sort()
        })"""
    )
    return found


class TestArranging:
    """While a player arranges, the server's referee says of each meld what is wrong with it."""

    def test_reasons(self, server: Server, browser: Browser) -> None:
        """In the library's words; and the last word is the library's as well."""
        window = in_mid_turn(server, browser, DESK)
        first_step(window)
        verdict = window.page.locator(".meld.wrong .verdict").first
        assert verdict.inner_text() == "A meld has at least three cards."
        assert window.page.locator("#actions >> text=Lay down").get_attribute("aria-disabled")
        window.page.click("#actions >> text=Lay down", force=True)
        assert "not legal" in window.page.inner_text("#status")
        answer = json.loads(next(text for text in reversed(window.heard) if '"draft"' in text))
        assert answer["by_meld"]
        window.close()

    def test_a_table_card_stays(self, server: Server, browser: Browser) -> None:
        """R23: dragged to the hand it goes back, and the page says why."""
        window = in_mid_turn(server, browser, DESK)
        before = _layout(window.page)
        window.drag(window.page.locator(".meld .card").first, window.page.locator("#hand"))
        window.page.wait_for_selector("#status.notice")
        assert "takes no card off the table" in window.page.inner_text("#status")
        assert _layout(window.page) == before
        window.close()

    def test_a_hint_in_three_levels(self, server: Server, browser: Browser) -> None:
        """Which cards, how, and the steps; which can be done for the player, to be looked at."""
        window = in_mid_turn(server, browser, DESK)
        page = window.page
        page.click("#tools >> text=Hint")
        page.wait_for_selector("#hint .row")
        assert page.locator("#hand .card.hinted").count() > 0
        assert page.locator(".hint-table").count() == 0
        page.click("#tools >> text=Hint: how?")
        page.wait_for_selector(".hint-table")
        assert page.locator(".hint-steps").count() == 0
        page.click("#tools >> text=Hint: steps")
        page.click(".hint >> text=Do these steps")
        page.wait_for_selector("#actions .primary >> text=Lay down")
        assert page.locator(".meld.right .card.fresh").count() > 0
        window.close()

    def test_the_glow_can_be_put_out(self, server: Server, browser: Browser) -> None:
        """The playable cards are the library's; the glow is no more than a help."""
        window = in_mid_turn(server, browser, DESK)
        page = window.page
        page.wait_for_selector("#hand .card.glowing")
        state = window.view.round
        assert state is not None
        glowing = page.locator("#hand .card.glowing").count()
        assert glowing == len(state.playable())
        page.click("#tools >> text=Glow")
        assert page.locator("#hand .card.glowing").count() == 0
        window.close()

    def test_a_joker_is_declared_by_picking_its_card(
        self, browser: Browser, tmp_path: Path
    ) -> None:
        """R26: as soon as it is put down; and again, as long as nothing is laid down."""
        with Server(tmp_path / "games.sqlite3", seed=JOKER_IN_HAND) as server:
            window = Window.open(
                browser, f"{server.address}/t/{server.open_room(['person', 'greedy'])}", DESK
            )
            window.sit(0, "Mia")
            player = KeyboardPlayer(window)
            window.wait_for(1)
            player.press("Draw a card")
            window.wait_for(2)
            player.bring(["*"], "#hand", "#new-meld")
            player.pick("8s")
            joker = player.card("8s*", ".meld")
            joker.wait_for()
            player.ask_for(joker)
            player.pick("Th")
            player.card("Th*", ".meld").wait_for()
            assert window.page.locator(".meld.wrong .verdict").inner_text() == (
                "A meld has at least three cards."
            )
            window.page.locator(".meld .card").focus()
            window.page.keyboard.press("Space")
            window.page.keyboard.press("b")
            player.card("*", "#hand").wait_for()
            window.close()

    def test_others_plays_are_shown_step_by_step(self, browser: Browser, tmp_path: Path) -> None:
        """The first meld of another grows card by card, unless motion is not wanted."""
        with Server(tmp_path / "games.sqlite3", seed=JOKER_IN_HAND) as server:
            address = f"{server.address}/t/{server.open_room(['person', 'greedy'])}"
            window = Window.open(browser, address, evolve(DESK, reduced=False))
            window.sit(0, "Mia")
            window.wait_for(1)
            window.page.evaluate(_COUNT_CARDS)
            player = MousePlayer(window)
            for _ in range(100):
                state = window.view.round
                assert state is not None
                if state.table.melds:
                    break
                number, drawn = window.number, state.drawn
                if state.to_move == 0 and state.legal_moves()[0] == Draw():
                    player.press(f"Draw card {drawn + 1}" if drawn else "Draw a card")
                    window.wait_for(number + 1)
                elif state.to_move == 0:
                    player.press("End turn")
                    window.wait_for(number + 1)
                else:
                    window.page.wait_for_timeout(30)
            counts = window.page.evaluate("window.counts")
            assert counts[:3] == [1, 2, 3]
            window.close()

    def test_touch(self, server: Server, browser: Browser) -> None:
        """On a phone: tap a card, tap New meld; then drag it back with a finger."""
        window = in_mid_turn(server, browser, PHONE)
        page = window.page
        card = page.locator("#hand .card.glowing").first
        text = card.get_attribute("data-card")
        card.tap(position={"x": 8, "y": 20})
        page.locator("#chosen").get_by_text("New meld").tap()
        if text == "*":
            page.locator("#picker[open]").get_by_text("Not now").tap()
        fresh = page.locator(".card.fresh")
        fresh.wait_for()
        fresh.scroll_into_view_if_needed()
        start, end = fresh.bounding_box(), page.locator("#hand").bounding_box()
        assert start is not None
        assert end is not None
        finger = page.context.new_cdp_session(page)
        points = [
            (start["x"] + 10, start["y"] + 10),
            (start["x"] + 10, start["y"] + 60),
            (end["x"] + 60, end["y"] + 40),
        ]
        for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), points, strict=True):
            finger.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            )
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        fresh.wait_for(state="detached")
        window.close()


class TestAddresses:
    """The page talks to its own server and to nobody else."""

    def test_no_outside_addresses(self, server: Server, browser: Browser) -> None:
        """Neither for code nor for pictures, fonts or anything; and no token is in an address."""
        asked: list[str] = []
        context = browser.new_context()
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.goto(server.address)
        page.select_option("#seat-1", "greedy")
        page.click("text=Open a table")
        page.click("text=Sit at seat 1")
        page.wait_for_selector("#hand .card")
        tokens = page.evaluate("Object.values(sessionStorage).join()")
        assert len(asked) > 10
        for url in asked:
            assert url.startswith(server.address)
            assert json.loads(tokens) not in url
        context.close()


def test_a_draft_is_the_librarys(server: Server, browser: Browser) -> None:
    """What the page is told of its draft reads back as a `Draft`."""
    window = in_mid_turn(server, browser, DESK)
    first_step(window)
    answer = json.loads(next(text for text in reversed(window.heard) if '"draft"' in text))
    draft = from_json(json.dumps(answer["draft"]), Draft)
    assert len(draft.played) == 1
    window.close()
