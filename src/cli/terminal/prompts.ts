import { interrupted, usageError } from "./errors.js";

/** Asks, or answers itself. Every question has a flag, so that a command never needs a person. */
export interface Prompts {
  readonly interactive: boolean;
  select(question: Question, choices: readonly Choice[]): Promise<string>;
  multiselect(question: Question, choices: readonly Choice[]): Promise<readonly string[]>;
  confirm(message: string): Promise<boolean>;
}

export interface Question {
  readonly message: string;
  /** Named when the answer is missing and may not be asked for. */
  readonly flag: string;
  readonly initial?: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Nobody is asked without a terminal at both ends, in CI, or when the flags say so. */
export function mayAsk(options: {
  stdin: { isTTY?: boolean | undefined };
  stderr: { isTTY?: boolean | undefined };
  env: Readonly<Record<string, string | undefined>>;
  yes: boolean;
  input: boolean;
  json: boolean;
}): boolean {
  const terminal = options.stdin.isTTY === true && options.stderr.isTTY === true;
  return terminal && !options.env["CI"] && !options.yes && options.input && !options.json;
}

function missing({ message, flag }: Question, choices: readonly Choice[]): never {
  throw usageError(
    "AUTH_E_MISSING_ANSWER",
    `${message.replace(/\?$/, "")}: not given, and nobody can be asked.`,
    `Add ${flag} (${choices.map(({ value }) => value).join(", ")})`,
    choices.map(({ value, label }) => ({ flags: `${nameOf(flag)} ${value}`, why: `Takes ${label}.` })),
  );
}

const nameOf = (flag: string): string => flag.split(" ", 1).join("");

/** Prompts of a run in which nobody may be asked: what was proposed is taken. */
export const silentPrompts: Prompts = {
  interactive: false,
  select: (question, choices) =>
    question.initial ? Promise.resolve(question.initial) : missing(question, choices),
  multiselect: (question, choices) =>
    question.initial ? Promise.resolve([question.initial]) : missing(question, choices),
  confirm: () => Promise.resolve(true),
};

/** Lines of a long list that are shown at once. */
const shownChoices = 10;

/** Prompts on the terminal; stdout stays free for results. */
export async function terminalPrompts(): Promise<Prompts> {
  const clack = await import("@clack/prompts");
  const output = process.stderr;
  const answer = <T>(value: T): Exclude<T, symbol> => {
    if (typeof value === "symbol") throw interrupted("Cancelled. Nothing was written.");
    return value as Exclude<T, symbol>; // TypeScript narrows no type parameter
  };
  const options = (choices: readonly Choice[]) => choices.map((choice) => ({ ...choice }));
  return {
    interactive: true,
    async select({ message, initial }, choices) {
      const start = initial === undefined ? {} : { initialValue: initial };
      return answer(await clack.select({ message, options: options(choices), output, ...start }));
    },
    async multiselect({ message, initial }, choices) {
      const start = initial === undefined ? {} : { initialValues: [initial] };
      return answer(
        await clack.autocompleteMultiselect({
          message,
          options: options(choices),
          output,
          required: true,
          maxItems: shownChoices,
          placeholder: "Type to search",
          ...start,
        }),
      );
    },
    async confirm(message) {
      return answer(await clack.confirm({ message, output }));
    },
  };
}
