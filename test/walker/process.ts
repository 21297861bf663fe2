/**
 * A process of the app: what it remembers is its own, the store is everybody's. Requests come one after the other, so
 * the memory of a process is in place while it answers, and put aside between.
 */
import { Hono } from "hono";
import { createAuth } from "authwright/hono";
import type { AuthConfig } from "authwright";
import { type Answer, Answers, Asking, type MailSent, type Made, Strayed } from "./answers.js";
import { clock, dice } from "./clock.js";
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

/** What a process answers by, beside its configuration. */
export interface Surroundings {
  /** None: for a part of the app that only reads. */
  readonly store: Store | undefined;
  readonly configOf: (adapter: AuthConfig["adapter"], outside: Outside) => AuthConfig;
  /** Told of each call of the store, where others answer meanwhile: nobody's memory is put aside then. */
  readonly turn?: Watch | undefined;
  /** Pages stand at addresses of the app. */
  readonly hasOwnPages: boolean;
  /** Of the dice: each request has its own, whatever others have asked before. */
  readonly seed: string;
  readonly keep: (mail: MailSent) => void;
  /** Where requests are answered as before, where nothing tells them apart; with the name of the configuration. */
  readonly known?: { readonly answers: Answers; readonly as: string } | undefined;
}

/** What an app does beside its answer. */
export interface Outside {
  readonly later: Later;
  readonly mail: (mail: MailSent) => void;
}

export interface Asked {
  readonly url: string;
  readonly init: RequestInit;
  /** Who asks for the how manieth time: no two requests of a walk have the same. */
  readonly by: string;
}

export class Process {
  readonly hasOwnPages: boolean;
  readonly #around: Surroundings;
  #made: Hono | undefined;
  readonly #later: Promise<unknown>[] = [];
  /** In the open, where it can be told to another process. */
  #own = new Memory();
  #memory = new Map(this.#own.values);
  #writesLeft = Number.POSITIVE_INFINITY;
  #isDead = false;
  #die: (reason: Died) => void = () => undefined;
  #asking: Asking | undefined;
  #mails: MailSent[] = [];

  constructor(around: Surroundings) {
    this.#around = around;
    this.hasOwnPages = around.hasOwnPages;
    this.recall(this.#own);
  }

  /** Made for the first request: most processes of a walk are never asked. */
  get #app(): Hono {
    return (this.#made ??= appOf(this.#config()));
  }

  #config(): AuthConfig {
    const { store, configOf, turn, keep } = this.#around;
    const adapter = store?.seenBy(turn ?? ((isWrite) => this.#counted(isWrite)), () => this.#asking);
    return configOf(adapter, {
      later: (work) => void this.#later.push(work),
      mail: (sent) => {
        this.#mails.push(sent);
        keep(sent);
      },
    });
  }

  /** What it knows beside the store; undefined: something that cannot be told to another. */
  get remembered(): Memory | undefined {
    const own = this.#own.values;
    const isAll = [...this.#memory].every(([key, value]) => own.get(key) === value);
    return isAll ? this.#own.copy() : undefined;
  }

  /** Before its first answer. */
  recall(memory: Memory): void {
    this.#own = memory;
    this.#own.toldTo(() => this.#asking);
    this.#memory = new Map(memory.values);
  }

  /** @throws Died when the process ends before it has answered */
  async answer(asked: Asked): Promise<Response> {
    if (this.#isDead) throw new Died();
    if (this.#around.turn !== undefined) return this.#app.fetch(requestOf(asked));
    const { known, seed } = this.#around;
    const isKnown = known !== undefined && this.#writesLeft === Number.POSITIVE_INFINITY;
    dice.seed(`${seed} ${asked.by}`);
    try {
      return await (isKnown ? this.#asBefore(asked, known) : this.#run(requestOf(asked)));
    } finally {
      // What is drawn outside.
      dice.seed(`${seed} after ${asked.by}`);
    }
  }

  async #run(request: Request): Promise<Response> {
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

  async #asBefore(
    asked: Asked,
    { answers, as }: NonNullable<Surroundings["known"]>,
  ): Promise<Response> {
    const { ended } = this.#own;
    const before = ended.text;
    const { url, init, by } = asked;
    const { method, headers, body } = init;
    const key = Answers.keyOf([as, this.#around.seed, by, clock.now, before, method, url, headers, String(body)]);
    const { store, keep } = this.#around;
    const told = await answers.look(key, {
      store: (of, name, given) => store?.carryOut(of, name, given),
      memory: this.#own.carryOut,
    });
    if (!("status" in told)) return this.#note(asked, told, (made, answer) => answers.note(key, made, answer));
    for (const mail of told.mails) keep(mail);
    if (told.ended !== undefined) ended.tell(told.ended);
    return responseOf(told);
  }

  /** Runs the app, which is given once more what was asked already. */
  async #note(
    asked: Asked,
    before: readonly Made[],
    note: (made: readonly Made[], answer: Answer) => void,
  ): Promise<Response> {
    const { ended } = this.#own;
    const endedBefore = ended.text;
    const asking = new Asking(before);
    [this.#asking, this.#mails] = [asking, []];
    try {
      const response = await this.#run(requestOf(asked));
      if (asking.hasStrayed) throw new Strayed(asked.url);
      const answer = {
        status: response.status,
        headers: [...response.headers],
        body: await response.text(),
        mails: this.#mails,
        ended: ended.text === endedBefore ? undefined : ended.copied,
      };
      note(await asking.made(), answer);
      return responseOf(answer);
    } finally {
      this.#asking = undefined;
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

const requestOf = ({ url, init }: Asked): Request => new Request(url, init);

const responseOf = ({ status, headers, body }: Answer): Response =>
  new Response(body === "" ? null : body, { status, headers: headers as [string, string][] });

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
