/** An answer as browsers read it. */
import type { Answer } from "./answers.js";

/** What walks read of a response. */
export interface Answered {
  readonly status: number;
  readonly headers: { get(name: string): string | null; getSetCookie(): string[] };
  text(): Promise<string>;
  json(): Promise<unknown>;
}

/** One that was given before. */
export class Reply implements Answered {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  get status(): number {
    return this.#answer.status;
  }

  get headers(): Answered["headers"] {
    const { headers } = this.#answer;
    return {
      get: (name) => headers.find(([each]) => each === name.toLowerCase())?.[1] ?? null,
      getSetCookie: () => headers.filter(([name]) => name === "set-cookie").map(([, value]) => value),
    };
  }

  text = async (): Promise<string> => this.#answer.body;
  json = async (): Promise<unknown> => JSON.parse(this.#answer.body) as unknown;
}
