/**
 * Which pages a link inside an app of SvelteKit opens without asking the server, and the load functions that make it ask. The
 * hooks guard what the server is asked. Kit asks it for a page with a load function of the server, and runs one of a layout
 * again where it has read the address.
 */
import { asyncFor, finish, manual } from "../../../cli/edit/guard-function.js";
import { addImports } from "../../../cli/edit/imports.js";
import { requirementText, type WrittenRequirement } from "../../../cli/edit/requirement.js";
import { covers, type ProtectContext, type ProtectedPath } from "../../../cli/plan/protected-path.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import {
  exportedFunction,
  functionOf,
  isAsync,
  isExportedElsewhere,
  type FunctionWithBody,
} from "../../../cli/source/names/exported-functions.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { firstSyntaxError, locateModule, parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { indentAt } from "../../../cli/source/text/layout.js";
import type { EditResult, TextEdit } from "../../../cli/source/text/text-edit.js";
import { detectStyle, type TextStyle } from "../../../cli/source/text/text-style.js";
import { render } from "../../render.js";
import {
  addressOf,
  kitStyle,
  hasLinksInside,
  layoutFolders,
  optionFiles,
  prerenderedBy,
  routesIn,
  type KitRoute,
} from "./place.js";

/** The text of a file, as it is or as a plan leaves it. */
type Read = (file: string) => string | undefined;

/** What a load function of the server makes Kit do at a navigation. */
type Asks = "always" | "at first" | "never";

/** When a navigation to a page asks the server. */
export function asksServer(files: ProjectFiles, read: Read, route: KitRoute): Asks {
  if (!hasLinksInside(files)) return "always";
  const own = loadOf(read, route.folder, "+page.server");
  if (own !== undefined) return "always";
  const around = layoutFolders(files, route).flatMap(
    (folder) => loadOf(read, folder, "+layout.server") ?? [],
  );
  if (around.length === 0) return "never";
  // What is not in sight may read the address.
  return around.some((load) => load === "elsewhere" || readsAddress(load)) ? "always" : "at first";
}

/** A load function that a file exports: the function, or where it stands. */
function loadOf(read: Read, folder: string, stem: string): FunctionWithBody | "elsewhere" | undefined {
  const source = sourceAt(read, folder, stem);
  if (source === undefined) return undefined;
  const root = parse(source.text, source.file);
  const exported = exportedFunction(root, "load");
  if (exported !== undefined) return functionOf(exported) ?? "elsewhere";
  return isExportedElsewhere(root, "load") ? "elsewhere" : undefined;
}

function sourceAt(read: Read, folder: string, stem: string): SourceText | undefined {
  const file = ["ts", "js"]
    .map((ending) => `${folder}${stem}.${ending}`)
    .find((one) => read(one) !== undefined);
  return file === undefined ? undefined : { file, text: read(file) ?? "" };
}

/** Kit runs a load function again when one of these, which it has read, is another. */
const tracked: ReadonlySet<string> = new Set(["href", "pathname", "search", "toString", "toJSON"]);

function readsAddress(load: FunctionWithBody): boolean {
  const pattern = load.parameters[0]?.name;
  const taken =
    pattern && ts.isObjectBindingPattern(pattern) ? elementOf(pattern, "url")?.name.getText() : "url";
  let found = false;
  visit(load, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !tracked.has(node.name.text)) return;
    const from = node.expression;
    found ||= ts.isPropertyAccessExpression(from) ? from.name.text === "url" : from.getText() === taken;
  });
  return found;
}

/** Load functions for the pages below these paths which a link would open unasked. */
export function askAtNavigations(context: ProtectContext): void {
  for (const one of context.paths) {
    const pages = routesIn(context.facts.files).filter(({ page }) => page !== undefined);
    const below = pages.filter(({ address }) => covers(one, address));
    const served = below.filter((route) => !refusesBuild(context, route));
    for (const folder of new Set(served.map(({ folder }) => topOf(one, folder))))
      askBelow(context, one, folder, served);
    if (below.length === 0) nameOthers(context, one, pages);
  }
}

/** The outermost folder around a page all of which is below the path. */
function topOf(path: ProtectedPath, folder: string): string {
  const outer = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return outer.startsWith("src/routes/") && covers(path, addressOf(outer)) ? topOf(path, outer) : folder;
}

function askBelow(
  context: ProtectContext,
  one: ProtectedPath,
  folder: string,
  pages: readonly KitRoute[],
): void {
  const { builder, facts } = context;
  const read: Read = (file) => builder.text(file);
  const inside = pages.filter((route) => route.folder.startsWith(folder));
  const open = () => inside.filter((route) => asksServer(facts.files, read, route) !== "always");
  if (open().length === 0) return;
  const isAlone = inside.length === 1 && inside[0]?.folder === folder;
  const isAround = open().some((route) => layoutFolders(facts.files, route).includes(folder));
  if (!isAlone && isAround) writeLoad(context, one, folder, "layout");
  // Those whose layout is another one.
  for (const route of open())
    if (isAlone || !isAround || !layoutFolders(facts.files, route).includes(folder))
      writeLoad(context, one, route.folder, "page");
}

function writeLoad(
  context: ProtectContext,
  one: ProtectedPath,
  folder: string,
  kind: "layout" | "page",
): void {
  const { builder, facts, requirement } = context;
  const present = sourceAt((file) => builder.text(file), folder, `+${kind}.server`);
  const file = present?.file ?? `${folder}+${kind}.server.${facts.language}`;
  const style = present === undefined ? kitStyle(facts) : detectStyle(present.text, kitStyle(facts));
  const written: WrittenLoad = {
    type: kind === "layout" ? "LayoutServerLoad" : "PageServerLoad",
    typed: file.endsWith(".ts"),
    requirement,
  };
  const whole = renderLoad(written, true, style);
  const reason = `a link in the app to ${one.text} asks the server too`;
  if (present === undefined) return builder.create(file, whole, reason);
  builder.edit(file, addAsking(present, written, style), {
    reason,
    already: "asks the server",
    snippet: whole,
  });
}

/** What is built as a file is asked for by nobody. */
function refusesBuild({ builder, facts }: ProtectContext, route: KitRoute): boolean {
  const by = prerenderedBy(facts.files, route);
  if (by === undefined) return false;
  const text = builder.text(by) ?? "";
  const at = exportedFunction(parse(text, by), "prerender");
  const start = at?.kind === "value" ? at.value.getStart() : 0;
  const snippet = "export const prerender = false;\n";
  const why = `${route.address} is a file of the build, which no guard stands in front of`;
  const beside = optionFiles(facts.files, route)[0];
  const where = by === beside ? "" : `\n// in ${route.folder}+page.server.${facts.language}`;
  builder.edit(by, manual(text, start, why), {
    reason: why,
    already: "",
    snippet: snippet.trimEnd() + where,
  });
  return true;
}

/** Where nothing but a parameter answers at the path, its page is for other addresses too: a guard by role is not its own. */
function nameOthers(
  { builder, facts }: ProtectContext,
  one: ProtectedPath,
  pages: readonly KitRoute[],
): void {
  const read: Read = (file) => builder.text(file);
  for (const route of pages) {
    const parts = route.address.split("/").slice(1);
    const isRest = (part: string | undefined) => part?.startsWith("[...") === true;
    const reaches = one.segments.every((wanted, at) => {
      const part = parts[at] ?? (isRest(parts.at(-1)) ? parts.at(-1) : undefined);
      return part !== undefined && (wanted === undefined || wanted === part || part.startsWith("["));
    });
    if (!reaches || asksServer(facts.files, read, route) === "always") continue;
    builder.leave(
      `A link in the app opens ${route.address} at ${one.text} without asking the server. Write into ${route.folder}+page.server.${facts.language}: export const load = ({ url }) => void url.pathname;`,
    );
  }
}

interface WrittenLoad {
  readonly type: "LayoutServerLoad" | "PageServerLoad";
  readonly typed: boolean;
  readonly requirement: WrittenRequirement;
}

const comment = "// Kit runs this at each navigation below, because it reads the address.";

const renderLoad = ({ requirement, ...written }: WrittenLoad, imported: boolean, style: TextStyle): string =>
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
function addAsking({ file, text }: SourceText, written: WrittenLoad, style: TextStyle): EditResult {
  const error = firstSyntaxError(text, file);
  if (error !== undefined) return manual(text, error, "the file has a syntax error");
  const root = parse(text, file);
  const exported = exportedFunction(root, "load");
  const opened = { file, text, root, style, local: "auth", imports: [] };
  if (exported !== undefined) {
    const load = functionOf(exported);
    if (load === undefined) return manual(text, 0, "`load` isn't a function of this file");
    const edits = intoLoad(load, written, text, style);
    return typeof edits === "string" ? manual(text, load.getStart(), edits) : finish(opened, edits);
  }
  if (isExportedElsewhere(root, "load"))
    return manual(text, 0, "`load` is exported in a list or from another file");
  const module = locateModule(text, file);
  const wanted = { specifier: "./$types", names: [written.type], isType: true } as const;
  const imports =
    written.typed && !module.names.has(written.type) ? addImports(text, module, [wanted], style) : [];
  const gap = text.endsWith("\n") ? style.eol : style.eol + style.eol;
  return finish({ ...opened, imports }, [insert(text.length, gap + renderLoad(written, false, style))]);
}

/** The two lines as the first of a load function. @returns why not */
function intoLoad(
  load: FunctionWithBody,
  { requirement }: WrittenLoad,
  text: string,
  style: TextStyle,
): TextEdit[] | string {
  const event = eventOf(load);
  if (typeof event === "string") return event;
  const { body } = load;
  if (body === undefined) return "`load` has no body";
  if (!isAsync(load) && load.type) return "`load` has a return type that isn't a promise";
  const end = style.semicolons ? ";" : "";
  const asks = `await ${event.locals}.auth.require(${requirementText(requirement, style.quote)})`;
  const isAsking = load.getText().includes(".auth.require(");
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

const elementOf = ({ elements }: ts.ObjectBindingPattern, name: string): ts.BindingElement | undefined =>
  elements.find(
    (one) => one.dotDotDotToken === undefined && (one.propertyName ?? one.name).getText() === name,
  );

const namesTaken = "the names `locals` and `url` are taken in `load`";

function mentions(body: ts.Node | undefined, name: string): boolean {
  let found = false;
  if (body !== undefined) visit(body, (node) => void (found ||= ts.isIdentifier(node) && node.text === name));
  return found;
}

const insert = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
