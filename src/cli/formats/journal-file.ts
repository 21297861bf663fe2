/** What a plan changed, as it is kept for undo. A journal is input like any other: what is none is refused. */

/** UTF-16 offsets in the file as written. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** What stood there: lines of keys without a value. */
  readonly text?: string;
  /** The line that they stood behind; none: they stood at the top. */
  readonly above?: Anchor;
  /** The lines of an insertion, to find them again in a file that was edited since. */
  readonly pieces?: readonly Piece[];
}

/** Columns of a line that is known by its number and the hash of all of it. */
export interface Piece {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly hash: string;
}

/** A line of an env file, known by its number and the hash of its key: the value may change. */
export interface Anchor {
  readonly line: number;
  readonly hash: string;
  /** Behind its line break, or before it. */
  readonly isBroken: boolean;
}

/** How one file is taken back. */
export interface JournalFile {
  readonly path: string;
  readonly realPath: string;
  /** Hash and permission bits before; null: the file was made by the plan. */
  readonly before: { readonly hash: string; readonly mode: number; readonly base64?: string } | null;
  readonly afterHash: string | null;
  /** Env files are kept as places to cut, never as content. */
  readonly cuts?: readonly Cut[];
  /** Content as the plan left it, in base64, of a file that was there before: taking back later starts from it. */
  readonly after?: string;
  /** Made by the package manager from package.json. */
  readonly derived?: true;
}

export interface Journal {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly command: string;
  /** ISO 8601. */
  readonly appliedAt: string;
  /** `applying` and `undoing` in the journal of a process that is gone: its work is taken back by the next run. */
  readonly state: "applying" | "applied" | "undoing";
  readonly pid: number;
  readonly files: readonly JournalFile[];
  /** What the plan took away is kept nowhere: its files are never brought back. */
  readonly irreversible?: true;
  /** Folders that were made, outermost first. */
  readonly folders: readonly string[];
}

type Check = (value: unknown) => boolean;

const isHash: Check = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isBase64: Check = (value) => typeof value === "string" && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
/** Places are shown in a terminal: control characters would move its cursor. */
// oxlint-disable-next-line no-control-regex -- those are the ones to refuse
const isPlace: Check = (value) => typeof value === "string" && /^[^\u0000-\u001F\u007F-\u009F]+$/.test(value);
const isDate: Check = (value) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((one) => check(one));
const record =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(members).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const isCut = record({
  start: isCount,
  end: isCount,
  text: optional(isText),
  above: optional(record({ line: isCount, hash: isHash, isBroken: isFlag })),
  pieces: optional(listOf(record({ line: isCount, from: isCount, to: isCount, hash: isHash }))),
} satisfies Record<keyof Cut, Check>);

const isFile = record({
  path: isPlace,
  realPath: isPlace,
  before: orNull(record({ hash: isHash, mode: isCount, base64: optional(isBase64) })),
  afterHash: orNull(isHash),
  cuts: optional(listOf(isCut)),
  after: optional(isBase64),
  derived: optional((value) => value === true),
} satisfies Record<keyof JournalFile, Check>);

const isJournal = record({
  schemaVersion: (value) => value === 1,
  id: (value) => typeof value === "string" && /^[0-9a-f]{12}$/.test(value),
  command: (value) => typeof value === "string" && /^[a-z][a-z -]{0,60}$/.test(value),
  appliedAt: isDate,
  state: (value) => value === "applying" || value === "applied" || value === "undoing",
  pid: (value) => isCount(value) && value !== 0,
  files: listOf(isFile),
  irreversible: optional((value) => value === true),
  folders: listOf(isPlace),
} satisfies Record<keyof Journal, Check>);

/** A journal as it stands on disk, its code of authentication apart; undefined: it is none. */
export function parseJournal(text: string): { readonly journal: Journal; readonly mac: unknown } | undefined {
  const { mac, ...journal } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
  return isJournal(journal) ? { journal: journal as unknown as Journal, mac } : undefined;
}
