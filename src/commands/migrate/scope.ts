import type { TextStyle } from "../../cli/source/text/text-style.js";
import type { Argument, InitCall } from "./constructs/session-calls/read.js";
import type { HandlerExport } from "./constructs/init/read.js";
import type { Surveyed } from "./read-file.js";
import type { NameChanges, WantedName } from "./change.js";

/** `auth` or `handlers` as this file calls it. */
export interface LocalName {
  readonly local: string;
  /** Undefined: it is made here. */
  readonly wanted: WantedName | undefined;
}

/** A file of next-auth 4, with what was decided for it in view of the whole project. */
export interface Scope extends Pick<Surveyed, "text" | "calls" | "role"> {
  readonly style: TextStyle;
  /** Options declared here that this file turns into `handlers`, `auth`, ... and what it exports. */
  readonly home: { readonly options: string; readonly names: readonly string[] } | undefined;
  /** `getServerSession(options)`: how `auth` is called here, for each name of options; undefined: nobody has it. */
  readonly authFor: (options: string | undefined) => LocalName | undefined;
  /** How `handlers` is called here for options that have them already; undefined: they are made here. */
  readonly handlersFor: (options: string) => LocalName | undefined;
  /** The member of `handlers` that the route of the endpoints takes, in another file; undefined: there is no such route. */
  readonly answersBy: "GET" | "pages" | undefined;
  /** The file moves away from the route: its handler exports stay behind. */
  readonly moved: boolean;
  /** Local name of `NextAuth` here. */
  readonly init: string;
}

/** A call with what the file exports of it, and `handlers` of another file for the same options. */
export interface Init {
  readonly call: InitCall;
  readonly options: Argument;
  readonly exports: readonly HandlerExport[];
  readonly lent: LocalName | undefined;
}

/** The end of a statement in this file. */
export const semicolon = ({ style }: Pick<Scope, "style">): string => (style.semicolons ? ";" : "");

/** The edits use what another file makes, in place of the options with this name. */
export const usesLent = ({ local, wanted }: LocalName, options?: string): Partial<NameChanges> => ({
  used: [local],
  wanted: wanted ? [wanted] : [],
  freed: options === undefined ? [] : [options],
});
