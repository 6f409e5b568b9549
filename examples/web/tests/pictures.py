"""Take the pictures of the README: a table in mid-turn, on a phone and a desk, in light and dark.

`python examples/web/tests/pictures.py FOLDER`
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve
from conftest import CHROMIUM
from playing import DESK, PHONE, MousePlayer, Screen, Window, way_of
from playwright.sync_api import sync_playwright
from serving import Server

from manipulation import Phase, PickUp, RoundView, Split, Step

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_SEED: Final = 2
"""With these cards the moment comes that is to be pictured."""


def is_pictured(state: RoundView, way: tuple[Step, ...]) -> bool:
    """Tell whether a turn shows what the game is about: some cards on the table are moved."""
    moved = sum(isinstance(step, PickUp | Split) for step in way)
    return len(state.table.melds) >= 5 and len(way) > 4 and moved > 1 and len(state.hand) < 15


def main() -> None:
    """Take them all."""
    folder = Path(sys.argv[1])
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as games:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size, screen in (("phone", PHONE), ("desk", DESK)):
            for scheme in ("light", "dark"):
                name = f"{size}-{scheme}"
                with Server(Path(games) / name, seed=_SEED) as server:
                    window = _mid_turn(server, browser, evolve(screen, dark=scheme == "dark"))
                    window.page.screenshot(path=folder / f"{name}.png")
                    window.close()
        browser.close()


def _mid_turn(server: Server, browser: Browser, screen: Screen) -> Window:
    """Play on, and stop in the middle of a play that takes melds apart."""
    room = server.open_room(["person", "greedy", "greedy"])
    tall = evolve(screen, height=1600)  # so that a drag needs no scrolling
    window = Window.open(browser, f"{server.address}/t/{room}", tall)
    window.sit(0, "Mia")
    player = MousePlayer(window)
    window.wait_for(1)
    while True:
        state = window.view.round
        assert state is not None
        assert state.phase is not Phase.OVER
        if state.to_move != 0:
            window.page.wait_for_timeout(30)
            continue
        way = way_of(state) if state.may_meld else ()
        if is_pictured(state, way):
            player.arrange(way[:-2])
            window.page.wait_for_selector(".meld.wrong")
            window.page.evaluate("document.activeElement.blur()")
            window.page.mouse.move(2, 2)
            window.page.set_viewport_size({"width": screen.width, "height": screen.height})
            window.page.evaluate("scrollTo(0, 0)")
            window.settle()
            return window
        player.move_on()


if __name__ == "__main__":
    main()
