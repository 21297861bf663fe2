/**
 * What processes have answered: told again where a request is the same to the byte, and all that the app asks for it is
 * answered the same. The app is not run then; what it wrote is written, what it mailed is mailed.
 */
import { hash } from "node:crypto";
import type { EndedByApp } from "./memory.js";
import type { Table } from "./store.js";

/** Something that an app asks beside itself: the store, or the memory of its process. */
export interface Call {
  /** Whom it asks. */
  readonly of: string;
  readonly name: string;
  readonly given: readonly unknown[];
  /** Carries it out in another world. */
  readonly again: (there: There) => unknown;
}

/** Where a call is carried out again. */
export interface There {
  readonly store: (of: Table | undefined, name: string, given: readonly unknown[]) => unknown;
  readonly memory: (of: symbol, name: string, given: readonly unknown[]) => unknown;
}

export interface MailSent {
  readonly to: string;
  readonly url: string;
  readonly code: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly mails: readonly MailSent[];
  /** Sessions that the process knows to be over since, where it has learnt of one. */
  readonly ended: EndedByApp | undefined;
}

/** A call, and what came of it. */
export interface Made {
  readonly id: string;
  readonly call: Call;
  readonly outcome: Outcome;
}

type Outcome = { readonly value: unknown } | { readonly thrown: unknown };

/** What an app asks next, by what it was told before. */
interface Step {
  id?: string;
  call?: Call;
  readonly next: Map<string, Step>;
  answer?: Answer;
}

/** A call whose turn it is not: the app depends on something that its request does not tell. */
export class Strayed extends Error {}

const idOf = ({ of, name, given }: Call): string => `${of} ${name} ${JSON.stringify(given)}`;

const textOf = (outcome: Outcome): string =>
  "thrown" in outcome ? `! ${String(outcome.thrown)}` : (JSON.stringify(outcome.value) ?? "undefined");

const come = ({ thrown, value }: { thrown?: unknown; value?: unknown }): unknown => {
  if (thrown !== undefined) throw thrown;
  return value;
};

/** What one request has asked so far; first of all what was asked already as it was looked up. */
export class Asking {
  readonly #before: readonly Made[];
  #at = 0;
  readonly #made: { readonly id: string; readonly call: Call; readonly outcome: Promise<Outcome> }[] = [];
  #hasStrayed = false;

  constructor(before: readonly Made[]) {
    this.#before = before;
  }

  get hasStrayed(): boolean {
    return this.#hasStrayed || this.#at < this.#before.length;
  }

  /** @returns what the call gives: at once, or as a promise, as `run` does */
  ask(call: Call, run: () => unknown): unknown {
    const known = this.#before[this.#at];
    if (known !== undefined) return this.#answered(call, known);
    const [id, given] = [idOf(call), structuredClone(call.given)];
    const note = (outcome: Promise<Outcome>) => this.#made.push({ id, call: { ...call, given }, outcome });
    try {
      const value = run();
      // Apps may change what they are given.
      const copy = (got: unknown): Outcome => ({ value: structuredClone(got) });
      if (value instanceof Promise) note(value.then(copy, (thrown: unknown) => ({ thrown })));
      else note(Promise.resolve(copy(value)));
      return value;
    } catch (thrown) {
      note(Promise.resolve({ thrown }));
      throw thrown;
    }
  }

  #answered(call: Call, known: Made): unknown {
    this.#at += 1;
    if (known.id !== idOf(call)) {
      this.#hasStrayed = true;
      throw new Strayed(`${known.id}, not ${idOf(call)}`);
    }
    return come(known.outcome);
  }

  async made(): Promise<readonly Made[]> {
    const outcomes = await Promise.all(this.#made.map(({ outcome }) => outcome));
    return [...this.#before, ...this.#made.map(({ id, call }, at) => ({ id, call, outcome: outcomes[at]! }))];
  }
}

/** Requests that are kept; then as many again, and those that were asked for in neither are forgotten. */
const mostKept = 20_000;

export class Answers {
  #young = new Map<string, Step>();
  #old = new Map<string, Step>();
  told = 0;
  asked = 0;

  #stepOf(key: string): Step | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.#keep(key, old);
    return old;
  }

  #keep(key: string, step: Step): void {
    if (this.#young.size >= mostKept) [this.#old, this.#young] = [this.#young, new Map()];
    this.#young.set(key, step);
  }

  static keyOf = (facts: readonly unknown[]): string => hash("sha1", JSON.stringify(facts), "base64");

  /** @returns the answer, or what was asked until something was answered otherwise */
  async look(key: string, there: There): Promise<Answer | readonly Made[]> {
    this.asked += 1;
    const made: Made[] = [];
    let step = this.#stepOf(key);
    while (step?.id !== undefined && step.call !== undefined) {
      const { id, call } = step;
      const outcome = await outcomeOf(() => call.again(there));
      made.push({ id, call, outcome });
      step = step.next.get(textOf(outcome));
    }
    if (step?.answer === undefined) return made;
    this.told += 1;
    return step.answer;
  }

  note(key: string, made: readonly Made[], answer: Answer): void {
    let step = this.#stepOf(key);
    if (step === undefined) this.#keep(key, (step = { next: new Map() }));
    for (const { id, call, outcome } of made) {
      if (step.id !== id) {
        step.next.clear();
        Object.assign(step, { id, call, answer: undefined });
      }
      const text = textOf(outcome);
      const next: Step = step.next.get(text) ?? { next: new Map() };
      step.next.set(text, next);
      step = next;
    }
    step.answer = answer;
  }
}

async function outcomeOf(run: () => unknown): Promise<Outcome> {
  try {
    return { value: await run() };
  } catch (thrown) {
    return { thrown };
  }
}
