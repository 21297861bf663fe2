import type { AuthConfigModel } from "../source/configuration/auth-config.js";
import { describeConfiguration } from "../source/configuration/describe-configuration.js";
import type { Plan, Warning } from "../plan/plan.js";
import type { ErrorCode, CommandWarning } from "./error-codes.js";
import { errorGroups, pageOf } from "./code-pages.js";
import { printable, type CliError } from "./errors.js";
import { commandOfPlan, nextCommands, type FoundCommand } from "./next-commands.js";
import { pathToFileURL } from "node:url";
import { link, linked, paint, styleOf, type StreamStyle, type Tone } from "./style.js";
import { silentProgress, terminalProgress, type Progress } from "./progress.js";
import { wrap } from "./wrap.js";
import { takeUnread } from "../source/text/unread.js";

/** A place to write to: a stream of the process, or a collector in a test. */
export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** undefined: as the stream and the environment say. */
  readonly colour: boolean | undefined;
  /** The words behind `auth`. */
  readonly argv: readonly string[];
  /** A command line as it starts where this run works. */
  readonly commandThere: (command: string) => Promise<string>;
}

/** Results go to stdout, everything that is said on the way to stderr. With --json, stdout gets one document. */
export class Output {
  readonly options: OutputOptions;
  readonly resultStyle: StreamStyle;
  readonly noteStyle: StreamStyle;
  /** Of work that takes long; on a terminal alone. */
  readonly progress: Progress;
  readonly #warnings: Warning[] = [];
  #plan: Plan | undefined;
  #next: readonly FoundCommand[] = [];
  #result: unknown;
  #configuration: AuthConfigModel | undefined;

  constructor(options: OutputOptions) {
    this.options = options;
    this.resultStyle = styleOf(options.stdout, options.env, options.colour);
    this.noteStyle = styleOf(options.stderr, options.env, options.colour);
    const isSilent = options.quiet || options.json;
    this.progress = isSilent ? silentProgress : terminalProgress(options.stderr, this.noteStyle);
  }

  /** The result of the command: data for --json, text for people. The text is left as it is: it may be a secret or code. */
  result(data: unknown, text: string): void {
    this.#result = data;
    this.print(text);
  }

  /** A result in sentences: lines end between words, addresses can be clicked. */
  report(data: unknown, text: string): void {
    this.#result = data;
    if (this.options.json || text === "") return;
    const shown = dressed(text, this.resultStyle);
    this.progress.clear();
    this.options.stdout.write(shown.endsWith("\n") ? shown : `${shown}\n`);
  }

  /** What was read of the configuration: `result.configuration` of every command that reads it. */
  configuration(model: AuthConfigModel | undefined): void {
    this.#configuration = model;
  }

  /** Text that is part of the result but not of the JSON document, such as a diff. */
  print(text: string): void {
    if (this.options.json || text === "") return;
    const shown = harmless(text);
    this.progress.clear();
    this.options.stdout.write(shown.endsWith("\n") ? shown : `${shown}\n`);
  }

  plan(plan: Plan): void {
    this.#plan = plan;
    for (const { code, message } of plan.warnings) this.warn(code, message);
  }

  /** The plan was shown, and another run may carry it out. */
  offer({ id }: Plan): void {
    this.#next = [commandOfPlan(id, this.options.argv)];
  }

  warn(code: CommandWarning, message: string): void {
    this.#warnings.push({ code, message });
    if (!this.options.json) this.say(`Warning: ${message}`, "warn");
  }

  /** Progress and advice. */
  note(text: string, tone?: Tone): void {
    if (!this.options.quiet && !this.options.json) this.say(text, tone);
  }

  /** What a command says while another program uses the same terminal: each line names who speaks. */
  aside(speaker: string, text: string, tone?: Tone): void {
    if (this.options.quiet || this.options.json) return;
    const name = paint(`[${speaker}]`, "name", this.noteStyle);
    for (const line of text.split("\n"))
      this.note(`${name} ${tone ? paint(line, tone, this.noteStyle) : line}`);
  }

  /** Lines to be copied: none is broken. */
  code(text: string): void {
    if (this.options.quiet || this.options.json) return;
    this.progress.clear();
    this.options.stderr.write(`${harmless(text)}\n`);
  }

  private say(text: string, tone?: Tone): void {
    const shown = dressed(text, this.noteStyle);
    this.progress.clear();
    this.options.stderr.write(`${tone ? paint(shown, tone, this.noteStyle) : shown}\n`);
  }

  /**
   * Ends the output of a command: the JSON document, or the error in words.
   *
   * @param docs folder with the pages of the codes, where there is one
   */
  async finish(command: string, error?: CliError, docs?: string): Promise<void> {
    for (const { file, why } of takeUnread())
      this.warn("AUTH_W_UNREAD", `${file} ${why}; nothing of it was read.`);
    if (this.options.json) {
      this.options.stdout.write(`${await this.#json(await this.document(command, error))}\n`);
    } else if (error?.code === "AUTH_E_INTERRUPTED") {
      this.say(error.message);
    } else if (error) {
      this.say(`Error: ${error.message}`, "bad");
      if (error.hint) this.say(indented(error.hint));
      if (error.code !== "AUTH_E_FINDINGS") this.#page(error.code, docs);
    }
    if (error && this.options.verbose) this.say(stackOf(error), "dim");
  }

  /** Where the code is explained; the path can be clicked. */
  #page(code: ErrorCode, docs: string | undefined): void {
    const [page = "", anchor = ""] = pageOf(code, errorGroups).split("#");
    const file = docs && `${docs}/errors/${page}`;
    const shown = file
      ? link(printable(`${file}#${anchor}`), `${pathToFileURL(file).href}#${anchor}`, this.noteStyle)
      : code;
    this.options.stderr.write(`${paint(indented(shown), "dim", this.noteStyle)}\n`);
  }

  /** Machines run what a sentence of advice names: it starts there as the commands of `next` do. */
  async #json(document: object): Promise<string> {
    const text = JSON.stringify(document, null, 2);
    if (!text.includes("npx auth")) return text;
    const start = await this.options.commandThere("npx auth");
    const inPlace = (key: string, value: unknown): unknown =>
      adviceKeys.has(key) && typeof value === "string"
        ? value.replaceAll(/\bnpx auth(?:wright)?(?![\w-])/g, () => start)
        : value;
    return JSON.stringify(document, inPlace, 2);
  }

  #resultPart(): { readonly result?: unknown } {
    const configuration = this.#configuration && describeConfiguration(this.#configuration);
    if (configuration === undefined) return this.#result === undefined ? {} : { result: this.#result };
    return { result: { ...(this.#result as object | undefined), configuration } };
  }

  private async document(command: string, error: CliError | undefined) {
    const { argv, commandThere } = this.options;
    const found = error ? nextCommands(error, command, argv) : this.#next;
    const next = await Promise.all(
      found.map(async (one) => ({ ...one, command: await commandThere(one.command) })),
    );
    return {
      schemaVersion: 1,
      ok: error === undefined,
      command,
      ...(this.#plan && { plan: { id: this.#plan.id, steps: this.#plan.steps } }),
      ...this.#resultPart(),
      warnings: this.#warnings,
      ...(error && { error: { code: error.code, message: error.message, hint: error.hint ?? "" } }),
      ...(next.length > 0 && { next }),
    };
  }
}

/** Where a JSON document has sentences that say what to run. */
const adviceKeys: ReadonlySet<string> = new Set(["fix", "hint", "message", "why"]);

/** Colours of ours stay, every other control character goes. */
const harmless = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- the colours of style.ts
    .split(/(\u001B\[\d*m)/)
    .map((part, at) => (at % 2 === 1 ? part : printable(part)))
    .join("");

/** Ready for a terminal: nothing that moves its cursor, no line that breaks a word. */
const dressed = (text: string, style: StreamStyle): string =>
  linked(wrap(harmless(text), style.columns), style);

/** Below the text of an error. */
const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, " ".repeat("Error: ".length));

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}
