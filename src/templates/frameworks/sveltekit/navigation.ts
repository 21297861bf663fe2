/**
 * Which pages a link inside an app of SvelteKit opens without asking the server, and the load functions that make it ask. The
 * hooks guard what the server is asked. Kit asks it for a page with a load function of the server, and runs one of a layout
 * again where it has read the address.
 */
import { projectModules } from "../../../cli/project/sources.js";
import { manual } from "../../../cli/edit/guard-function.js";
import type { WrittenRequirement } from "../../../cli/edit/requirement.js";
import {
  covers,
  organizationPart,
  type ProtectContext,
  type ProtectedPath,
} from "../../../cli/plan/protected-path.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import {
  exportedFunction,
  functionOf,
  isExportedElsewhere,
  type FunctionWithBody,
} from "../../../cli/source/names/exported-functions.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { elementOf } from "../../../cli/source/syntax/bindings.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { addAsking, renderLoad, type WrittenLoad } from "./load-function.js";
import {
  addressOf,
  hasLinksInside,
  kitStyle,
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
    const pages = routesIn(context.builder.facts.files).filter(({ page }) => page !== undefined);
    const below = pages.filter(({ address }) => covers(one, address));
    const served = below
      .filter((route) => asksFor(one, context.requirement, route.address) !== undefined)
      .filter((route) => !refusesBuild(context, route));
    for (const top of new Set(served.map(({ folder }) => topOf(one, folder))))
      askBelow(context, one, top, served);
    if (below.length === 0) nameOthers(context, one, pages);
  }
}

/** What a load function asks for, which knows the organisation by its route; undefined: that has none. */
function asksFor(
  path: ProtectedPath,
  requirement: WrittenRequirement,
  address: string,
): WrittenRequirement | undefined {
  const { organization } = requirement;
  if (typeof organization !== "string") return requirement;
  const part = organizationPart([path], organization, address);
  return typeof part === "object" ? { ...requirement, organization: part.parameter } : undefined;
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
  const { builder } = context;
  const { facts } = builder;
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
  const { builder, requirement } = context;
  const { facts } = builder;
  const present = sourceAt((file) => builder.text(file), folder, `+${kind}.server`);
  const file = present?.file ?? `${folder}+${kind}.server.${facts.language}`;
  const style = present === undefined ? kitStyle(facts) : detectStyle(present.text, kitStyle(facts));
  const written: WrittenLoad = {
    type: kind === "layout" ? "LayoutServerLoad" : "PageServerLoad",
    typed: file.endsWith(".ts"),
    requirement: asksFor(one, requirement, addressOf(folder)) ?? requirement,
  };
  const whole = renderLoad(written, true, style);
  const reason = `a link in the app to ${one.text} asks the server too`;
  if (present === undefined) return builder.create(file, whole, reason);
  builder.edit(file, addAsking(present, written, style, projectModules(facts)), {
    reason,
    already: "asks the server",
    snippet: whole,
  });
}

/** What is built as a file is asked for by nobody. */
function refusesBuild({ builder }: ProtectContext, route: KitRoute): boolean {
  const { facts } = builder;
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
function nameOthers({ builder }: ProtectContext, one: ProtectedPath, pages: readonly KitRoute[]): void {
  const { facts } = builder;
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
