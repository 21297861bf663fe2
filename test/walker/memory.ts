/** What a process remembers, in the open: another process can be told the same. */
import { memoryStore } from "authwright/shared-store/memory";
import { clock } from "./clock.js";

/** As src/runtime/sessions/revoked-sessions.ts keeps it for each app. */
interface EndedMemory {
  readonly sessions: { add(id: unknown): void };
  readonly users: Map<string, object>;
}

interface Ended {
  readonly sessions: Set<unknown>;
  readonly users: Map<string, object>;
}

/** Sessions that are over, by app. */
class EndedSessions extends Map<string, EndedMemory> {
  readonly #apps: Map<string, Ended>;

  constructor(apps: ReadonlyMap<string, Ended> = new Map()) {
    super();
    this.#apps = new Map(apps);
  }

  /** An app begins to remember: it is told what was remembered before. */
  override set(app: string, memory: EndedMemory): this {
    const { sessions: before = new Set(), users = new Map<string, object>() } = this.#apps.get(app) ?? {};
    for (const id of before) memory.sessions.add(id);
    for (const [user, ended] of users) memory.users.set(user, ended);
    const { add } = memory.sessions;
    const sessions = new Set(before);
    memory.sessions.add = (id) => {
      sessions.add(id);
      add(id);
    };
    this.#apps.set(app, { sessions, users: memory.users });
    return super.set(app, memory);
  }

  copy = (): EndedSessions => new EndedSessions(structuredClone(this.#apps));
}

type SharedStore = ReturnType<typeof memoryStore>;

interface Call {
  readonly at: number;
  readonly tell: (store: SharedStore) => unknown;
}

/** Values that were used, and counts. */
class NotedStore implements SharedStore {
  readonly #store: SharedStore = memoryStore();
  readonly #calls: Call[] = [];

  increment: SharedStore["increment"] = (...given) => this.#note((store) => store.increment(...given));
  add: SharedStore["add"] = (...given) => this.#note((store) => store.add(...given));
  has: SharedStore["has"] = (keys) => this.#store.has(keys);
  delete: SharedStore["delete"] = (key) => this.#note((store) => store.delete(key));

  #note<T>(tell: (store: SharedStore) => T): T {
    this.#calls.push({ at: clock.now, tell });
    return tell(this.#store);
  }

  copy(): NotedStore {
    const [copy, now] = [new NotedStore(), clock.now];
    for (const call of this.#calls) {
      clock.now = call.at;
      copy.#note(call.tell);
    }
    clock.now = now;
    return copy;
  }
}

const endedKey = Symbol.for("authwright.ended-sessions");
/** What is spent in one of these kinds has a memory of its own. */
const kinds = ["", "state", "challenge", "sign-out", "sign-in"] as const;

/** By the names under which the package looks for it. */
export class Memory {
  readonly #ended: EndedSessions;
  readonly #stores: ReadonlyMap<symbol, NotedStore>;

  constructor(
    ended = new EndedSessions(),
    stores: ReadonlyMap<symbol, NotedStore> = new Map(
      kinds.map((kind) => [Symbol.for(`authwright.shared-memory${kind}`), new NotedStore()]),
    ),
  ) {
    this.#ended = ended;
    this.#stores = stores;
  }

  get values(): ReadonlyMap<symbol, unknown> {
    return new Map<symbol, unknown>([[endedKey, this.#ended], ...this.#stores]);
  }

  copy(): Memory {
    return new Memory(
      this.#ended.copy(),
      new Map([...this.#stores].map(([key, store]) => [key, store.copy()])),
    );
  }
}
