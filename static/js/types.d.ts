// Types that several modules share, for the check of the types alone. They are global: no module imports them.

/** In map units, in cells, or in pixels, as it is said beside it. */
type Point = import("./core/messages.js").Point;

type Segment = [from: Point, to: Point];

/** A part of the map, in map units. */
interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Box = [left: number, top: number, right: number, bottom: number];

/** What a command calls a place: a cell by its column and row, or a zone by its id. */
type Place = Point | string;

/** What gestures on the map look at of the pointer, the finger or the key that makes them. */
interface Press {
  readonly type: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  /** A key has none. */
  readonly pointerType?: string;
  readonly button?: number;
  readonly buttons?: number;
  readonly clientX?: number;
  readonly clientY?: number;
}

/** What a hand has hold of: it goes along, and is put down in the end, or let go as if nothing had been. */
interface Grip {
  move(at: Point, moved: Press): void;
  drop(at: Point, dropped: Press): unknown;
  cancel(): void;
}

/** What a tap on the map came upon, and where, in map units; gives whether somebody has taken it. */
type Tap = (target: Element, point: Point, event: Press) => boolean;

/** What a drag on the map begins at; gives what the hand has hold of, or null. */
type Grab = (target: Element, point: Point, event: Press) => Grip | null;

/** What the map's gestures and keys mean while a tool is in hand. */
interface Tool {
  start?(): unknown;
  stop?(): void;
  tap?: Tap;
  grab?: Grab;
  hover?(point: Point, event: Press): void;
  /** Gives whether the tool has taken the key. */
  key?(event: KeyboardEvent): boolean;
}

/** What an action's button has said of its command already. */
interface Fixed {
  target?: string;
  [param: string]: unknown;
}

/** An action that has been chosen: whose, which (the rules say where nobody has), and what its button has said. */
interface Action {
  actor: string;
  do?: string;
  fixed: Fixed;
}

/** An action that moves somebody: `param` is what its command calls the place. */
interface MoveAction {
  do: string;
  param: string;
  fixed: Fixed;
}

/** What a hand draws or moves on the map: as a Grip, with points in cells. */
interface DrawGrip {
  move(at: Point, moved: Press): void;
  drop(): unknown;
  cancel(): void;
}

/** One of the GM's drawing tools: what gestures, keys and buttons mean while it is in hand. Points are in cells. */
interface DrawTool {
  /** By what the arrow keys step: by whole cells, or as points snap. */
  steps?: "cells";
  start(): void;
  stop(): void;
  /** Something else was chosen in a row of choices. */
  options(): void;
  /** Whether something is begun, or selected, that Escape gives up. */
  isBusy(): boolean;
  /** The map is another one now. */
  changed?(): void;
  hover?(place: Point, event: Press): void;
  tap(place: Point, event: Press): void;
  grab(place: Point, event: Press): DrawGrip | null;
  /** Gives whether the tool has taken the key. */
  key?(event: KeyboardEvent): boolean;
  arrow?(direction: Point, event: KeyboardEvent): boolean;
  finish?(): unknown;
  back?(): void;
  drop?(): void;
  /** What buttons of its own do. */
  do?: Record<string, () => unknown>;
}

/** A painted area: of which layer, and its cells' keys. */
interface PaintedArea {
  layer: "ground" | "height";
  keys: Set<string>;
}

/** What is selected on the map, or may be: walls and zones by their ids, or one painted area. */
interface Picked {
  walls?: string[];
  zones?: string[];
  area?: PaintedArea | null;
}

/** A grid laid over a picture, in its pixels: its kind, a cell's width and height, where the first one's corner is. */
interface Laying {
  kind: string;
  cell: Point;
  corner: Point;
}
