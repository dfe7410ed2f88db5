// What the server pushes and answers, as types alone: this file is read by the check of the types, and by no page.
// webapp/live/, webapp/talk/push.py and webapp/drawing/ make what is written here. Points are in map units.

/** In map units.
 *  @typedef {[x: number, y: number]} Point */

/** Why something is not done: in the reader's language, with the rule's id. `went`: that it was, where the server says it too.
 *  @typedef {{ message: string, rule?: string | null, code?: string, went?: boolean }} Refusal */

// ------------------------------------------------------------------------------------------------ pushes
/** A token that stands elsewhere now. `place`: its cell as "column,row", or its zone's id.
 *  @typedef {{ id: string, x: number, y: number, place?: string }} Move */

/** A part of the map that is drawn anew: the ids of its element and of the layer it lies in; without a drawing it is gone.
 *  @typedef {{ id: string, in: string, svg: string }} DrawnPart */

/** Dice of one kind as they came. `counts`: whether they are what the roll comes to.
 *  @typedef {{ faces: (number | string)[], role: string, counts: boolean, came: string }} Dice */

/** What has just happened, shown for a moment beside a token: words, or dice.
 *  @typedef {{ id: string, text: string, tone: string, dice?: Dice[] }} Flash */

/** A playing card: the value and suit on it.
 *  @typedef {{ sign: string, suit: string, red: boolean, special: boolean }} PlayCard */

/** Dice that the server threw, or cards that it dealt, as they are seen to fall. `id`: beside whose token, if that is on the
 *  map. `own`: what the faces of a system's own die are worth, from 1 up, and from which on it is thrown again.
 *  @typedef {object} Throw
 *  @property {string | null} id
 *  @property {(Omit<Dice, "came"> & { sides: number })[]} dice
 *  @property {PlayCard[]} cards
 *  @property {{ worth: number[], again: number } | null} own
 */

/** What an action leaves on the map for some seconds: a way, and outlines of an area.
 *  @typedef {{ path: Point[], outline: Point[][], tone: string }} Trace */

/** Whose turn it is: the reader's own, whose by name, and whether the reader is asked something.
 *  @typedef {{ mine: boolean, name: string | null, asked: boolean }} Turn */

/** What a command changed: panels for htmx, tokens that moved, parts of the map. It follows on the update numbered `prev`;
 *  with null there it is the whole. `reload`: the page is to be loaded anew, or that at the address `at`.
 *  @typedef {object} Update
 *  @property {true} [reload]
 *  @property {string} [at]
 *  @property {number} seq
 *  @property {number | null} prev
 *  @property {string} panels
 *  @property {Move[]} moves
 *  @property {DrawnPart[]} drawn
 *  @property {Flash[]} [flash]
 *  @property {Throw[]} [throws]
 *  @property {Trace[]} [traces]
 *  @property {Turn} [turn]
 */

/** Where tokens go by a command, as soon as it has happened: the update with all else that it changed follows.
 *  @typedef {{ ahead: true, moves: Move[] }} MovesAhead */

/** What replay.py answers for a moment of the fight: as an update, without the table's numbers; or why it is refused.
 *  @typedef {Update & { moment: number, refusal: Refusal }} ReplayMoment */

/** What another page shows: a ruler, an area, a spot that is pointed at, a line drawn by hand; or that it is put away.
 *  @typedef {{ id: string, gone: true }} ShownGone
 *  @typedef {{ id: string, by: string, gone?: undefined }} ShownBy
 *  @typedef {ShownBy & { kind: "ruler" } & Ruler} ShownRuler
 *  @typedef {ShownBy & { kind: "area" } & Area} ShownArea
 *  @typedef {ShownBy & { kind: "ping", at: Point }} ShownPing
 *  @typedef {ShownBy & { kind: "stroke", points: Point[] }} ShownStroke
 *  @typedef {ShownRuler | ShownArea | ShownPing | ShownStroke} ShownThing
 */

/** Where a projector is to look: the left and upper edge of its frame, or null for the whole map. `level`: on which level
 *  of the map it is to stay; null: it goes with who acts.
 *  @typedef {{ cellMm: number, trueSize: boolean, at: Point | null, level?: string | null }} Look */

/** A projector as the GM's page draws it. `home`: where its frame goes back to after a peek.
 *  @typedef {object} Frame
 *  @property {string} id
 *  @property {Point | null} at
 *  @property {Point | null} home
 *  @property {[width: number, height: number]} size
 *  @property {[width: number, height: number]} pixels
 *  @property {boolean} measured
 *  @property {boolean} awake
 *  @property {"" | MeasuredBy} measuring
 *  @property {string} [level]  the level of the map that it shows, where there are some
 */

/** All projectors of the table. `step`: the size of a cell. `level`: as in Look.
 *  @typedef {{ frames: Frame[], peeking: boolean, step: [width: number, height: number], level?: string | null }} Frames */

/** What a screen is measured by.
 *  @typedef {"card" | "ruler" | "diagonal"} MeasuredBy */

/** What the GM does to measure the projector's screen.
 *  @typedef {{ open?: true, keep?: true, leave?: true, by?: MeasuredBy, grow?: number, inches?: number }} ScreenMeasuring */

/** Something that was said: its line, after which line of the log it stands, and the note or handout that came with it ("": none).
 *  @typedef {{ number: number, after: number, html: string, paper: string, mine: boolean, for_me: boolean,
 *    thrown?: Throw | null }} Said */

/** Why the server ended the line, and after how many seconds the page may come back.
 *  @typedef {{ message: string, seconds: number }} Ended */

/** The chance of somebody at a place, by its key, to hit somebody, or with `strike` to be hit by that one on the way there; an
 *  estimate, unless it is exact.
 *  @typedef {{ actor: string, at: string, who: string, hit: number, exact: boolean, strike?: boolean }} LateChance */

/** Figures of a reach that took their time: of the question that was asked under this number; estimates, unless they are exact.
 *  @typedef {{ of: number | null, figures: Figures, exact: boolean }} LateFigures */

/** From where something could be done, as a panel, and the places in it by their keys, in its order: of the question that was
 *  asked under this number.
 *  @typedef {{ of: number | null, panel: string, places: string[] }} LateSpots */

/** What would make legal what was refused, as a panel: of the question that was asked under this number.
 *  @typedef {{ of: number | null, panel: string }} LateRemedies */

/** Every push by its name.
 *  @typedef {object} Pushes
 *  @property {Update} update
 *  @property {ShownThing | ShownGone} shown
 *  @property {Look} look
 *  @property {Frames} frames
 *  @property {ScreenMeasuring} measure-screen
 *  @property {LateOdds} odds
 *  @property {LateChance} chance
 *  @property {LateAdvice} advice
 *  @property {LateFigures} ground
 *  @property {LateSpots} spots
 *  @property {LateRemedies} remedies
 *  @property {Said} said
 *  @property {{}} papers
 *  @property {Ended} ended
 */

// ----------------------------------------------------------------------------------------------- replies
/** A way through the map, measured: its legs, and the range that the system gives the whole.
 *  @typedef {object} Ruler
 *  @property {Point[]} points
 *  @property {{ words: string, at: Point }[]} legs
 *  @property {string} total
 *  @property {string} range
 *  @property {string} range_words
 *  @property {string} rule
 */

/** Whom an area catches; and of which side they are, with the number by which that is coloured.
 *  @typedef {{ people: { who: string, name: string }[] }} Caught
 *  @typedef {Caught & { words: string, number: number }} CaughtSide */

/** An area as it is drawn.
 *  @typedef {{ outline: Point[][], at: Point, words: string, caught: Caught[] }} DrawnArea */

/** An area that a hand has laid. `size` is in the map's unit, `direction` in degrees. `blocked`: walls leave nothing of it.
 *  @typedef {Omit<DrawnArea, "caught"> & { caught: CaughtSide[], tip: Point, direction: number, size: number, blocked: boolean }} Area */

/** A ray of a line of fire. `stopped_at`: what it met.
 *  @typedef {{ from: Point, to: Point, status: string, stopped_at: Point | null }} Ray */

/** @typedef {{ start: Point, end: Point | null, rays: Ray[] }} LineOfFire */

/** What an aimed action rests on: its panel, the line of fire, the area.
 *  @typedef {{ panel: string, line: LineOfFire | null, area: DrawnArea | null }} Aim */

/** Odds that took their time, as they are drawn: those of the aim that was asked about under this number.
 *  @typedef {{ of: number | null, panel: string }} LateOdds */

/** What somebody should do, as its panel, and the best of it: of the question that was asked under this number.
 *  @typedef {{ command: Record<string, unknown>, marks: { who: string, target: string | null, at: Point | string | null, then_at: Point | string | null } }} Deed
 *  @typedef {{ of: number | null, panel: string, first: Deed | null }} LateAdvice */

/** Where a combatant may go. A place without a cost is passed through alone; `before` gives the number of the place one comes
 *  from; `ways` has the whole path where the places before do not tell it.
 *  @typedef {object} Reach
 *  @property {string} words
 *  @property {string | null} rule
 *  @property {string[]} places
 *  @property {(number | null)[]} costs
 *  @property {(number | null)[]} before
 *  @property {Record<string, string[]>} ways
 */

/** One figure of each place. `values`: a chance or a share of cover from 0 to 1, harm in fighters, a number of foes; null for
 *  none. `who`: by their ids, whom it comes from. `word`: what the cover is called, or the attack.
 *  @typedef {{ values: (number | null)[], who: string[][], word: string[], sampled: boolean[] }} Figures */

/** What somebody would find where they may go: the places by their keys, whom the chance is to hit, how many foes are
 *  reckoned with, how many farther places are left out. Figures that take long come later.
 *  @typedef {{ target: string | null, foes: number, places: string[], left_out: number, figures: Figures | null }} ReachFigures */

/** A shot there would be: cover in the system's word, and how much of it from 0 to 3; null for no shot.
 *  @typedef {{ level: number | null, word: string }} Shot */

/** What one could shoot of an enemy from a place, and it of one; `hit` is the chance.
 *  @typedef {{ who: string, shot: Shot, danger: Shot, hit: number | null, estimated?: boolean }} Meeting */

/** Who may strike at one who goes there, with the chance to hit, as soon as it is known.
 *  @typedef {{ who: string, hit: number | null, estimated?: boolean }} Provoked */

/** Where one of several goes with the first: its place's key, what the way costs, and why it cannot.
 *  @typedef {{ who: string, at: string | null, cost: number | null, why: string | null, rule: string | null, code: string | null }} FormationStep */

/** What one of several would do by an order: the whole command, and why it may not be done now.
 *  @typedef {{ who: string, command: Record<string, unknown>, why: string | null, rule: string | null, code: string | null }} ToldOrder */

/** A zone that the system counts in: its outline, the middle of its top, how many links away it is and the range for that.
 *  @typedef {{ id: string, name: string, d: string, x: number, y: number, links: number | null, words: string }} ZoneRange */

/** An area that the system's book has a name for, in the map's unit.
 *  @typedef {object} Template
 *  @property {string} id
 *  @property {string} label
 *  @property {string} shape
 *  @property {number} size
 *  @property {number | null} width
 *  @property {number | null} angle
 *  @property {boolean} touch
 *  @property {boolean} walls
 *  @property {string | null} rule
 */

/** The answer to every question by its name, where it is not refused.
 *  @typedef {object} Replies
 *  @property {{ seq: number, said?: string }} command
 *  @property {{}} resume
 *  @property {Reach} reach
 *  @property {{ words: string, counts: string }} weigh
 *  @property {{ meetings: Meeting[], provoked: Provoked[] }} cover
 *  @property {ReachFigures} ground
 *  @property {{ target: string | null }} spots
 *  @property {{}} remedies
 *  @property {Aim} aim
 *  @property {{ panel: string }} several
 *  @property {{ steps: FormationStep[] }} formation
 *  @property {{ orders: ToldOrder[] }} orders
 *  @property {{ panel: string }} targets
 *  @property {{}} aim-closed
 *  @property {{ person: boolean }} advise
 *  @property {Ruler & { shown: boolean }} measure
 *  @property {Area & { shown: boolean }} area
 *  @property {{ shown: boolean }} ping
 *  @property {{ shown: boolean }} stroke
 *  @property {{ hearers: { id: string, name: string }[] }} hearers
 *  @property {{}} put-away
 *  @property {{ zones: ZoneRange[], from: string | null }} zones
 *  @property {Look} window
 *  @property {{}} frame
 *  @property {{}} measure-screen
 *  @property {{ unit: string, per_cell: number, templates: Template[] }} templates
 */

// ---------------------------------------------------------------------------------------- the map as data
/** A wall in cells; what it does not have is left out.
 *  @typedef {{ id: string, from: Point, to: Point, kind: string, state?: string | null, material?: string | null,
 *    height?: number | null }} Wall */

/** A zone: its outline in cells, or none where the page lays it out, and the ids of those that it leads to.
 *  @typedef {{ id: string, name: string, polygon: Point[], links: string[] }} Zone */

/** Cells of the same ground or height; a cost of 1 and a height of 0 clear them.
 *  @typedef {{ cells: Point[], cost: number, name?: string }} Ground
 *  @typedef {{ cells: Point[], height: number }} Elevation */

/** Cells that look otherwise than the rest of the ground; a plain surface clears them.
 *  @typedef {{ cells: Point[], surface: string }} Floor */

/** The map's grid: its kind, columns and rows, how much a cell is in which unit.
 *  @typedef {{ kind: string, cols: number, rows: number, per_cell: number, unit: string }} Grid */

/** A level as the map has it. `over`: the cell of the plan over which its upper left one lies.
 *  @typedef {{ id: string, name: string, elevation: number, at: Point, cols: number, rows: number, over: Point }} DrawnLevel */

/** What joins levels: pairs of cells; of a hole the upper cells alone.
 *  @typedef {{ kind: string, joins?: [Point, Point][], cells?: Point[], cost?: number }} Passage */

/** What an edit puts onto the map, each thing whole, and what it drops.
 *  @typedef {object} MapPatch
 *  @property {Wall[]} [walls]
 *  @property {Zone[]} [zones]
 *  @property {Ground[]} [ground]
 *  @property {Elevation[]} [elevation]
 *  @property {Floor[]} [floors]
 *  @property {DrawnLevel[]} [levels]
 *  @property {Passage[]} [passages]
 *  @property {{ walls?: string[], zones?: string[], levels?: string[], passages?: Point[] }} [drop]
 */

/** The map as views/maps/map_tools.py gives it. `outlines`: where zones without one of their own are drawn, in cells.
 *  @typedef {object} MapData
 *  @property {MapPatch & { grid: Grid } | null} map
 *  @property {Record<string, Point[]>} outlines
 *  @property {boolean} can_undo
 *  @property {boolean} can_redo
 */

/** What comes of a command that is posted.
 *  @typedef {{ ok: true, refusal?: undefined, seq: number, events: { kind: string, patch: MapPatch }[] } | Refused} Posted */

// ------------------------------------------------------------------------------------------- refused or not
/** @typedef {{ ok: false, refusal: Refusal }} Refused */

/** What comes back for a question: its answer, or why there is none.
 *  @template {keyof Replies} Question
 *  @typedef {({ ok: true, refusal?: undefined } & Replies[Question]) | Refused} Reply
 */

export {};
