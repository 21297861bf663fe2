/** The component of a plugin above every page of an app, such as who acts for whom. */
import { addImports, renderImport, type WantedImport } from "../../cli/edit/imports.js";
import { insertElement } from "../../cli/edit/component-file.js";
import { packageName } from "../../cli/formats/own-package.js";
import { endpointBase, prefixOf } from "../../cli/plan/places.js";
import type { PlanContext } from "../../templates/frameworks/support.js";
import { supportOf } from "../../templates/frameworks/index.js";
import type { StoreContext } from "../../templates/stores/support.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { locateTags, type ComponentTag } from "../../cli/source/markup/tags.js";
import type { SourceText } from "../../cli/source/names/names.js";
import {
  firstShown,
  hasElement,
  markupOf,
  scriptStart,
  vueTemplate,
  withoutNotes,
} from "../../cli/source/syntax/component-markup.js";
import { codeOf } from "../../cli/source/syntax/probes.js";
import { firstSyntaxError, locateModule } from "../../cli/source/syntax/syntax.js";
import { isComponent } from "../../cli/source/text/file-names.js";
import { indentAt, isBlank, lineEnd, lineStart, spaceAfter } from "../../cli/source/text/layout.js";
import { splice, type TextEdit } from "../../cli/source/text/text-edit.js";
import { detectStyle, moduleQuote } from "../../cli/source/text/text-style.js";
import { ourTags, withoutLine } from "./component-tags.js";

type Context = Pick<StoreContext, "builder" | "framework">;

/** By the ending of a file: which entry point has the component, and what it takes for the usual path. */
const clients = [
  { ending: ".svelte", client: "svelte", usual: "/auth", attribute: "basePath" },
  { ending: ".vue", client: "vue", usual: "/auth", attribute: "base-path" },
  { ending: "", client: "react", usual: "/api/auth", attribute: "basePath" },
] as const;

const clientOf = (file: string) => clients.find(({ ending }) => file.endsWith(ending)) ?? clients[2];

const importOf = (file: string, name: string): WantedImport => ({
  specifier: `${packageName}/${clientOf(file).client}`,
  names: [name],
});

/**
 * Puts a component above every page, once: into the provider of the session, else into the layout.
 *
 * @returns the file; undefined: no place was found, and nothing is written
 */
export async function planBar({ builder, framework }: Context, name: string): Promise<string | undefined> {
  const { facts } = builder;
  const present = ourTags(facts.files, [name]);
  if (present === undefined) return undefined;
  const base = prefixOf(facts, framework) + (await endpointBase(facts, framework));
  const place = present[0] ?? (await findPlace({ builder, framework }));
  if (place === undefined) return undefined;
  const { file } = place;
  const words = { reason: `shows ${name} above every page`, already: `${name}: there`, snippet: "" };
  if (!("at" in place)) {
    builder.edit(file, { kind: "edits", edits: [] }, words);
    return file;
  }
  const edits = editsFor(place, name, base);
  if (edits === undefined) return undefined;
  builder.edit(file, { kind: "edits", edits }, words);
  return file;
}

/** In front of what the component stands. */
interface Place extends SourceText {
  readonly at: number;
  /** An element that has to stand beside it. */
  readonly beside?: ComponentTag;
}

async function findPlace({ builder, framework }: Context): Promise<Place | undefined> {
  const { facts } = builder;
  const providers = ourTags(facts.files, ["SessionProvider"]) ?? [];
  const [provider] = providers;
  if (provider !== undefined && providers.length === 1) {
    const { file } = provider;
    // An earlier step of the plan may have changed the file.
    const text = builder.text(file) ?? "";
    const inside = locateTags(text, ["SessionProvider"])?.[0]?.inside;
    if (inside !== undefined) return { file, text, at: firstIn(text, inside.start) };
  }
  const file = (await supportOf(framework).layoutFile?.(facts)) ?? appFile(facts);
  const text = file === undefined ? undefined : builder.text(file);
  return file === undefined || text === undefined ? undefined : placeIn({ file, text });
}

const firstIn = (text: string, start: number): number => start + spaceAfter(text, start);

/** What the Pages Router of Next.js puts around every page. */
function appFile({ pagesDir, files }: ConfiguredProject): string | undefined {
  if (pagesDir === undefined) return undefined;
  return ["tsx", "jsx", "js"]
    .map((ending) => `${pagesDir}/_app.${ending}`)
    .find((file) => files.exists(file));
}

/** Where a layout shows the page first. */
function placeIn({ file, text }: SourceText): Place | undefined {
  const placed = (at: number | undefined) => (at === undefined ? undefined : { file, text, at });
  if (file.endsWith(".svelte")) return placed(firstShown(markupOf(text)));
  if (file.endsWith(".vue")) {
    const template = vueTemplate(markupOf(text));
    // A layout has one root, by which its transition finds it; `app.vue` needs none.
    return placed(file.endsWith("app.vue") ? template?.first : template?.firstInRoot);
  }
  const [body, otherBody] = locateTags(text, ["body"]) ?? [];
  if (body?.inside !== undefined) return otherBody ? undefined : placed(firstIn(text, body.inside.start));
  const [page, otherPage] = locateTags(text, ["Component"]) ?? [];
  if (page === undefined || otherPage || page.inside !== undefined) return undefined;
  return { file, text, at: page.start, beside: page };
}

/** @returns undefined: it cannot be added safely, or the name is something else there */
function editsFor(place: Place, name: string, base: string): TextEdit[] | undefined {
  const { file, text } = place;
  const { client, usual, attribute } = clientOf(file);
  const code = codeOf(file, text);
  const codeFile = isComponent(file) ? `${file}.ts` : file;
  if (firstSyntaxError(code, codeFile) !== undefined) return undefined;
  const element = `<${name}${base === usual ? "" : ` ${attribute}="${base}"`} />`;
  // Nuxt finds components by their names.
  const imports = client === "vue" ? [] : importsInto({ file, text, code, codeFile }, name);
  if (imports === undefined) return undefined;
  const edits = [...imports, ...elementInto(place, element)];
  const after = splice(text, edits);
  return firstSyntaxError(codeOf(file, after), codeFile) === undefined ? edits : undefined;
}

/** Beside an element that stands alone, both are put into a fragment. */
function elementInto({ text, at, beside }: Place, element: string): TextEdit[] {
  if (beside === undefined || isChild(text, beside)) return [insertElement(text, at, element)];
  const between = spaceIn(text, beside);
  return [
    { start: beside.start, end: beside.start, text: `<>${between}${element}${between}` },
    { start: beside.end, end: beside.end, text: `${spaceIn(text, beside, "")}</>` },
  ];
}

/** A line of its own inside of the fragment, one step further in than the line of the element. */
function spaceIn(text: string, { start }: ComponentTag, step = detectStyle(text).indent): string {
  return detectStyle(text).eol + indentAt(text, start) + step;
}

/** Is there a tag in front of it, of which it is a child? */
const isChild = (text: string, { start }: ComponentTag): boolean =>
  text.slice(0, start).trimEnd().endsWith(">") && !text.slice(0, start).trimEnd().endsWith("=>");

interface Code extends SourceText {
  readonly code: string;
  readonly codeFile: string;
}

function importsInto({ file, text, code, codeFile }: Code, name: string): TextEdit[] | undefined {
  const module = locateModule(code, codeFile);
  if (module.names.has(name)) return undefined;
  const style = detectStyle(text);
  const wanted = importOf(file, name);
  if (!isComponent(file)) return addImports(text, module, [wanted], style);
  const line = lineOf({ file, text }, name);
  const start = scriptStart(withoutNotes(text));
  return start === undefined
    ? [{ start: 0, end: 0, text: newScript(line, style) }]
    : [{ start, end: start, text: style.eol + scriptIndent(text, start, style.indent) + line }];
}

const newScript = (line: string, { eol, indent }: ReturnType<typeof detectStyle>): string =>
  `<script>${eol}${indent}${line}${eol}</script>${eol}${eol}`;

/** As the first line of the script has it. */
const scriptIndent = (text: string, start: number, usual: string): string => {
  const first = firstIn(text, start);
  return text.startsWith("</script", first) ? usual : indentAt(text, first);
};

const lineOf = ({ file, text }: SourceText, name: string): string => {
  const style = detectStyle(text);
  return renderImport(importOf(file, name), "import", { ...style, quote: moduleQuote(text, style.quote) });
};

/** Takes the component out where it stands as it was written, with its import. */
export function planBarGone({ builder }: PlanContext, name: string): void {
  for (const file of new Set(ourTags(builder.facts.files, [name])?.map((one) => one.file))) {
    const text = builder.text(file) ?? "";
    const [tag, other] = locateTags(text, [name]) ?? [];
    if (tag === undefined || other !== undefined || !isAsWritten(tag)) continue;
    const left = withoutImport({ file, text: withoutElement(text, tag) }, name);
    const edits = [{ start: 0, end: text.length, text: left }];
    const reason = `takes ${name} out`;
    builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
  }
}

const isAsWritten = ({ inside, attributes }: ComponentTag): boolean =>
  inside === undefined && attributes.every(({ name }) => clients.some(({ attribute }) => attribute === name));

/** A fragment that it was put into goes along. */
function withoutElement(text: string, tag: ComponentTag): string {
  const [page] = locateTags(text, ["Component"]) ?? [];
  const open = text.slice(0, tag.start).trimEnd();
  const close = page && firstIn(text, page.end);
  const isWrapped = page && close && open.endsWith("<>") && text.startsWith("</>", close);
  if (!isWrapped || !isBlank(text.slice(tag.end, page.start))) return splice(text, [withoutLine(text, tag)]);
  return splice(text, [
    { start: open.length - "<>".length, end: page.start, text: "" },
    { start: page.end, end: close + "</>".length, text: "" },
  ]);
}

/** The line as it was written; in another form it stays. */
function withoutImport({ file, text }: SourceText, name: string): string {
  const isUsed = hasElement(isComponent(file) ? markupOf(text) : text, name);
  const line = lineOf({ file, text }, name);
  const style = detectStyle(text);
  const at = text.indexOf(line);
  if (isUsed || at === -1) return text;
  if (isComponent(file) && text.startsWith(newScript(line, style)))
    return text.slice(newScript(line, style).length);
  const [start, end] = [lineStart(text, at), lineEnd(text, at)];
  if (text.slice(start, end).trim() !== line) return text;
  const left = splice(text, [{ start, end, text: "" }]);
  // The first import of a file came with a blank line.
  const isFirst = !isComponent(file) && start === 0 && locateModule(left, file).first;
  return isFirst && left.startsWith(style.eol) ? left.slice(style.eol.length) : left;
}
