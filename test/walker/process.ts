/**
 * A process of the app: what it remembers is its own, the store is everybody's. Requests come one after the other, so
 * the memory of a process is in place while it answers, and put aside between.
 */
import { Hono } from "hono";
import { createAuth } from "authwright/hono";
import type { AuthConfig } from "authwright";
import { Memory } from "./memory.js";
import type { Store, Watch } from "./store.js";

/** What no answer waits for. */
export type Later = (work: Promise<unknown>) => void;

export class Died extends Error {}

/** What the package keeps for a whole process stands on the global object, under names of its own. */
const memoryKeys = (): symbol[] =>
  Object.getOwnPropertySymbols(globalThis).filter((key) => key.description?.startsWith("authwright."));

export function forgetMemory(): void {
  for (const key of memoryKeys()) Reflect.deleteProperty(globalThis, key);
}

export class Process {
  /** Pages stand at addresses of the app. */
  readonly hasOwnPages: boolean;
  readonly #config: AuthConfig;
  #made: Hono | undefined;
  readonly #later: Promise<unknown>[] = [];
  /** In the open, where it can be told to another process. */
  #own = new Memory();
  #memory = new Map(this.#own.values);
  #writesLeft = Number.POSITIVE_INFINITY;
  #isDead = false;
  #die: (reason: Died) => void = () => undefined;

  /** Told of each call of the store, where others answer meanwhile: nobody's memory is put aside then. */
  readonly #turn: Watch | undefined;

  /**
   * @param store none: for a part of the app that only reads
   * @param turn for processes that answer at once
   */
  constructor(
    store: Store | undefined,
    configOf: (adapter: AuthConfig["adapter"], later: Later) => AuthConfig,
    turn?: Watch,
  ) {
    this.#turn = turn;
    this.#config = configOf(
      store?.seenBy(turn ?? ((isWrite) => this.#counted(isWrite))),
      (work) => void this.#later.push(work),
    );
    this.hasOwnPages = this.#config.pageAddresses !== undefined;
  }

  /** Made for the first request: most processes of a walk are never asked. */
  get #app(): Hono {
    return (this.#made ??= appOf(this.#config));
  }

  /** What it knows beside the store; undefined: something that cannot be told to another. */
  get remembered(): Memory | undefined {
    const own = this.#own.values;
    const isAll = [...this.#memory].every(([key, value]) => own.get(key) === value);
    return isAll ? this.#own.copy() : undefined;
  }

  recall(memory: Memory): void {
    this.#own = memory;
    this.#memory = new Map(memory.values);
  }

  /** @throws Died when the process ends before it has answered */
  async answer(request: Request): Promise<Response> {
    if (this.#isDead) throw new Died();
    if (this.#turn !== undefined) return this.#app.fetch(request);
    for (const [key, value] of this.#memory) Reflect.set(globalThis, key, value);
    const died = new Promise<never>((_resolve, reject) => (this.#die = reject));
    died.catch(() => undefined);
    try {
      const answer = await Promise.race([this.#app.fetch(request), died]);
      await Promise.race([this.#settled(), died]);
      return answer;
    } finally {
      this.#memory = new Map(memoryKeys().map((key) => [key, Reflect.get(globalThis, key)]));
      forgetMemory();
    }
  }

  /** Ends the process after so many writes to the store; the last one is carried out. */
  dieAfter(writes: number): void {
    this.#writesLeft = writes;
  }

  async #settled(): Promise<void> {
    await Promise.allSettled(this.#later.splice(0));
    // Events and mails of other plugins.
    await new Promise((resolve) => setImmediate(resolve));
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** @returns a promise that nothing comes of in a dead process */
  #counted(isWrite: boolean): Promise<void> | undefined {
    if (this.#isDead) return new Promise(() => undefined);
    if (!isWrite) return undefined;
    this.#writesLeft -= 1;
    if (this.#writesLeft >= 0) return undefined;
    this.#isDead = true;
    this.#die(new Died());
    return new Promise(() => undefined);
  }
}

/** The app of a configuration, with a route behind each guard that walks look at. */
function appOf(config: AuthConfig): Hono {
  const app = new Hono();
  const auth = createAuth(config);
  app.use("/auth/*", auth.handler);
  if (config.pageAddresses !== undefined) app.use(auth.pages);
  if (config.session?.strategy === "jwt")
    app.get("/fresh", auth.require({ maxAge: 300 }), (c) => c.text("open"));
  if (config.plugins?.length) {
    app.get("/token/:provider", async (c) =>
      c.text(await auth.accessToken(c, c.req.param("provider")).catch(() => "")),
    );
    app.get("/vault", auth.require({ factor: "two-factor", maxAge: 300 }), (c) => c.text("open"));
  }
  if (config.plugins?.some(({ id }) => id === "organizations")) {
    app.get("/teams/:team", auth.require({ organization: "team" }), (c) =>
      c.json({ role: c.var.auth.organization?.role }),
    );
    const office = { organization: "team", role: ["owner", "admin"] } as const;
    app.get("/teams/:team/office", auth.require(office), (c) => c.json({}));
  }
  return app;
}
