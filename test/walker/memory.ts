/** What a process remembers, in the open: another process can be told the same. */
import { memoryStore } from "authwright/shared-store/memory";
import type { Asking } from "./answers.js";
import { clock } from "./clock.js";

/** As src/runtime/sessions/revoked-sessions.ts keeps it for each app. */
interface EndedMemory {
  sessions: { add(id: unknown): void; has(id: unknown): boolean };
  users: Map<string, object>;
}

interface Ended {
  readonly sessions: Set<unknown>;
  readonly users: Map<string, object>;
}

/** By the secrets of the app. */
export type EndedByApp = ReadonlyMap<string, Ended>;

/** Sessions that are over, by app: what apps hold of it stays the same, whatever it is told. */
class EndedSessions extends Map<string, EndedMemory> {
  readonly #apps = new Map<string, Ended>();

  #of(app: string): Ended {
    const known = this.#apps.get(app) ?? { sessions: new Set(), users: new Map() };
    this.#apps.set(app, known);
    return known;
  }

  /** An app begins to remember: it goes on with what is remembered here. */
  override set(app: string, memory: EndedMemory): this {
    const { sessions, users } = this.#of(app);
    memory.sessions = {
      add: (id) => {
        // After src: what is no text is none.
        if (typeof id === "string") sessions.add(id);
      },
      has: (id) => sessions.has(id),
    };
    memory.users = users;
    return super.set(app, memory);
  }

  get copied(): EndedByApp {
    return structuredClone(this.#apps);
  }

  tell(apps: EndedByApp): void {
    for (const { sessions, users } of this.#apps.values()) {
      sessions.clear();
      users.clear();
    }
    for (const [app, ended] of structuredClone(apps)) {
      const own = this.#of(app);
      for (const id of ended.sessions) own.sessions.add(id);
      for (const [user, each] of ended.users) own.users.set(user, each);
    }
  }

  /** The same for the same sessions. */
  get text(): string {
    const plain = (_key: string, value: unknown): unknown =>
      value instanceof Set || value instanceof Map ? [...(value as Set<unknown>)] : value;
    return JSON.stringify(
      [...this.#apps].filter(([, { sessions, users }]) => sessions.size > 0 || users.size > 0),
      plain,
    );
  }
}

type SharedStore = ReturnType<typeof memoryStore>;
type Method = keyof SharedStore;

interface Noted {
  readonly at: number;
  readonly name: Method;
  readonly given: readonly unknown[];
}

const tell = (store: SharedStore, name: Method, given: readonly unknown[]): unknown =>
  (store[name] as (...given: readonly unknown[]) => unknown)(...given);

/** Values that were used, and counts. */
class NotedStore implements SharedStore {
  readonly #kind: symbol;
  #calls: readonly Noted[];
  /** Made when something is asked: most are copied only. */
  #made: SharedStore | undefined;
  #asking: () => Asking | undefined = () => undefined;

  constructor(kind: symbol, calls: readonly Noted[] = []) {
    this.#kind = kind;
    this.#calls = calls;
  }

  increment: SharedStore["increment"] = (...given) =>
    this.#ask("increment", given) as ReturnType<SharedStore["increment"]>;
  add: SharedStore["add"] = (...given) => this.#ask("add", given) as boolean;
  has: SharedStore["has"] = (...given) => this.#ask("has", given) as boolean;
  delete: SharedStore["delete"] = (...given) => void this.#ask("delete", given);

  #ask(name: Method, given: readonly unknown[]): unknown {
    const [kind, asking] = [this.#kind, this.#asking()];
    const run = () => this.carryOut(name, given);
    if (asking === undefined) return run();
    const call = { of: String(kind), name, given, again: undefined };
    return asking.ask({ ...call, again: ({ memory }) => memory(kind, name, given) }, run);
  }

  carryOut(name: Method, given: readonly unknown[]): unknown {
    const store = this.#store;
    if (name !== "has") this.#calls = [...this.#calls, { at: clock.now, name, given }];
    return tell(store, name, given);
  }

  get #store(): SharedStore {
    if (this.#made !== undefined) return this.#made;
    const [made, now] = [memoryStore(), clock.now];
    for (const { at, name, given } of this.#calls) {
      clock.now = at;
      tell(made, name, given);
    }
    clock.now = now;
    return (this.#made = made);
  }

  /** @param asking who notes what is asked */
  toldTo(asking: () => Asking | undefined): void {
    this.#asking = asking;
  }

  copy = (): NotedStore => new NotedStore(this.#kind, this.#calls);

  /** From now on it knows what another one does, and nothing else. */
  take(other: NotedStore): void {
    this.#calls = other.#calls;
    this.#made = undefined;
  }
}

const endedKey = Symbol.for("authwright.ended-sessions");
/** What is spent in one of these kinds has a memory of its own. */
const kinds = ["", "state", "challenge", "sign-out", "sign-in"].map((kind) =>
  Symbol.for(`authwright.shared-memory${kind}`),
);

/** By the names under which the package looks for it. */
export class Memory {
  readonly ended = new EndedSessions();
  readonly #stores: ReadonlyMap<symbol, NotedStore>;

  constructor(stores = new Map(kinds.map((kind) => [kind, new NotedStore(kind)]))) {
    this.#stores = stores;
  }

  get values(): ReadonlyMap<symbol, unknown> {
    return new Map<symbol, unknown>([[endedKey, this.ended], ...this.#stores]);
  }

  carryOut = (kind: symbol, name: string, given: readonly unknown[]): unknown =>
    this.#stores.get(kind)?.carryOut(name as Method, given);

  toldTo(asking: () => Asking | undefined): void {
    for (const store of this.#stores.values()) store.toldTo(asking);
  }

  /** From now on it knows what another one does, and nothing else: apps go on with what they hold of it. */
  take(other: Memory): void {
    this.ended.tell(other.ended.copied);
    for (const [key, store] of this.#stores) store.take(other.#stores.get(key)!);
  }

  copy(): Memory {
    const copy = new Memory(new Map([...this.#stores].map(([key, store]) => [key, store.copy()])));
    copy.ended.tell(this.ended.copied);
    return copy;
  }
}
