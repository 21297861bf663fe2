/** Which of ours takes the place of a name of next-auth or @auth/* in one file of an app. */
import {
  moduleFor,
  nameFor,
  subpathOfPackage,
  type ImportTarget,
  type TargetRules,
} from "../../../cli/old-auth/targets.js";
import { detectStyle, moduleQuote, requote, type TextStyle } from "../../../cli/source/text/text-style.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import type { Idioms } from "../../../cli/project/framework.js";

/** A file with code of the old packages. */
export interface OldFile {
  readonly path: string;
  /** Its code, at the places of the file. */
  readonly code: string;
  /** Where `auth` of the configuration is imported from. */
  readonly home: string;
  readonly idioms: Idioms | undefined;
  readonly rules: TargetRules;
}

export interface Correction {
  /** What to write in place of the lines that are there; `name: …` where there is no code for a name. */
  readonly fix: string;
  /** All of it; undefined: a person has something to decide. */
  readonly edits?: readonly TextEdit[] | undefined;
}

/** Functions of next-auth 4 that answer who is signed in. */
export const askers: ReadonlySet<string> = new Set(["getServerSession", "unstable_getServerSession"]);

/** @param old the module of the old package that was meant */
export function roleOf({ idioms }: OldFile, old: string, imported: string): "asker" | "guard" | "name" {
  if (idioms !== undefined && askers.has(imported)) return "asker";
  const isGuard = old === "next-auth/middleware" && ["default", "withAuth"].includes(imported);
  return isGuard && idioms?.guard !== undefined ? "guard" : "name";
}

/** What components use stands in a module for their framework. */
const clientOf = ({ idioms, rules }: OldFile, old: string): string | undefined =>
  old === "next-auth/react" && idioms?.client !== undefined
    ? subpathOfPackage(rules, idioms.client)
    : undefined;

export function wholeTarget(file: OldFile, old: string): ImportTarget {
  const specifier = clientOf(file, old);
  return specifier === undefined ? moduleFor(old, file.rules) : { kind: "found", specifier, name: "*" };
}

export function targetOf(file: OldFile, old: string, imported: string): ImportTarget {
  const target = nameFor(old, imported, file.rules);
  const specifier = clientOf(file, old);
  return target.kind === "found" && specifier !== undefined ? { ...target, specifier } : target;
}

/** How a file writes its code. */
export interface Hand {
  readonly style: TextStyle;
  /** At the end of a statement. */
  readonly end: string;
  /** A module between its quotes. */
  module(specifier: string): string;
  /** A statement of ours. */
  line(code: string): string;
}

export function handOf({ code }: OldFile): Hand {
  const style = detectStyle(code);
  const quote = moduleQuote(code, style.quote);
  const end = style.semicolons ? ";" : "";
  return {
    style,
    end,
    module: (specifier) => quote + specifier + quote,
    line: (written) => requote(written, style.quote) + end,
  };
}

/** `await` in front of what is called. */
export const sessionLine = (expression: string): string =>
  `const session = ${expression.endsWith(")") ? "await " : ""}${expression}`;
