// What the browser's own types leave open on our pages, for the check of the types alone.

/** An element that is found by id or selector, or that an event comes from: which one it is the template says, so it has
 *  what any control, form or dialog has. */
interface PageElement extends HTMLElement {
  readonly dataset: Record<string, string>;
  get value(): string;
  set value(value: string | number);
  valueAsNumber: number;
  defaultValue: string;
  checked: boolean;
  defaultChecked: boolean;
  disabled: boolean;
  required: boolean;
  placeholder: string;
  name: string;
  src: string;
  type: string;
  files: FileList;
  min: string;
  max: string;
  form: HTMLFormElement;
  elements: HTMLFormControlsCollection & Record<string, PageElement>;
  action: string;
  method: string;
  options: HTMLOptionsCollection;
  selectedIndex: number;
  add(option: HTMLOptionElement, before?: HTMLElement): void;
  open: boolean;
  content: DocumentFragment;
  select(): void;
  reset(): void;
  requestSubmit(by?: HTMLElement): void;
  close(): void;
  showModal(): void;
}

interface ParentNode {
  querySelector(selectors: string): PageElement | null;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}

/** Maps are measured by what lies in them. */
interface PageElement extends Pick<SVGGeometryElement, "getBBox" | "isPointInFill"> {}

interface Element {
  closest(selectors: "form"): (PageElement & HTMLFormElement) | null;
  closest(selectors: string): PageElement | null;
  readonly nextElementSibling: PageElement | null;
}

interface NonElementParentNode {
  getElementById(id: string): PageElement;
}

interface Document {
  getElementById(id: string): PageElement;
  addEventListener<K extends keyof DocumentEventMap>(type: K, listener: (event: OnPage<DocumentEventMap[K]>) => unknown, options?: boolean | AddEventListenerOptions): void;
}

interface HTMLElement {
  addEventListener<K extends keyof HTMLElementEventMap>(type: K, listener: (event: OnPage<HTMLElementEventMap[K]>) => unknown, options?: boolean | AddEventListenerOptions): void;
}

/** What bubbles up to who listens comes from an element. */
type OnPage<E> = E & { readonly target: PageElement; readonly currentTarget: PageElement; readonly submitter?: PageElement };

interface DocumentEventMap {
  "htmx:config:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:after:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:after:swap": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:finally:request": CustomEvent<{ ctx: HtmxRequest }>;
  "htmx:error": CustomEvent<{ ctx?: HtmxRequest }>;
}

/** htmx, as far as we use it. */
interface Htmx {
  swap(task: { text: string; swap: string; target?: Element }): Promise<void>;
  registerExtension(name: string, hooks: { htmx_before_morph_attr(node: PageElement, detail: { attrName: string; newValue: string | null }): boolean }): void;
}

interface HtmxRequest {
  sourceElement: PageElement & HTMLFormElement;
  request: { headers: Record<string, string>; body: FormData };
  response?: { status: number };
}

/** The line that socket.io gives, as far as we use it. */
interface Line {
  readonly connected: boolean;
  readonly disconnected: boolean;
  readonly active: boolean;
  connect(): void;
  on<Name extends keyof Pushes>(name: Name, listener: (push: Pushes[Name]) => void): void;
  on(name: "connect", listener: () => void): void;
  on(name: "disconnect", listener: (reason: string) => void): void;
  on(name: "connect_error", listener: (error: Error & { data?: Pushes["ended"] }) => void): void;
  on(name: string, listener: (...told: unknown[]) => void): void;
  once(name: "disconnect", listener: () => void): void;
  off(name: "disconnect", listener: () => void): void;
  off(): void;
  onAny(listener: (name: string, ...told: unknown[]) => void): void;
  offAny(): void;
  listeners(name: string): ((...told: unknown[]) => void)[];
  emit<Question extends keyof Replies>(question: Question, data: object, answer: (reply: Reply<Question>) => void): void;
  timeout(milliseconds: number): { emit(question: string, data: object, answer: (error: Error | null) => void): void };
}

type Pushes = import("./core/messages.js").Pushes;
type Replies = import("./core/messages.js").Replies;
type Reply<Question extends keyof Replies> = import("./core/messages.js").Reply<Question>;

interface Window {
  htmx: Htmx;
  io(options: { transports: string[]; auth(give: (facts: object) => void): void }): Line;
  /** What `core/line.js` has opened, and what came over it before the modules did. */
  battlematLine: { readonly socket: Line; takeOver(): [name: string, ...told: unknown[]][] };
}

/** The page's words in its language: webapp/views/language.py. */
declare var battlematTexts: Record<string, string> | undefined;

/** What has been kept or sent is nothing certain before it is said what it is. */
interface JSON {
  parse(text: string): unknown;
}

interface Body {
  json(): Promise<unknown>;
}
