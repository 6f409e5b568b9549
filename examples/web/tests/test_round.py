"""Two browsers play a whole round against each other and a bot: a mouse, and a keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from attrs import evolve
from playing import KeyboardPlayer, MousePlayer, Player, Screen, Window
from serving import Server
from test_access import check_access
from test_secrecy import check_secrets, record_of

from manipulation import Phase, RoundView, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

LARGE: Final = Screen(width=1400, height=1000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server that deals a round which is not long."""
    with Server(tmp_path_factory.mktemp("round") / "games.sqlite3", seed=1) as one:
        yield one


def test_a_whole_round(server: Server, browser: Browser) -> None:
    """To the score sheet, and into the next deal; nothing secret was sent on the way."""
    room = server.open_room(["person", "greedy", "person"])
    address = f"{server.address}/t/{room}"
    mouse = Window.open(browser, address, LARGE)
    keyboard = Window.open(browser, address, evolve(LARGE, reduced=True))
    mouse.sit(0, "Mia")
    keyboard.sit(2, "Kim")
    players: dict[int, Player] = {0: MousePlayer(mouse), 2: KeyboardPlayer(keyboard)}
    mouse.wait_for(1)
    keyboard.wait_for(1)
    for _ in range(150):
        state = _latest(mouse, keyboard)
        if state.phase is Phase.OVER:
            break
        if state.to_move in players:
            players[state.to_move].move_on()
        else:
            mouse.page.wait_for_timeout(30)
    assert _latest(mouse, keyboard).phase is Phase.OVER
    assert min(player.plays for player in players.values()) > 0
    _check_score_sheet(mouse)
    _deal_next(mouse, keyboard)
    games = list(replay(record_of(server.games, room)))
    assert check_secrets(mouse.heard, games, 0) > 100
    assert check_secrets(keyboard.heard, games, 2) > 100
    mouse.close()
    keyboard.close()


def _latest(*windows: Window) -> RoundView:
    """Wait until all windows show what one shows already, and give it."""
    number = max(window.number for window in windows)
    for window in windows:
        window.wait_for(number)
    state = max(windows, key=lambda window: window.number).view.round
    assert state is not None
    return state


def _check_score_sheet(window: Window) -> None:
    """Every point on it has its reason, and the reasons add up."""
    state = window.view.round
    assert state is not None
    outcome = state.outcome
    assert outcome is not None
    check_access(window.page)
    window.page.click("text=Score sheet")
    check_access(window.page)
    sheet = window.page.locator("#scores")
    cells = sheet.locator("tbody tr").first.locator("td")
    assert cells.count() == 3
    for seat, score in enumerate(outcome.score.scores):
        cell = cells.nth(seat)
        assert cell.locator("strong").inner_text() == str(score)
        reasons = cell.locator("li").all_inner_texts()
        assert sum(int(text.rpartition(" ")[2]) for text in reasons) == score
    window.page.keyboard.press("Escape")


def _deal_next(mouse: Window, keyboard: Window) -> None:
    number = mouse.number
    mouse.page.click("text=Deal the next round")
    for window in (mouse, keyboard):
        window.wait_for(number + 1)
        assert window.page.locator("#hand .card").count() >= 10
