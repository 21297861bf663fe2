/** The load functions by which SvelteKit asks the server at each navigation: whole ones, and lines for those that are there. */
import { asyncFor, finish, manual } from "../../../cli/edit/guard-function.js";
import { addImports } from "../../../cli/edit/imports.js";
import { requirementText, type WrittenRequirement } from "../../../cli/edit/requirement.js";
import {
  exportedFunction,
  functionOf,
  isAsync,
  isExportedElsewhere,
  type FunctionWithBody,
} from "../../../cli/source/names/exported-functions.js";
import type { OpenModule, SourceText } from "../../../cli/source/names/names.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";
import { elementOf, mentions } from "../../../cli/source/syntax/bindings.js";
import { firstSyntaxError, locateModule, parse, ts } from "../../../cli/source/syntax/syntax.js";
import { indentAt } from "../../../cli/source/text/layout.js";
import type { EditResult, TextEdit } from "../../../cli/source/text/text-edit.js";
import type { TextStyle } from "../../../cli/source/text/text-style.js";
import { render } from "../../render.js";

/** A load function as it is written. */
export interface WrittenLoad {
  readonly type: "LayoutServerLoad" | "PageServerLoad";
  readonly typed: boolean;
  readonly requirement: WrittenRequirement;
}

const comment = "// Kit runs this at each navigation below, because it reads the address.";

/** A file with such a load function, or the function alone. */
export const renderLoad = (
  { requirement, ...written }: WrittenLoad,
  imported: boolean,
  style: TextStyle,
): string =>
  render(
    "frameworks/sveltekit/load-server.hbs",
    {
      ...written,
      imported: imported && written.typed,
      comment,
      doc: `{import("./$types").${written.type}}`,
      requirement: requirementText(requirement, '"'),
    },
    style,
  );

/** Makes a file of the server ask at each navigation: by its load function, or by one of its own. */
export function addAsking(
  { file, text }: SourceText,
  written: WrittenLoad,
  style: TextStyle,
  open?: OpenModule,
): EditResult {
  const error = firstSyntaxError(text, file);
  if (error !== undefined) return manual(text, error, "the file has a syntax error");
  const root = parse(text, file);
  const exported = exportedFunction(root, "load");
  if (exported !== undefined) {
    const load = functionOf(exported);
    if (load === undefined) return manual(text, 0, "`load` isn't a function of this file");
    const isAsking = authExpressionsIn([root], open).guardsIn(load).length > 0;
    const edits = intoLoad(load, written, isAsking, style);
    return typeof edits === "string"
      ? manual(text, load.getStart(), edits)
      : finish({ file, text, imports: [] }, edits);
  }
  if (isExportedElsewhere(root, "load"))
    return manual(text, 0, "`load` is exported in a list or from another file");
  const module = locateModule(text, file);
  const wanted = { specifier: "./$types", names: [written.type], isType: true } as const;
  const imports =
    written.typed && !module.names.has(written.type) ? addImports(text, module, [wanted], style) : [];
  const gap = text.endsWith("\n") ? style.eol : style.eol + style.eol;
  return finish({ file, text, imports }, [insert(text.length, gap + renderLoad(written, false, style))]);
}

/** The two lines as the first of a load function. @returns why not */
function intoLoad(
  load: FunctionWithBody,
  { requirement }: WrittenLoad,
  isAsking: boolean,
  style: TextStyle,
): TextEdit[] | string {
  const event = eventOf(load);
  if (typeof event === "string") return event;
  const { body } = load;
  if (body === undefined) return "`load` has no body";
  if (!isAsync(load) && load.type) return "`load` has a return type that isn't a promise";
  const end = style.semicolons ? ";" : "";
  const asks = `await ${event.locals}.auth.require(${requirementText(requirement, style.quote)})`;
  const { text } = load.getSourceFile();
  const lines = [comment, `void ${event.url}.pathname${end}`, ...(isAsking ? [] : [asks + end])];
  const indent = indentAt(text, load.getStart());
  const written = lines.map((line) => style.eol + indent + style.indent + line).join("");
  const more = [...asyncFor(load), ...event.edits];
  if (!ts.isBlock(body)) {
    const opening = `{${written}${style.eol}${indent}${style.indent}return `;
    return [...more, insert(body.getStart(), opening), insert(body.getEnd(), `${end}${style.eol}${indent}}`)];
  }
  const at = body.getStart() + 1;
  const [first] = body.statements;
  const sharesLine = first !== undefined && !text.slice(at, first.getStart()).includes("\n");
  return [...more, insert(at, written + (sharesLine ? style.eol + indent + style.indent : ""))];
}

/** What a load function calls these two of its event, and what makes it name them. */
interface EventNames {
  readonly locals: string;
  readonly url: string;
  readonly edits: readonly TextEdit[];
}

function eventOf(load: FunctionWithBody): EventNames | string {
  const [event] = load.parameters;
  const isFree = (name: string) => !mentions(load.body, name);
  if (event === undefined) {
    if (!isFree("locals") || !isFree("url")) return namesTaken;
    return { locals: "locals", url: "url", edits: [insert(load.parameters.pos, "{ locals, url }")] };
  }
  if (ts.isIdentifier(event.name)) {
    const name = event.name.text;
    return { locals: `${name}.locals`, url: `${name}.url`, edits: [] };
  }
  if (!ts.isObjectBindingPattern(event.name)) return "`load` takes its event apart in another way";
  const { elements } = event.name;
  const names: Record<string, string> = {};
  const missing: string[] = [];
  for (const name of ["locals", "url"]) {
    const element = elementOf(event.name, name);
    if (element === undefined) {
      if (!isFree(name)) return namesTaken;
      missing.push(name);
    } else if (!ts.isIdentifier(element.name)) return "`load` takes its event apart further";
    names[name] = element === undefined ? name : element.name.getText();
  }
  const added = missing.join(", ");
  const edit = insert(event.name.getStart() + 1, elements.length === 0 ? ` ${added} ` : ` ${added},`);
  return {
    locals: names["locals"] ?? "",
    url: names["url"] ?? "",
    edits: missing.length === 0 ? [] : [edit],
  };
}

const namesTaken = "the names `locals` and `url` are taken in `load`";

const insert = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
