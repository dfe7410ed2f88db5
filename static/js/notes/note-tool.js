// Writing and drawing on the map: texts, arrows, lines and pins are put, selected, moved and taken away, by mouse,
// finger and keys. By keys a ring goes from cell to cell: Enter puts, or begins and ends; Space sets a point of a line.

import { drawCursor, drawPending, inCells, markPicked, middleOf, noteOf, ownNoteAt, ownNotes } from "./note-marks.js";
import { openNote } from "./note-page.js";
import { hear, tell } from "../core/events.js";
import { commandId, el, isGm, map, role, say } from "../core/page.js";
import { ask } from "../core/socket.js";
import { centre, placeAt, stepFrom } from "../map/geometry.js";
import { addTool, inHand, take } from "../map/tools.js";
import { reveal } from "../map/viewport.js";
import { own } from "../play/selection.js";
import { tr } from "../core/texts.js";

/** @type {Record<string, Point>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** @type {Record<string, string>} */
const LETTERS = { v: "select", t: "text", a: "arrow", l: "line", p: "pin" };
/** @type {Record<string, string>} */
const HINTS = {
  select: tr("Tap a note, then drag it, edit it or delete it. By keys: [ and ] choose, the arrows move, Delete deletes."),
  text: tr("Tap where the words are to stand."),
  arrow: tr("Drag from here to there, or tap both ends."),
  line: tr("Draw with the finger or the mouse."),
  pin: tr("Tap where the pin is to stand; then write the page behind it."),
};
const NEAR = 5; // map units: a hand that hardly moved draws no further point
const MOST = 1_500; // points that are sent of a line

const panel = el("measure-notes");
let mode = "text";
let [colour, size] = ["yellow", "medium"];
/** @type {Point[]} */
let points = []; // what is begun, in map units
/** @type {string | null} */
let picked = null;
/** @type {string | null} */
let cursor = null; // the cell that the keys are on
let awaited = false; // whether a pin was put whose page is to be written

const isWritten = () => mode === "text" || mode === "pin";
/** @param {string} words */
const announce = (words) => { el("note-says").textContent = words; };

// ------------------------------------------------------------------------------------------- what is sent
/** @param {object} command */
async function send(command) {
  const actor = isGm ? {} : { actor: own() ?? document.body.dataset.owns?.split(" ")[0] };
  const answer = await ask("command", { id: commandId(), ...actor, ...command });
  if (!answer.ok && answer.refusal.code !== "no-change") say(answer.refusal);
  return answer.ok;
}

/** Put a note. Its words and points are taken off the tool before the answer comes: by then the next note may be begun,
 *  which keeps its own. What was drawn stays until then.
 *  @param {Point[]} where */
async function put(where) {
  const field = el("note-words");
  const words = field.value;
  const [isPin, said] = [mode === "pin", isWritten() ? { words } : {}];
  if (isWritten()) field.value = "";
  if (isPin) awaited = true; // what is no pin leaves the page of the pin before to be opened
  points = [];
  const went = await send({ do: "put-note", shape: mode, points: where.map(inCells), colour, size, seen_by: el("note-seen").value, ...said });
  if (!points.length) drop();
  if (went) return announce(tr("It is on the map."));
  if (isPin) awaited = false;
  if ("words" in said && !field.value) field.value = words;
}

/** @param {string} id
 *  @param {Point} by  in map units */
const move = (id, [dx, dy]) => send({ do: "put-note", note: id, shift: [dx / 100, dy / 100] });

async function erase() {
  const id = picked;
  if (!id || !(await send({ do: "take-note", note: id }))) return;
  pick(null);
  announce(tr("Deleted."));
}

// ---------------------------------------------------------------------------------------------- the state
/** Give up what is begun. */
function drop() {
  points = [];
  drawPending([], colour, size);
}

/** @param {string | null} id */
function pick(id) {
  picked = id;
  markPicked(id);
  el("note-picked").hidden = id === null;
  if (id) announce(noteOf(id)?.getAttribute("aria-label") ?? "");
}

/** @param {string} next */
function choose(next) {
  mode = next;
  drop();
  pick(null);
  for (const button of panel.querySelectorAll("[data-note-mode]")) button.setAttribute("aria-pressed", String(button.dataset.noteMode === mode));
  map().dataset.uiNote = mode;
  el("note-looks").hidden = mode === "select";
  el("note-sizes").hidden = mode === "pin";
  el("note-words-form").hidden = !isWritten();
  announce(HINTS[mode]);
}

/** A spot was chosen for words: with words they stand there, else they are asked for.
 *  @param {Point} at */
function stand(at) {
  points = [at];
  drawPending(points, colour, "large");
  if (el("note-words").value.trim()) return put(points);
  announce(tr("Now write the words, and press Enter."));
  el("note-words").focus();
}

/** @param {Point} at */
function end(at) {
  if (!points.length) {
    points = [at];
    drawPending(points, colour, size);
    announce(tr("Tap where the arrow points to."));
  } else put([points[0], at]);
}

// -------------------------------------------------------------------------------------------- the gestures
/** Thin a line out, so that it has no more points than are taken.
 *  @param {Point[]} line */
const thinned = (line) => {
  const step = Math.ceil(line.length / MOST);
  return line.filter((_, n) => n % step === 0 || n === line.length - 1);
};

/** Carry a note along with the hand.
 *  @param {string} id
 *  @param {Point} start
 *  @returns {Grip} */
function carry(id, [startX, startY]) {
  const shown = () => noteOf(id);
  pick(id);
  return {
    move: ([x, y]) => shown()?.setAttribute("transform", `translate(${x - startX} ${y - startY})`),
    async drop([x, y]) {
      await move(id, [x - startX, y - startY]);
      shown()?.removeAttribute("transform");
    },
    cancel: () => shown()?.removeAttribute("transform"),
  };
}

/** @param {Point} start
 *  @returns {Grip} */
function draw(start) {
  const line = [start];
  const isArrow = mode === "arrow";
  return {
    move(at) {
      const before = line[line.length - 1];
      if (isArrow) line[1] = at;
      else if (Math.hypot(at[0] - before[0], at[1] - before[1]) >= NEAR) line.push(at);
      drawPending(line, colour, size);
    },
    drop: () => (line.length > 1 ? put(thinned(line)) : drop()),
    cancel: drop,
  };
}

addTool("notes", {
  start() {
    panel.hidden = false;
    tell("needs-map");
    map().tabIndex = -1;
    map().focus({ preventScroll: true });
    choose(mode);
  },
  stop() {
    choose(mode);
    panel.hidden = true;
    cursor = null;
    drawCursor(null);
    delete map().dataset.uiNote;
  },
  tap(target, point, event) {
    if (event.type === "keydown") return false; // Enter on the map: the tool's own key has it
    if (mode === "select") pick(ownNoteAt(target));
    else if (isWritten()) stand(point);
    else if (mode === "arrow") end(point);
    return true;
  },
  grab(target, point) {
    if (mode === "select") {
      const id = ownNoteAt(target);
      return id ? carry(id, point) : null;
    }
    return isWritten() ? null : draw(point);
  },
  hover(point, event) {
    if (mode === "arrow" && points.length && event.pointerType !== "touch" && !event.buttons) drawPending([points[0], point], colour, size);
  },
  key,
});

// ------------------------------------------------------------------------------------------------ the keys
/** @param {KeyboardEvent} event
 *  @returns {boolean} */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = STEPS[event.key];
  if (step && picked) return move(picked, [step[0] * 50, step[1] * 50]), true;
  if (step) return go(step);
  if (event.key === "Enter" || event.key === " ") return press(event.key === "Enter");
  if (event.key === "Escape" && (points.length || picked)) return drop(), pick(null), true;
  if ((event.key === "Delete" || event.key === "Backspace") && picked) return erase(), true;
  if (event.key === "[" || event.key === "]") return through(event.key === "]" ? 1 : -1);
  const wanted = LETTERS[event.key.toLowerCase()];
  if (wanted) choose(wanted);
  return wanted !== undefined;
}

/** Select the next of the notes that may be changed, or the one before.
 *  @param {number} by */
function through(by) {
  const all = ownNotes();
  if (!all.length) return announce(tr("There is no note of yours on this map.")), true;
  if (mode !== "select") choose("select");
  const at = picked ? all.indexOf(picked) : by > 0 ? -1 : 0;
  const next = all[(at + by + all.length) % all.length];
  pick(next);
  reveal(...middleOf(next));
  return true;
}

const middle = () => placeAt(Number(map().dataset.width) / 2, Number(map().dataset.height) / 2) ?? map().querySelector("[data-zone]")?.dataset.zone ?? "0,0";

/** @param {Point} step */
function go(step) {
  cursor = cursor === null ? middle() : stepFrom(cursor, step) ?? cursor;
  const at = centre(cursor, 1);
  reveal(...at);
  drawCursor(at);
  if (points.length) drawPending([...points, at], colour, size);
  return true;
}

/** @param {boolean} ends  whether it is Enter, and not Space */
function press(ends) {
  if (mode === "select") {
    if (picked && ends) openNote(picked, { edit: true });
    return picked !== null;
  }
  if (cursor === null) return false;
  const at = centre(cursor, 1);
  if (isWritten()) stand(at);
  else if (mode === "arrow") end(at);
  else {
    points.push(at);
    drawPending(points, colour, size);
    if (ends && points.length > 1) put(points);
    else announce(tr("Space sets a point, Enter the last one."));
  }
  return true;
}

// ----------------------------------------------------------------------------------------------- the panel
panel.addEventListener("click", ({ target }) => {
  const { noteMode, noteColour, noteSize } = target.closest("button")?.dataset ?? {};
  if (noteMode) choose(noteMode);
  if (noteColour) colour = noteColour;
  if (noteSize) size = noteSize;
  for (const button of panel.querySelectorAll("[data-note-colour]")) button.setAttribute("aria-pressed", String(button.dataset.noteColour === colour));
  for (const button of panel.querySelectorAll("[data-note-size]")) button.setAttribute("aria-pressed", String(button.dataset.noteSize === size));
});
el("note-words-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (points.length && el("note-words").value.trim()) put(points);
  else announce(HINTS[mode]);
  map().focus({ preventScroll: true });
});
el("note-open").addEventListener("click", () => picked && openNote(picked, { edit: true }));
el("note-delete").addEventListener("click", erase);

hear("map-changed", ({ parts }) => {
  const fresh = parts.map((id) => el(id)).find((note) => note?.matches("#map-notes .pin[data-mine]"));
  if (awaited && fresh) {
    awaited = false;
    openNote(fresh.dataset.note, { edit: true });
  }
  if (picked && parts.some((id) => id === `note-${picked}` || id === "map-notes")) pick(noteOf(picked) ? picked : null);
});

/** Whether the table lets its players draw: the bar on top says so with every change. */
hear("update", () => {
  if (role !== "play") return;
  const may = el("top").dataset.notes === "1";
  el("note-tool").hidden = !may;
  if (!may && inHand() === "notes") take(null);
});
