// @ts-check
// The page on which a table is opened.

import { picture } from "./cards.js";
import { byId, make } from "./dom.js";

const fan = byId("fan");
for (const card of ["As", "Kh", "8s*", "7c", "Td"]) {
  fan.append(make("span", { class: "card" }, /** @type {Node} */ (picture(card))));
}

/** @type {Record<string, string>} */
let bots = {};
const seats = byId("seats");
const form = /** @type {HTMLFormElement} */ (byId("open"));

function count() {
  return Number(new FormData(form).get("players"));
}

function show() {
  const before = [...seats.querySelectorAll("select")].map((select) => select.value);
  const choices = [["person", "A person with the link"], ...Object.entries(bots)];
  const rows = [];
  for (let seat = 1; seat < count(); seat += 1) {
    const id = `seat-${seat}`;
    const select = make("select", { id, name: id });
    for (const [value, label] of choices) {
      select.append(make("option", { value }, value === "person" ? label : `A bot, ${label}`));
    }
    select.value = before[seat - 1] ?? (seat === 1 ? "person" : "greedy");
    rows.push(make("label", { for: id }, `Seat ${seat + 1}`), select);
  }
  seats.replaceChildren(make("span", {}, "Seat 1"), make("strong", {}, "You"), ...rows);
}

form.addEventListener("change", (event) => {
  if (/** @type {HTMLInputElement} */ (event.target).name === "players") show();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wishes = ["person", ...[...seats.querySelectorAll("select")].map((one) => one.value)];
  const response = await fetch("/rooms", { method: "POST", body: JSON.stringify({ seats: wishes }) });
  const answer = await response.json();
  if (response.ok) location.assign(`/t/${answer.room}`);
  else byId("problem").textContent = `${answer.sentence} ${answer.detail}`;
});

bots = await (await fetch("/bots")).json();
show();
