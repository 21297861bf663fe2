import { pageOf } from "../terminal/code-pages.js";
import { findingGroups } from "./code-groups.js";
import type { TextEdit } from "../source/text/text-edit.js";
import { codes, type CodePage, type Level, type StaticCode } from "./codes.js";
import { type DatabaseCode, databaseCodes } from "./database-codes.js";
import type { LiveCode } from "./live-codes.js";
import { liveCodes } from "./live-codes.js";

/** How a finding is repaired by `--fix`, as data. */
export type Repair =
  | { readonly kind: "secret" }
  /** A new secret in front of the one that is there, which goes on opening what it sealed. */
  | { readonly kind: "rotate" }
  /** A new secret in the place of one whose text is public. */
  | { readonly kind: "replace"; readonly file: string; readonly key: string }
  /** The lines of a variable that is no secret go. */
  | { readonly kind: "variable"; readonly file: string; readonly key: string }
  /** Another name for a variable, whose value stays. */
  | { readonly kind: "rename"; readonly file: string; readonly from: string; readonly to: string }
  | { readonly kind: "ignore"; readonly file: string }
  | { readonly kind: "mode"; readonly file: string }
  | { readonly kind: "splice"; readonly file: string; readonly edits: readonly TextEdit[] }
  /** A further option of the configuration. */
  | { readonly kind: "option"; readonly name: string; readonly value: string }
  /** The line that reads the env file, below the imports of a file. */
  | { readonly kind: "load"; readonly file: string }
  | { readonly kind: "create"; readonly file: string; readonly text: string; readonly reason: string }
  | {
      readonly kind: "json";
      readonly file: string;
      readonly at: readonly string[];
      readonly value: string;
    };

export type Code = StaticCode | LiveCode | DatabaseCode;

/** One thing that is wrong. Never holds a secret. */
export interface Finding {
  readonly code: Code;
  readonly level: Level;
  /** Relative to the project; for a running app its address. */
  readonly path: string;
  readonly line?: number;
  readonly message: string;
  /** The exact line or command. */
  readonly fix: string;
  readonly repair?: Repair | readonly Repair[];
}

export interface FindingParts {
  readonly path: string;
  readonly line?: number | undefined;
  readonly message?: string;
  readonly fix?: string;
  readonly repair?: Repair | readonly Repair[] | undefined;
  /** How much it matters here, where that differs from what its page says. */
  readonly level?: Level;
}

export const allCodes: Readonly<Record<Code, CodePage>> = {
  ...codes,
  ...databaseCodes,
  ...liveCodes,
};

/** A finding; what its page says is the text where nothing more exact is known. */
export function finding(code: Code, { path, line, message, fix, repair, level }: FindingParts): Finding {
  const page = allCodes[code];
  if (repair && page.repair === undefined) throw new TypeError(`${code} is not one that --fix repairs`);
  return {
    code,
    level: level ?? page.level,
    path,
    ...(line !== undefined && { line }),
    message: message ?? page.what,
    fix: fix ?? page.fix,
    ...(repair && { repair }),
  };
}

/** @param docs folder of the documentation; the package's own name for it where none is known */
export const docsOf = (code: Code, docs = "docs"): string => `${docs}/doctor/${pageOf(code, findingGroups)}`;
