/** Nuxt in `auth init`, and lines in nuxt.config: the module, and guards in `routeRules`. The file is edited, never run. */
import path from "node:path";
import { insertItems } from "../../../cli/edit/comma-list.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { splice, type EditResult } from "../../../cli/source/text/text-edit.js";
import { placedList } from "../../../cli/source/syntax/placed-list.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { countSyntaxErrors, parse, syntaxErrorIn, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { InitContext } from "../init-context.js";
import { prefixOf, styleLike } from "../../../cli/plan/places.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { detectStyle, type TextStyle } from "../../../cli/source/text/text-style.js";
import { render } from "../../render.js";
import { exportedObject } from "../nitro/rules.js";
import { addToTemplate } from "./layout.js";
import { fileAt, moduleName, nuxtConfig, routesIn, serverFolder, sourceFolder } from "./place.js";

/** The Nuxt part of `auth init`: the configuration, the module, an example of a guarded page. */
export function planNuxt(context: InitContext): void {
  const { builder, template } = context;
  const { facts } = builder;
  const style = styleOf(facts);
  const authFile = facts.authFile ?? `${serverFolder(facts.files)}auth.${facts.language}`;
  const typed = facts.language === "ts";
  const variables = { ...template, typed, commonjs: false, loadEnv: false };
  builder.create(
    authFile,
    render("frameworks/nuxt/auth.hbs", variables, style),
    "configuration, session and guard",
    { keep: (text) => text.includes(packageName) },
  );
  planModule(context, style);
  planExample(context, authFile, { variables, style });
  if (context.answers.layout !== undefined)
    planBar(context, context.answers.layout, { variables, style: { ...style, quote: '"' } });
}

const styleOf = (facts: ConfiguredProject): TextStyle =>
  styleLike(facts, [
    ...routesIn(facts.files).map(({ file }) => file),
    ...[nuxtConfig(facts.files)?.file ?? []].flat(),
  ]);

function planModule({ builder }: InitContext, style: TextStyle): void {
  const { facts } = builder;
  const words = {
    reason: "mounts the endpoints, the pages and the guards",
    already: "the module is there",
    snippet: `modules: ["${moduleName}"],`,
  };
  const config = nuxtConfig(facts.files);
  if (config === undefined) {
    const text = render("frameworks/nuxt/config.hbs", { module: moduleName }, style);
    builder.create(`nuxt.config.${facts.language}`, text, words.reason);
    return;
  }
  const text = builder.text(config.file) ?? config.text;
  builder.edit(config.file, addToMember(text, config.file, moduleMember(moduleName)), words);
}

/** A page of Vue where the app has pages; elsewhere `app.vue` answers every address, and the server comes first. */
function planExample(
  { builder, places }: InitContext,
  authFile: string,
  { variables, style }: { variables: Readonly<Record<string, unknown>>; style: TextStyle },
): void {
  const { facts } = builder;
  const folder = `${sourceFolder(facts.files)}pages/`;
  const isPaged = facts.files.list(folder).length > 0;
  const known = fileAt(facts.files, places.example);
  const file = isPaged
    ? `${folder}${places.example.slice(1)}.vue`
    : `${serverFolder(facts.files)}routes${places.example}.get.${facts.language}`;
  const name = isPaged ? "page.vue" : "page";
  const auth = specifierOf(authFile.slice(0, -path.posix.extname(authFile).length), file, undefined);
  // Attributes of templates keep their quotes.
  const manner = isPaged ? { ...style, quote: '"' as const } : style;
  const text = render(`frameworks/nuxt/${name}.hbs`, { ...variables, auth }, manner);
  builder.create(known ?? file, text, "an example of a guarded page", { keep: () => true });
}

/** A bar that signs in and out, and the file that shows it above every page: Nuxt imports components by itself. */
function planBar(
  { builder, answers }: InitContext,
  layout: string,
  { variables, style }: { variables: Readonly<Record<string, unknown>>; style: TextStyle },
): void {
  const { facts } = builder;
  const { files } = facts;
  const data = {
    ...variables,
    stylesheet: `${packageName}/vue/style.css`,
    homeUrl: prefixOf(facts, answers.framework) || "/",
  };
  builder.create(
    `${sourceFolder(files)}components/AuthBar.vue`,
    render("frameworks/nuxt/auth-bar.vue.hbs", data, style),
    "a button to sign in, and the menu of who has",
    { keep: (text) => text.includes("UserButton") },
  );
  const source = { file: layout, text: builder.text(layout) ?? "" };
  builder.edit(layout, addToTemplate(source, nuxtConfig(files)?.text ?? ""), {
    reason: "shows the bar on every page",
    already: "shows the bar",
    snippet: "<!-- first in <template>: --> <AuthBar />",
  });
}

/** A member of the configuration: a list of texts, or an object. */
interface Member {
  readonly name: "modules" | "routeRules";
  /** The item as code with double quotes. */
  readonly item: string;
  /** Text of the item of a list, or key of the member. */
  readonly key: string;
}

export const moduleMember = (specifier: string): Member => ({
  name: "modules",
  item: JSON.stringify(specifier),
  key: specifier,
});

/** @param guard `true`, or an object with what the guard asks for */
export const ruleMember = (pattern: string, guard: string): Member => ({
  name: "routeRules",
  item: `${JSON.stringify(pattern)}: { auth: ${guard} }`,
  key: pattern,
});

/** Puts an item into a member of the exported object. One of another kind is for a person to decide about. */
export function addToMember(text: string, file: string, member: Member): EditResult {
  const source = parse(text, file);
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  const error = syntaxErrorIn(source);
  if (error !== undefined) return manual(error, "the file has a syntax error");
  const object = exportedObject(source);
  if (object === undefined) return manual(0, "the object that it exports was not found");
  const style = detectStyle(text);
  const item = member.item.replaceAll('"', style.quote);
  const present = object.properties.find((one) => keyOf(one.name) === member.name);
  const brackets = member.name === "modules" ? `[${item}]` : `{ ${item} }`;
  const edits = present
    ? insideOf(present, member)
    : insertItems(text, placedList(object, object.properties), [`${member.name}: ${brackets}`], style);
  if (edits === undefined) return manual(present?.getStart() ?? 0, `${member.name} is not written out here`);
  if (edits === "taken") return manual(present?.getStart() ?? 0, `there is a rule for ${member.key}`);
  const all = Array.isArray(edits) ? edits : insertItems(text, edits, [item], style);
  return countSyntaxErrors(splice(text, all), file) > 0
    ? manual(object.getStart(), "the object cannot be extended safely")
    : { kind: "edits", edits: all };
}

/** The list that takes the item; no edits where it is there, "taken" where the key has another value. */
function insideOf(present: ts.ObjectLiteralElementLike, { name, key, item }: Member) {
  const value = ts.isPropertyAssignment(present) ? unwrap(present.initializer) : undefined;
  if (value === undefined) return undefined;
  if (name === "modules") {
    if (!ts.isArrayLiteralExpression(value)) return undefined;
    const isThere = value.elements.some((one) => moduleIn(one) === key);
    return isThere ? [] : placedList(value, value.elements);
  }
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const same = value.properties.find((one) => keyOf(one.name) === key);
  if (same === undefined) return placedList(value, value.properties);
  return inOneLine(same.getText()) === item ? [] : ("taken" as const);
}

/** A rule as this command writes it, however a formatter has broken it. */
const inOneLine = (code: string): string =>
  code
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .replaceAll("'", '"')
    .replaceAll(", }", " }");

/** `"name"`, or `["name", { … }]`. */
function moduleIn(element: ts.Expression): string | undefined {
  const one = ts.isArrayLiteralExpression(element) ? element.elements[0] : element;
  return one && ts.isStringLiteralLike(one) ? one.text : undefined;
}
