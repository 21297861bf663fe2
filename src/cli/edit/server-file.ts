import { addImports, type WantedImport } from "./imports.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";
import { blanksAfter, endsLine, indentAt, lineAt, lineEnd } from "../source/text/layout.js";
import { detectStyle, type TextStyle } from "../source/text/text-style.js";
import type { OpenModule } from "../source/names/names.js";
import type { ApplicationShape, ServerPlace } from "../source/routes/application.js";

/** What a server file gets: imports, and lines between its middleware and its first route. */
export interface MountPoint {
  readonly application: ApplicationShape;
  /** Opens files that the server file imports; left out: what they hold counts as a route. */
  readonly open?: OpenModule | undefined;
  readonly imports: readonly WantedImport[];
  /** Statements without semicolons, for the local name of the application, in the quotes of the file. */
  readonly statements: (app: string, quote: TextStyle["quote"]) => readonly string[];
}

/** Mounts the handler and the session in the file that makes an application, before its first route. */
export async function mountAuth(text: string, fileName: string, mount: MountPoint): Promise<EditResult> {
  const { countSyntaxErrors, locateModule } = await import("../source/syntax/syntax.js");
  const { locateServer } = await import("../source/routes/application.js");
  if (countSyntaxErrors(text, fileName) > 0)
    return { kind: "manual", line: 1, why: "the file has a syntax error" };
  const module = locateModule(text, fileName);
  const located = locateServer(text, fileName, mount.application, mount.open);
  if (located.kind === "unreadable") {
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  }
  const { place } = located;
  const { after } = place;
  const clash = mount.imports.flatMap(({ names }) => names ?? []).find((name) => module.names.has(name));
  if (clash)
    return { kind: "manual", line: lineAt(text, after), why: `the name \`${clash}\` is taken in this file` };
  const style = detectStyle(text);
  const calls = place.kind === "chain" ? mount.statements("", style.quote) : [];
  if (calls.some((call) => !call.startsWith(".")))
    return {
      kind: "manual",
      line: lineAt(text, after),
      why: "the lines have no place in this chain of calls",
    };
  const block =
    place.kind === "chain" ? insertCalls(text, place, calls, style) : insertLines(text, place, mount, style);
  const edits = [...addImports(text, module, mount.imports, style), block];
  if (countSyntaxErrors(splice(text, edits), fileName) > 0) {
    return { kind: "manual", line: lineAt(text, after), why: "the lines cannot be added safely" };
  }
  return { kind: "edits", edits };
}

function insertLines(
  text: string,
  { app, after, before }: Extract<ServerPlace, { kind: "statements" }>,
  mount: MountPoint,
  style: TextStyle,
): TextEdit {
  const indent = indentAt(text, before ?? after);
  const end = style.semicolons ? ";" : "";
  const lines = mount.statements(app, style.quote).map((statement) => indent + statement + end + style.eol);
  return insertBlock(text, after, lines.join(""), style);
}

/** Calls in a chain, each on a line of its own; the one behind them gets one as well. */
function insertCalls(
  text: string,
  { after, before }: { readonly after: number; readonly before: number },
  calls: readonly string[],
  style: TextStyle,
): TextEdit {
  const isOnOwnLine = text.slice(after, before).includes("\n");
  const indent = isOnOwnLine ? indentAt(text, before) : indentAt(text, after) + style.indent;
  const line = style.eol + indent;
  return {
    start: after,
    end: after,
    text: calls.map((call) => line + call).join("") + (isOnOwnLine ? "" : line),
  };
}

/** A paragraph of its own behind the statement that ends at `after`. */
export function insertBlock(text: string, after: number, block: string, style: TextStyle): TextEdit {
  const at = lineEnd(text, after);
  const rest = text.slice(at);
  if (rest === "" && !text.endsWith("\n")) {
    return { start: at, end: at, text: style.eol + style.eol + block.slice(0, -style.eol.length) };
  }
  const isClosed = endsLine(text, at) || text[at + blanksAfter(text, at)] === "}";
  const gap = rest === "" || isClosed ? "" : style.eol;
  return { start: at, end: at, text: style.eol + block + gap };
}
