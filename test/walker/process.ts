/**
 * A process of the app: what it remembers is its own, the store is everybody's. Requests come one after the other, so
 * the memory of a process is in place while it answers, and put aside between.
 */
import { type Answer, Answers, Asking, type MailSent, type Made, Strayed } from "./answers.js";
import { App, type Apps, type ConfigOf, type Holder } from "./app.js";
import { clock, dice } from "./clock.js";
import { type Answered, Reply } from "./reply.js";
import { Memory } from "./memory.js";
import type { Store, Watch } from "./store.js";

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
  readonly configOf: ConfigOf;
  /** Told of each call of the store, where others answer meanwhile: nobody's memory is put aside then. */
  readonly turn?: Watch | undefined;
  /** Pages stand at addresses of the app. */
  readonly hasOwnPages: boolean;
  /** Of the dice: each request has its own, whatever others have asked before. */
  readonly seed: string;
  readonly keep: (mail: MailSent) => void;
  /** The name of the configuration. */
  readonly as: string;
  readonly known?: Known | undefined;
}

/** Where requests are answered as before, where nothing tells them apart. */
export interface Known {
  /** None: the app is run for each request. */
  readonly answers?: Answers | undefined;
  /** None: apps that hold something back of their store, beyond the time at which they have read it. */
  readonly apps?: Apps | undefined;
  /** Requests after which an app may answer another one otherwise, by what it holds back. */
  readonly holdsBack?: RegExp | undefined;
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
  #app: App | undefined;
  #later: Promise<unknown>[] = [];
  /** In the open, where it can be told to another process. */
  #own = new Memory();
  #memory = new Map(this.#own.values);
  #writesLeft = Number.POSITIVE_INFINITY;
  #isDead = false;
  #die: (reason: Died) => void = () => undefined;
  #asking: Asking | undefined;
  #mails: MailSent[] = [];
  /** Requests after which it holds something back. */
  #heldBack = "";

  constructor(around: Surroundings) {
    this.#around = around;
    this.hasOwnPages = around.hasOwnPages;
  }

  /** Made for the first request: most processes of a walk are never asked. */
  get #ready(): App {
    const { as, known, configOf } = this.#around;
    if (known?.apps !== undefined && this.#app?.at !== clock.now) this.close();
    if (this.#app !== undefined) return this.#app;
    const holder = this.#holder();
    const app = known?.apps?.take(as) ?? new App(holder, configOf);
    app.holder = holder;
    app.memory.take(this.#own);
    this.#own = app.memory;
    this.#memory = new Map([...this.#memory, ...app.memory.values]);
    return (this.#app = app);
  }

  #holder(): Holder {
    const { store, turn, keep } = this.#around;
    const asking = () => this.#asking;
    return {
      store,
      watch: turn ?? ((isWrite) => this.#counted(isWrite)),
      get asking() {
        return asking();
      },
      later: (work) => void this.#later.push(work),
      mail: (sent) => {
        this.#mails.push(sent);
        keep(sent);
      },
    };
  }

  /** Another process may have its app. */
  close(): void {
    const { as, known } = this.#around;
    const app = this.#app;
    if (app === undefined || known?.apps === undefined || this.#isDead) return;
    const own = this.remembered;
    if (own === undefined) return;
    this.#own = own;
    this.#memory = new Map(this.#own.values);
    this.#app = undefined;
    known.apps.give(as, app);
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
    this.#memory = new Map(memory.values);
  }

  /** @throws Died when the process ends before it has answered */
  async answer(asked: Asked): Promise<Answered> {
    if (this.#isDead) throw new Died();
    if (this.#around.turn !== undefined) return this.#ready.fetch(requestOf(asked));
    const { known, seed } = this.#around;
    const answers = this.#writesLeft === Number.POSITIVE_INFINITY ? known?.answers : undefined;
    dice.seed(`${seed} ${asked.by}`);
    try {
      return await (answers ? this.#asBefore(asked, answers) : this.#run(requestOf(asked)));
    } finally {
      // What is drawn outside.
      dice.seed(`${seed} after ${asked.by}`);
    }
  }

  async #run(request: Request): Promise<Response> {
    const app = this.#ready;
    for (const [key, value] of this.#memory) Reflect.set(globalThis, key, value);
    const died = new Promise<never>((_resolve, reject) => (this.#die = reject));
    died.catch(() => undefined);
    try {
      const answer = await Promise.race([app.fetch(request), died]);
      await Promise.race([this.#settled(), died]);
      return answer;
    } finally {
      this.#memory = new Map(memoryKeys().map((key) => [key, Reflect.get(globalThis, key)]));
      forgetMemory();
    }
  }

  async #asBefore(asked: Asked, answers: Answers): Promise<Answered> {
    const { ended } = this.#own;
    const { as, seed, store, keep } = this.#around;
    const before = ended.text;
    const { url, init, by } = asked;
    const { method, headers, body } = init;
    const facts = [as, seed, by, clock.now, before, method, url, headers, String(body), this.#heldBack];
    const key = Answers.keyOf(facts);
    if (this.#around.known?.holdsBack?.test(url)) this.#heldBack = key;
    const told = await answers.look(key, {
      store: (of, name, given) => store?.carryOut(of, name, given),
      memory: (of, name, given) => this.#own.carryOut(of, name, given),
    });
    if (!("status" in told))
      return this.#note(asked, told, (made, answer) => answers.note(key, made, answer));
    for (const mail of told.mails) keep(mail);
    if (told.ended !== undefined) ended.tell(told.ended);
    return new Reply(told);
  }

  /** Runs the app, which is given once more what was asked already. */
  async #note(
    asked: Asked,
    before: readonly Made[],
    note: (made: readonly Made[], answer: Answer) => void,
  ): Promise<Answered> {
    const endedBefore = this.#own.ended.text;
    const asking = new Asking(before);
    [this.#asking, this.#mails] = [asking, []];
    try {
      const response = await this.#run(requestOf(asked));
      if (asking.hasStrayed) throw new Strayed(asked.url);
      const { ended } = this.#own;
      const answer = {
        status: response.status,
        headers: [...response.headers],
        body: await response.text(),
        mails: this.#mails,
        ended: ended.text === endedBefore ? undefined : ended.copied,
      };
      note(await asking.made(), answer);
      return new Reply(answer);
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
