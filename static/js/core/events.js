// What modules tell each other without knowing who listens. Every such event is declared here, with what is told along.

/** @import { Armed } from "../play/aim.js" */
/** @import { DrawnArea, Frames, LateAdvice, LateChance, LateFigures, LateOdds, LateRemedies, LateSpots, Look, Said, ScreenMeasuring, ShownGone, ShownThing, Update } from "./messages.js" */

/**
 * @typedef {object} Events
 *
 * @property {Update} update  what a command changed is on the page now
 * @property {ShownThing | ShownGone} shown  another page shows a ruler, an area, a spot; or puts it away
 * @property {Look} look  where this projector is to look
 * @property {Frames} frames  where the table's projectors look
 * @property {ScreenMeasuring} measure-screen  what the GM does to measure this projector's screen
 * @property {Said} said  somebody has said something
 * @property {LateOdds} odds  the odds of an aim have come, or better ones
 * @property {LateChance} chance  the chance that a dragged token would have has come, or a better one
 * @property {LateAdvice} advice  what somebody should do has been thought out
 * @property {LateFigures} ground  the figures of a reach have come, or better ones
 * @property {LateSpots} spots  it is known from where something could be done, or better
 * @property {LateRemedies} remedies  it is known what would make legal what was refused
 * @property {{}} papers  the notes and handouts that one may read have changed
 * @property {{}} connected  the line to the server stands
 * @property {{}} disconnected  the line to the server is lost
 *
 * @property {{ parts: string[] }} map-changed  these parts of the map were drawn anew, by the ids of their elements
 * @property {{ u: number, working: boolean }} view  the window on the map moves: map units a pixel; whether it still does
 * @property {{ x: number, y: number }} look-at  this spot of the map is to be in sight
 * @property {{ id: string | null }} level  this level of the map is shown now; null: the map has none
 * @property {{}} targets  it is listed whom the chosen action may be aimed at
 * @property {{}} needs-map  the next gesture is for the map: what lies over it steps aside
 *
 * @property {{ name: string | null }} tool  which tool is in hand
 * @property {{ who: string | null }} selected  who is selected
 * @property {{ who: string | null }} card  the card of who is selected has come
 * @property {{ action: Armed | null }} armed  an action waits for its target, or does no more
 * @property {AimChange} aim  something is aimed, or no more
 * @property {{ people: string[] }} several  who is chosen to do something together
 * @property {{}} several-open  what can be done with them is to be read
 * @property {{ words: string }} provoked  who may strike at one who goes the way that is shown, in words; empty for nobody
 * @property {{ who: string | null }} reach  it is shown where this combatant may go; null: no more
 * @property {{ key: string | null }} looked-at  a hand is at this place with what it moves, by its key; null: at none
 * @property {{ who: string }} move-mode  an action was chosen that moves this combatant
 * @property {{ what: string }} done  a form was sent and is done: what its data-done says
 * @property {{ command: SentCommand, code: string }} refused  a command was refused, and it is told why
 * @property {{ who: string }} went  a token that was sent somewhere from this page is there, as the page shows it
 * @property {{ id: string }} paper  this note or handout is to be opened
 * @property {{}} note-open  a note was opened beside the map: what has it comes up
 * @property {{}} papers-shown  the notes and handouts were drawn anew
 */

/** A command as it was sent; without an actor it is the GM's.
 *  @typedef {{ do?: string, actor?: string, [param: string]: unknown }} SentCommand */

/** `quietly`: nobody asked for it, something has changed. `target` and `area` are there while it is open.
 *  @typedef {{ open: boolean, quietly?: boolean, target?: string | null, area?: DrawnArea | null }} AimChange */

/** Tell the other modules of something.
 *  @template {keyof Events} Name
 *  @param {Name} name
 *  @param {{} extends Events[Name] ? [detail?: Events[Name]] : [detail: Events[Name]]} told
 */
export const tell = (name, ...told) => document.dispatchEvent(new CustomEvent(`battlemat:${name}`, { detail: told[0] ?? {} }));

/** Listen to what other modules tell.
 *  @template {keyof Events} Name
 *  @param {Name} name
 *  @param {(detail: Events[Name]) => void} listener
 */
export const hear = (name, listener) => document.addEventListener(`battlemat:${name}`, (event) => listener(/** @type {CustomEvent<Events[Name]>} */ (event).detail));
