// @ts-check
// The page of a table: what the server says, what the player does, and how it looks.

import { Channel } from "./channel.js";
import { pickCard, showScores } from "./dialogs.js";
import { announce, byId, keep, kept, letters, make, moves, pause, rove } from "./dom.js";
import { Desk } from "./desk.js";
import { Dock } from "./dock.js";
import { draggable } from "./drag.js";
import { Felt } from "./felt.js";
import { Hint } from "./hint.js";
import { EMPTY, Moving, ofView, readStep } from "./layout.js";
import { showJoin, showPlayers } from "./players.js";
import { sayEvent, sayOutcome, sayTurn } from "./says.js";
import { showStock } from "./stock.js";
import { cardsOf, inOrder, sayFault, signs } from "./words.js";

/** @typedef {Record<string, any>} Message */

const room = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const TOKENS = `tokens:${room}`;
const TOKEN = `token:${room}`;
const PACE = 420;

const page = {
  /** @type {Message[]} */ seats: [],
  /** @type {Message | null} */ position: null,
  /** @type {Message[]} */ outcomes: [],
  /** @type {number | null} */ seat: null,
  /** @type {"suit" | "rank"} */ sort: kept(localStorage, "sort") === "rank" ? "rank" : "suit",
  glow: kept(localStorage, "glow") !== false,
  playable: "",
  busy: false,
  joining: false,
};

/** What a seat is called in a sentence: of a bot, its name alone. */
const name = (/** @type {number} */ seat) => {
  const { name, bot } = page.seats[seat] ?? { name: "", bot: null };
  return (bot ? name.replace(/ \(.*\)$/, "") : name) || `Seat ${seat + 1}`;
};
const mine = () => page.seat !== null && page.position?.view.round?.turn.to_move === page.seat;

const felt = new Felt((place) => {
  const chip = document.querySelector(`.player[data-seat="${place}"] .initial`);
  return (chip ?? byId("stock")).getBoundingClientRect();
});
const settleHand = rove(byId("hand"), ".card");
const settleFelt = rove(byId("felt"), ".card, .put, #new-meld", ".meld, #new-meld");

const channel = new Channel(room, {
  message: heard,
  state: (connected) => {
    byId("lost").hidden = connected;
    document.body.classList.toggle("offline", !connected);
  },
});
const desk = new Desk({
  room,
  ask: (message) => channel.ask(message),
  changed: (flight) => show(flight),
  notice,
  joker: declare,
  sorted: (hand) => inOrder(cardsOf(hand), page.sort).join(" "),
});
const hint = new Hint({
  ask: (level) => channel.ask({ type: "hint", number: page.position?.number, level }),
  changed: () => show(),
  apply: (steps) => desk.replace(steps),
  base: () => desk.base,
});

const dock = new Dock({
  desk,
  hint,
  play: (move) => void play(move),
  layDown,
  bring: (target) => bring([...desk.chosen], byId(target)),
  declare: (id) => void declare(id),
  scores: openScores,
  sort: sortOther,
  glow: glowOther,
});

// What the server says.

/** @type {Message[]} */
const queue = [];

/** @param {Message} message */
function heard(message) {
  switch (message.type) {
    case "welcome":
      page.seat = message.seat;
      queue.length = 0;
      page.joining = message.seat === null;
      break;
    case "seats":
      page.seats = message.seats;
      showSeats();
      show();
      break;
    case "position":
      queue.push(message);
      void work();
      break;
    case "refused":
      if (message.code === "WRONG_TOKEN") forget();
      notice(message.sentence);
      if (message.code === "NO_SUCH_ROOM") byId("status").textContent = message.sentence;
      break;
    default:
  }
}

function forget() {
  keep(sessionStorage, TOKEN, null);
  channel.token = null;
}

/** Show one position after the other, each with what led to it. */
async function work() {
  if (page.busy) return;
  page.busy = true;
  try {
    for (let next = queue.shift(); next; next = queue.shift()) await settle(next);
  } finally {
    page.busy = false;
  }
}

/** @param {Message} message */
async function settle(message) {
  const before = page.position;
  const event = before && message.number === before.number + 1 ? message.event : null;
  const own = event !== null && event.seat === page.seat;
  const table = before?.view.round?.table ?? "";
  if (event && !own && message.steps.length && moves() && !document.hidden && queue.length < 3) {
    await animate(message.steps, event.seat);
  }
  page.position = message;
  if (message.outcomes) page.outcomes = message.outcomes;
  page.playable = "";
  hint.close();
  const round = message.view.round;
  if (round) {
    const hand = inOrder(cardsOf(round.hand), page.sort).join(" ");
    desk.follow(ofView(desk.layout, hand, round.table), message);
  } else {
    desk.follow(EMPTY, message);
  }
  showSeats();
  show({ newFrom: event && !own && event.move !== "draw" ? String(event.seat) : "stock" });
  if (event) tell(sayEvent(event, table, name, own));
  if (round?.turn.phase === "over" && event) tell(sayOutcome(page.outcomes[page.outcomes.length - 1], name));
  else if (mine() && before) announce(sayTurn(message, name, page.seat));
  if (mine() && message.may_meld && page.glow) void askPlayable(message.number);
}

/**
 * Show how another player has moved the cards, step by step.
 * @param {string[]} steps
 * @param {number} seat
 */
async function animate(steps, seat) {
  const moving = new Moving(desk.layout);
  for (const text of steps) {
    const step = readStep(text);
    moving.make(step, { own: false });
    if (step.kind === "pick up") continue;
    desk.layout = moving.layout;
    show({ newFrom: String(seat) });
    await pause(PACE);
  }
}

/** @param {number} number */
async function askPlayable(number) {
  const answer = await channel.ask({ type: "playable", number });
  if (answer.type !== "playable" || page.position?.number !== number) return;
  page.playable = answer.cards;
  show();
}

// What the player does.

/** @param {string} move */
async function play(move) {
  const number = page.position?.number + 1;
  const kind = move === "deal" ? { type: "deal", number } : { type: "move", number, move };
  const answer = await channel.ask(kind);
  if (answer.type === "refused") {
    notice(answer.faults.length ? answer.faults.map(sayFault).join(" ") : answer.sentence);
  }
}

function layDown() {
  if (desk.whole) void play(desk.whole);
  else notice(desk.complaint());
}

/**
 * Say which card a joker stands for.
 * @param {number} id
 */
async function declare(id) {
  const spot = desk.spotOf(id);
  if (!spot) {
    notice("First put the joker into a meld.");
    return;
  }
  const others = spot.meld.cards.filter((one) => one.id !== id).map(({ card }) => card);
  const beside = others.length ? `beside ${signs(others)} ` : "";
  const title = `The joker ${beside}stands for…`;
  const face = await pickCard(title, desk.fitting(spot.meld.number));
  if (face) desk.declare(id, face);
}

/**
 * @param {number[]} ids
 * @param {Element | null} target
 * @param {Map<number, DOMRect>} from
 */
function bring(ids, target, from = new Map()) {
  if (!target || !ids.length) {
    show({ from });
  } else if (target.id === "hand") {
    desk.bring(ids, "hand", from);
  } else if (target instanceof HTMLElement && target.dataset.number) {
    desk.bring(ids, Number(target.dataset.number), from);
  } else {
    desk.bring(ids, "new", from);
  }
}

draggable({
  lift: (id) => (desk.arranging ? (desk.chosen.has(id) ? [...desk.chosen] : [id]) : []),
  drop: bring,
});

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const card = target.closest(".board .card[data-id]");
  const meld = target.closest(".meld");
  if (card instanceof HTMLElement) {
    desk.choose(Number(card.dataset.id));
  } else if (meld && desk.chosen.size && desk.arranging) {
    bring([...desk.chosen], meld);
  }
});
document.addEventListener("dblclick", (event) => {
  const card = /** @type {Element} */ (event.target).closest(".board .meld .card[data-id]");
  if (card instanceof HTMLElement) desk.chooseMeld(Number(card.dataset.id));
});
byId("new-meld").addEventListener("click", () => {
  if (desk.chosen.size) bring([...desk.chosen], byId("new-meld"));
  else notice("Select cards first, or drag one here.");
});
byId("stock").addEventListener("click", () => {
  if (page.position?.legal.includes("draw")) void play("draw");
  else notice(mine() ? "You cannot draw now." : "It is not your turn.");
});

letters([byId("felt"), byId("hand")], {
  p: (target) => target.closest(".meld") && bring([...desk.chosen], target.closest(".meld")),
  n: () => bring([...desk.chosen], byId("new-meld")),
  b: () => bring([...desk.chosen], byId("hand")),
  a: (target) => target.dataset.id && desk.chooseMeld(Number(target.dataset.id)),
  u: () => desk.undo(),
  j: (target) => target.dataset.id && void declare(Number(target.dataset.id)),
  Escape: () => desk.chooseNone(),
});

byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    notice("The link is copied: whoever has it can take an open seat, or look on.");
  } catch {
    notice(`The link is ${location.href}`);
  }
});
byId("scores-open").addEventListener("click", openScores);
byId("help-open").addEventListener("click", () =>
  /** @type {HTMLDialogElement} */ (byId("help")).showModal(),
);

function openScores() {
  const view = page.position?.view;
  if (!view) return;
  const final = page.position?.final;
  showScores({ outcomes: page.outcomes, final, totals: view.tally.totals, name });
}

// How it looks.

/** @param {string} text */
function notice(text) {
  byId("status").textContent = text;
  byId("status").classList.add("notice");
}

/** @param {string} text */
function tell(text) {
  announce(text);
  const list = /** @type {HTMLElement} */ (byId("log").querySelector("ol"));
  list.prepend(make("li", {}, text));
  while (list.children.length > 60) list.lastElementChild?.remove();
  byId("log").dataset.last = text;
}

function showSeats() {
  showPlayers(page.seats, page.position, page.seat);
  byId("join").hidden = true;
  const tokens = kept(localStorage, TOKENS) ?? {};
  if (!page.joining) return;
  showJoin({
    seats: page.seats,
    tokens,
    sit: async (seat, wanted) => {
      const answer = await channel.ask({ type: "sit", seat, name: wanted });
      if (answer.type === "seated") {
        remember(answer.seat, answer.token);
      } else {
        notice(answer.sentence);
      }
    },
    comeBack: (seat) => {
      remember(seat, tokens[seat]);
      channel.socket?.close();
    },
  });
}

/**
 * @param {number} seat
 * @param {string} token
 */
function remember(seat, token) {
  channel.token = token;
  keep(sessionStorage, TOKEN, token);
  keep(localStorage, TOKENS, { ...(kept(localStorage, TOKENS) ?? {}), [seat]: token });
}

/** @param {{from?: Map<number, DOMRect>, newFrom?: string}} flight */
function show(flight = {}) {
  const position = page.position;
  const round = position?.view.round;
  document.body.classList.toggle("seated", page.seat !== null);
  const playable = desk.arranging && page.glow ? desk.inHand(page.playable) : new Set();
  felt.show(
    desk.layout,
    { ...desk.look(), glowing: playable, hinted: desk.inHand(hint.cards) },
    flight,
  );
  byId("new-meld").hidden = !desk.arranging;
  document.body.dataset.number = String(position?.number ?? "");
  document.body.dataset.judged = String(desk.judged);
  settleHand();
  settleFelt();
  showStock(position, page.outcomes, name);
  dock.show(position, page);
  const status = byId("status");
  status.classList.remove("notice");
  if (position) {
    const complaint = desk.arranging && desk.actions.length ? desk.complaint() : "";
    const text = complaint || sayTurn(position, name, page.seat);
    if (status.textContent !== text) status.textContent = text;
    document.title = `${mine() ? "Your turn" : "Manipulation"}: a table`;
    byId("title").textContent = round ? `Round ${page.outcomes.length + (round.turn.phase === "over" ? 0 : 1)}` : "A table";
  }
  if (desk.take()) notice(desk.said);
  hint.show();
}

function sortOther() {
  page.sort = page.sort === "suit" ? "rank" : "suit";
  keep(localStorage, "sort", page.sort);
  desk.resort();
}

function glowOther() {
  page.glow = !page.glow;
  keep(localStorage, "glow", page.glow);
  if (page.glow && desk.arranging && page.position) void askPlayable(page.position.number);
  show();
}

// What has the focus is not hidden behind the dock.
new ResizeObserver(([seen]) => {
  document.documentElement.style.scrollPaddingBottom = `${seen.borderBoxSize[0].blockSize + 8}px`;
}).observe(byId("dock"));

channel.token = kept(sessionStorage, TOKEN);
channel.connect();
