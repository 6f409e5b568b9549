// @ts-check
// The card picker for a joker, and the score sheet.

import { picture } from "./cards.js";
import { byId, make, rove } from "./dom.js";
import { sayOutcome, sayReason } from "./says.js";
import { say, SUITS } from "./words.js";

/** @typedef {Record<string, any>} Message */

const RANKS = [..."A23456789TJQK"];

/**
 * Let a card be picked; null if the player does not.
 * @param {string} title
 * @param {string[]} fitting the cards that make the meld legal
 * @returns {Promise<string | null>}
 */
export function pickCard(title, fitting) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("picker"));
  const button = (/** @type {string} */ card) =>
    make(
      "button",
      { class: "card pick", type: "button", "aria-label": say(card), value: card },
      /** @type {Node} */ (picture(card)),
    );
  const grid = make("div", { class: "picks", role: "group", "aria-label": "All cards" });
  for (const suit of Object.keys(SUITS)) grid.append(...RANKS.map((rank) => button(rank + suit)));
  const parts = [make("h2", { id: "picker-title" }, title)];
  const first = make("div", { class: "picks fitting", role: "group", "aria-label": "Legal here" });
  if (fitting.length) {
    first.append(...fitting.map(button));
    parts.push(make("h3", {}, "Legal here"), first);
  }
  parts.push(make("h3", {}, "All cards"), grid);
  const cancel = make("button", { type: "button", value: "" }, "Not now");
  dialog.replaceChildren(...parts, make("p", {}, cancel));
  rove(grid, ".pick")();
  if (fitting.length) rove(first, ".pick")();
  return new Promise((resolve) => {
    const done = (/** @type {string | null} */ card) => {
      dialog.onclick = null;
      dialog.onclose = null;
      if (dialog.open) dialog.close();
      resolve(card);
    };
    dialog.onclick = (event) => {
      const chosen = /** @type {Element} */ (event.target).closest("button");
      if (chosen) done(chosen.value || null);
    };
    dialog.onclose = () => done(null);
    dialog.showModal();
    /** @type {HTMLElement} */ (dialog.querySelector(".pick")).focus();
  });
}

/**
 * Show where every point came from.
 * @param {object} sheet
 * @param {Message[]} sheet.outcomes
 * @param {Message | null} sheet.final
 * @param {number[]} sheet.totals
 * @param {(seat: number) => string} sheet.name
 */
export function showScores({ outcomes, final, totals, name }) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("scores"));
  const seats = totals.map((_, seat) => seat);
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, "Round"),
    ...seats.map((seat) => make("th", { scope: "col" }, name(seat))),
  );
  const rounds = outcomes.map((outcome, at) =>
    make(
      "tr",
      {},
      make(
        "th",
        { scope: "row" },
        String(at + 1),
        make("small", {}, sayOutcome(outcome, name)),
      ),
      ...seats.map((seat) => cell(outcome.score, seat, name, `${outcome.points[seat]} left in hand`)),
    ),
  );
  const foot = make(
    "tr",
    { class: "total" },
    make("th", { scope: "row" }, "Total"),
    ...totals.map((total) => make("td", {}, make("strong", {}, String(total)))),
  );
  const last = final
    ? [
        make(
          "tr",
          { class: "total" },
          make("th", { scope: "row" }, "Final score"),
          ...seats.map((seat) => cell(final, seat, name, "")),
        ),
      ]
    : [];
  const scroller = make(
    "div",
    { class: "scroller", tabindex: "0", role: "group", "aria-label": "Score sheet" },
    make("table", {}, make("thead", {}, head), make("tbody", {}, ...rounds, foot, ...last)),
  );
  dialog.replaceChildren(
    make("h2", { id: "scores-title" }, "Scores"),
    rounds.length ? scroller : make("p", {}, "No round is over yet."),
    make("form", { method: "dialog" }, make("button", { class: "primary" }, "Close")),
  );
  dialog.showModal();
}

/**
 * @param {Message} score
 * @param {number} seat
 * @param {(seat: number) => string} name
 * @param {string} left
 */
function cell(score, seat, name, left) {
  const won = score.winners.includes(seat);
  const reasons = score.reasons[seat].map((/** @type {Message} */ reason) =>
    make("li", {}, sayReason(reason, name)),
  );
  return make(
    "td",
    { class: won ? "won" : "" },
    make("strong", {}, String(score.scores[seat])),
    ...(left ? [make("small", {}, left)] : []),
    ...(reasons.length ? [make("ul", {}, ...reasons)] : []),
  );
}
