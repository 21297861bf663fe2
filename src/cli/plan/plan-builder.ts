import { cutKey, removeEnv, setEnv, type EnvReader, type EnvRemoval } from "../formats/env-file.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";
import type { ProjectFacts } from "../project/facts.js";
import { readIfText } from "../project/files.js";
import type { CommandWarning } from "../terminal/error-codes.js";
import {
  isGenerated,
  lastGenerated,
  manifestPath,
  parseGenerated,
  type Generated,
} from "../project/generated.js";
import { inOrder, isChange, makePlan } from "./plan.js";
import type { Conflict, NextStep, NextTime, Plan, Step, Warning } from "./plan.js";
import { assertFree, changeOf, insertRange, isUnchanged, noteEdits, type Staged } from "./staged-file.js";

/** What becomes of a file that is there already under the name of a new one. */
interface PresentFile {
  /** Whether its content counts as done: files that people went on editing. */
  readonly keep?: ((present: string) => boolean) | undefined;
  /** What it is when it does not count. */
  readonly other?: string | undefined;
}

interface NewFile extends Required<{ [Name in keyof PresentFile]: NonNullable<PresentFile[Name]> }> {
  readonly file: string;
  readonly content: string;
  readonly reason: string;
}

/** A plan in the making: a view of the project with the steps so far, so that several edits of a file compose. */
export class PlanBuilder<Facts extends Pick<ProjectFacts, "files"> = ProjectFacts> {
  /** The project that is planned for, as it was read. */
  readonly facts: Facts;
  readonly #staged = new Map<string, Staged>();
  readonly #steps: Step[] = [];
  readonly #conflicts: Conflict[] = [];
  readonly #warnings: Warning[] = [];
  readonly #next: NextStep[] = [];
  readonly #force: boolean;
  #install: Plan["install"];
  #irreversible = false;
  readonly #left: string[] = [];

  constructor(facts: Facts, options: { force?: boolean } = {}) {
    this.facts = facts;
    this.#force = options.force ?? false;
  }

  /** Text of a file as it will be after the steps so far. One that may not be opened is no absent one: it throws. */
  text(file: string): string | undefined {
    return this.#staged.get(file)?.text ?? readIfText(this.facts.files, file, { isNamed: true })?.text;
  }

  step = (step: Step): void => void this.#steps.push(step);

  warn(code: CommandWarning, message: string): void {
    this.#warnings.push({ code, message });
  }

  /** See {@link Plan.open}. */
  leave = (what: string): void => void this.#left.push(what);
  next(line: string, time: NextTime = "then"): void {
    if (!this.#next.some((one) => one.line === line)) this.#next.push({ line, time });
  }

  /** Once, at the end, for all packages that the plan adds. */
  install(command: readonly string[], cwd: string, reason: string): void {
    if (this.#install) return;
    this.#install = { command, cwd };
    this.step({ kind: "install", status: "todo", reason });
  }

  /** The file that is meant among those that the steps so far make. */
  created(isMeant: (file: string) => boolean): string | undefined {
    return this.#steps.find(({ kind, path: file = "" }) => kind === "create" && isMeant(file))?.path;
  }

  /** The files that the steps so far make or edit. */
  changed = (): string[] => [
    ...new Set(this.#steps.filter(isChange).flatMap(({ path: file }) => file ?? [])),
  ];

  /** Nothing is at this place, or what we would write, or what we wrote and nobody changed. */
  isOurs(file: string, content: string): boolean {
    const present = this.text(file);
    if (present === undefined || sameText(present, content)) return true;
    const snapshot = this.facts.files.read(file);
    return snapshot?.text === present && isGenerated(this.#generated(), file, snapshot.hash);
  }

  /** A whole new file. */
  create(file: string, content: string, reason: string, present: PresentFile = {}): void {
    const { keep = () => false, other = "a file with other content is there" } = present;
    this.#create({ file, content, reason, keep, other });
  }

  #create({ file, content, reason, keep, other }: NewFile): void {
    const present = this.text(file);
    const same = present !== undefined && sameText(present, content);
    if (present !== undefined && (same || keep(present))) {
      this.step({
        kind: "create",
        path: file,
        status: "already",
        reason: same ? "up to date" : "is there, left as it is",
      });
      return;
    }
    const snapshot = this.facts.files.read(file);
    const isUntouched =
      snapshot !== undefined &&
      snapshot.text === present &&
      isGenerated(this.#generated(), file, snapshot.hash);
    if (isUntouched) {
      this.step({ kind: "create", path: file, status: "todo", reason: `update: ${reason}` });
      this.#set(file, content).generated = true;
      return;
    }
    if (present !== undefined && !this.#force) {
      if (snapshot) {
        const base = lastGenerated(this.#generated(), file);
        const step = this.#steps.length;
        this.#conflicts.push({
          step,
          path: file,
          present: snapshot,
          content,
          ...(base !== undefined && { base }),
        });
      }
      const message = `${other}; --force replaces it (auth undo brings it back)`;
      this.step({ kind: "create", path: file, status: "conflict", reason: message });
      return;
    }
    this.step({ kind: "create", path: file, status: "todo", reason });
    this.#set(file, content).generated = true;
  }

  /** Edits of a file that is there; the file's own steps so far are part of the text that the edits are for. */
  edit(
    file: string,
    result: EditResult,
    words: { reason: string; already: string; snippet: string; kind?: Step["kind"] },
  ): void {
    const kind = words.kind ?? "edit";
    if (result.kind === "manual") {
      const { line, why } = result;
      this.step({ kind, path: file, status: "manual", reason: why, line, snippet: words.snippet });
    } else if (result.edits.length === 0) {
      this.step({ kind, path: file, status: "already", reason: words.already });
    } else {
      this.step({ kind, path: file, status: "todo", reason: words.reason });
      this.#set(file, splice(this.text(file) ?? "", result.edits));
    }
  }

  /** Takes a whole file away. */
  remove(file: string, reason: string): void {
    this.step({ kind: "remove", path: file, status: "todo", reason });
    this.#set(file, this.text(file) ?? "").gone = true;
  }

  /** Lines of an env file. `secret`: the file holds secrets, so nothing of it is remembered and only its owner reads it. */
  env(
    file: string,
    pairs: readonly { key: string; value: string; comment?: string }[],
    options: { secret: boolean; reason: (key: string) => string; reader?: EnvReader },
  ): void {
    for (const pair of pairs) {
      const text = this.text(file) ?? "";
      const edits = setEnv(text, [pair], options.reader);
      const status = edits.length === 0 ? "already" : "todo";
      const reason = status === "already" ? `${pair.key} is there` : options.reason(pair.key);
      this.step({ kind: "env", path: file, status, reason });
      if (status === "todo") this.#insert(file, text, edits, options.secret);
    }
  }

  /** Only the owner reads a file from now on. Nothing of it is remembered: it holds secrets. */
  restrict(file: string, reason: string): void {
    const staged = this.#set(file, this.text(file) ?? "");
    staged.mode = 0o600;
    staged.inserted ??= [];
    this.step({ kind: "env", path: file, status: "todo", reason });
  }

  /** Other names, or values, in an env file. The journal gets what was there, so that may be no secret. */
  replaceEnv(file: string, edits: readonly TextEdit[], reason: string): void {
    const text = this.text(file) ?? "";
    this.step({ kind: "env", path: file, status: "todo", reason });
    noteEdits(this.#set(file, splice(text, edits)), text, edits);
  }

  /** Edits that take values out of an env file. They are kept nowhere: the plan cannot be taken back. */
  dropSecrets(file: string, edits: readonly TextEdit[], reason: string): void {
    this.step({ kind: "env", path: file, status: "todo", reason });
    this.#set(file, splice(this.text(file) ?? "", edits)).inserted = [];
    this.#irreversible = true;
  }

  /**
   * Takes lines of keys without a value out of an env file; what has a value stays and is named in the result.
   * `made`: the file is ours, and goes when nothing is left in it.
   */
  removeEnv(
    file: string,
    keys: readonly { key: string; comment?: string }[],
    options: { secret: boolean; reason: string; made?: boolean },
  ): EnvRemoval {
    const text = this.text(file) ?? "";
    const removal = removeEnv(text, keys);
    for (const key of removal.removed)
      this.step({ kind: "env", path: file, status: "todo", reason: `${key}: ${options.reason}` });
    if (removal.edits.length === 0) return removal;
    const staged = this.#set(file, splice(text, removal.edits));
    staged.gone = options.made === true && staged.text.trim() === "";
    if (staged.gone)
      this.step({ kind: "remove", path: file, status: "todo", reason: "nothing is left in it" });
    if (options.secret) noteEdits(staged, text, removal.edits);
    return removal;
  }

  /** Takes the lines of a variable out of an env file. The journal gets the lines, so they may hold no secret. */
  cutEnv(file: string, key: string, reason: string): void {
    const text = this.text(file) ?? "";
    const edits = cutKey(text, key);
    this.step({ kind: "env", path: file, status: "todo", reason });
    noteEdits(this.#set(file, splice(text, edits)), text, edits);
  }

  #insert(file: string, text: string, edits: readonly TextEdit[], secret: boolean): void {
    const staged = this.#set(file, splice(text, edits), secret ? 0o600 : undefined);
    if (!secret) return;
    staged.inserted ??= [];
    for (const { start, text: added } of edits)
      staged.inserted = insertRange(staged.inserted, start, added.length);
  }

  #set(file: string, text: string, newMode = 0o644): Staged {
    const staged = this.#staged.get(file) ?? this.#open(file, newMode);
    staged.text = text;
    staged.gone = false;
    this.#staged.set(file, staged);
    return staged;
  }

  #open(file: string, newMode: number): Staged {
    const before = this.facts.files.read(file);
    if (!before) assertFree(this.facts.files, file);
    return {
      before,
      text: before?.text ?? "",
      mode: before?.mode ?? newMode,
      inserted: undefined,
      generated: false,
      gone: false,
    };
  }

  #generated(): Generated {
    return parseGenerated(this.facts.files.read(manifestPath)?.text);
  }

  finish(command: string): Plan {
    const staged = [...this.#staged];
    const unchanged = new Set(staged.filter(([, one]) => isUnchanged(one)).map(([file]) => file));
    const changes = staged
      .filter(([file]) => !unchanged.has(file))
      .map(([file, one]) => changeOf(this.facts.files, file, one));
    return makePlan({
      command,
      root: this.facts.files.root,
      steps: this.#steps.map((step) =>
        step.status === "todo" && unchanged.has(step.path ?? "")
          ? { ...step, status: "already", reason: "is there" }
          : step,
      ),
      changes,
      seen: this.facts.files.seen(),
      conflicts: this.#conflicts,
      ...(this.#irreversible && { irreversible: true }),
      open: this.#left,
      ...(this.#install && { install: this.#install }),
      warnings: this.#warnings,
      next: inOrder(this.#next),
    });
  }
}

const sameText = (a: string, b: string) => a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n");
