import { addImports, type WantedImport } from "./imports.js";
import { splice, type EditResult } from "../source/text/text-edit.js";
import { lineAt } from "../source/text/layout.js";
import { detectStyle } from "../source/text/text-style.js";

/** A function that goes around the listener of a server. */
export interface ListenerWrap {
  readonly imports: readonly WantedImport[];
  /** Its name; undefined: there is none, and a person adds the line. */
  readonly wrapper: string | undefined;
  /** The line of a person who adds it. */
  readonly byHand: string;
  /** Modules whose `createServer` makes the server. */
  readonly modules: readonly string[];
}

/** `createServer(listener)` becomes `createServer(withAuth(listener))`. */
export async function wrapListener(text: string, fileName: string, wrap: ListenerWrap): Promise<EditResult> {
  const { countSyntaxErrors, locateModule } = await import("../source/syntax/syntax.js");
  const { locateListener } = await import("../source/routes/listener.js");
  const { wrapper } = wrap;
  if (countSyntaxErrors(text, fileName) > 0)
    return { kind: "manual", line: 1, why: "the file has a syntax error" };
  const located = locateListener(text, fileName, wrap.modules);
  if (located.kind === "unreadable")
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  const { start, end, madeBy } = located.place;
  const line = lineAt(text, start);
  if (wrapper === undefined)
    return { kind: "manual", line, why: "the listener has to ask for the endpoints first" };
  if (madeBy === wrapper) return { kind: "edits", edits: [] };
  const module = locateModule(text, fileName);
  const clash = wrap.imports.flatMap(({ names }) => names ?? []).find((name) => module.names.has(name));
  if (clash) return { kind: "manual", line, why: `the name \`${clash}\` is taken in this file` };
  const edits = [
    ...addImports(text, module, wrap.imports, detectStyle(text)),
    { start, end: start, text: `${wrapper}(` },
    { start: end, end, text: ")" },
  ];
  if (countSyntaxErrors(splice(text, edits), fileName) > 0)
    return { kind: "manual", line, why: "the lines cannot be added safely" };
  return { kind: "edits", edits };
}
