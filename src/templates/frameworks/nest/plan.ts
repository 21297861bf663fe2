/** Nest in `auth init` and in an image: the auth file, and the root module that takes it in. */
import path from "node:path";
import { render } from "../../render.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { InitContext } from "../init-context.js";
import { styleLike } from "../../../cli/plan/places.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import {
  countSyntaxErrors,
  locateModule,
  parse,
  ts,
  unreadable,
  unwrap,
  visit,
  type Located,
} from "../../../cli/source/syntax/syntax.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { planModuleSystem } from "../server/module-system.js";
import { planEnvLoading, relativeSpecifier, serverDeployment } from "../server/plan.js";
import { importedFile, listSources } from "../../../cli/project/sources.js";
import { isRelative } from "../../../cli/source/text/file-names.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { decoratorOf, memberOf, objectIn } from "../../../cli/source/syntax/decorators.js";
import { insertItems } from "../../../cli/edit/comma-list.js";
import { addImports, type WantedImport } from "../../../cli/edit/imports.js";
import { splice, type EditResult, type TextEdit } from "../../../cli/source/text/text-edit.js";
import { placedList } from "../../../cli/source/syntax/placed-list.js";
import { detectStyle, type TextStyle } from "../../../cli/source/text/text-style.js";
import type { Deployment, PlanContext } from "../support.js";

/** The Nest part of `auth init`: an auth file, and the root module that takes it in. */
export function planNest(context: InitContext): void {
  const { builder, template, answers } = context;
  const { facts } = builder;
  const server = facts.serverFile;
  if (server === undefined)
    throw usageError(
      "AUTH_E_NO_SERVER",
      "No file of this project calls NestFactory.create().",
      "Name the file that creates the application: --server src/main.ts",
    );
  const text = builder.text(server) ?? "";
  const located = homeOf(context, { file: server, text });
  if (located.kind === "unreadable") {
    const specifier = relativeSpecifier(text, "main.ts", "auth.ts", "compiled");
    const words = { reason: "", already: "", snippet: snippetOf(specifier, written) };
    builder.edit(server, { kind: "manual", line: lineAt(text, located.offset), why: located.why }, words);
    return;
  }
  const modules = planModuleSystem(context, server);
  const { file: root, name, authFile: byHand } = located.place;
  const authFile = facts.authFile ?? byHand ?? path.posix.join(path.posix.dirname(root), "auth.ts");
  const variables = { ...template, typed: true, loadEnv: planEnvLoading(context, server) };
  const content = render("frameworks/nest/auth.hbs", variables, styleLike(facts, [server, root]));
  builder.create(authFile, content, "configuration, and an example of a guarded page", {
    keep: (present) => present.includes(packageName),
  });
  const rootText = builder.text(root) ?? "";
  const specifier = relativeSpecifier(rootText, root, authFile, modules);
  const auth = builder.text(authFile) ?? "";
  const wanted = written.filter(({ name: entry }) => auth.includes(entry));
  const imported = { specifier, names: wanted.map(({ name: entry }) => entry).sort() };
  const isInPlace = authFile === root || rootText.includes("AuthModule.forRoot");
  builder.edit(
    root,
    isInPlace || name === undefined
      ? { kind: "edits", edits: [] }
      : editModule({ file: root, text: rootText }, name, { imported, entries: wanted }),
    {
      reason: `takes in ${answers.framework.basePath}, the session and a guarded ${context.places.example}`,
      already: "sign-in is taken in",
      snippet: snippetOf(specifier, wanted),
    },
  );
}

/** The file whose module takes sign-in in. */
interface Home {
  readonly file: string;
  /** The root module's; none where the lines stand in the file already. */
  readonly name?: string;
  /** Where those lines take sign-in from. */
  readonly authFile?: string;
}

function homeOf(context: InitContext, server: SourceText): Located<Home> {
  const byHand = takenByHand(context, server.text);
  if (byHand) return { kind: "found", place: byHand };
  return server.file.endsWith("ts")
    ? locateRootModule(context.builder.facts, server)
    : unreadable(0, "decorators are written in TypeScript here");
}

const written: readonly WantedEntry[] = [
  { list: "imports", name: "auth" },
  { list: "controllers", name: "DashboardController" },
];

const snippetOf = (specifier: string, wanted: readonly WantedEntry[]): string =>
  [
    `import { ${wanted
      .map(({ name }) => name)
      .sort()
      .join(", ")} } from "${specifier}";`,
    "",
    "@Module({",
    ...wanted.map(({ list, name }) => `  ${list}: [${name}],`),
    "})",
  ].join("\n");

/**
 * A file with the lines that are shown where the root module cannot be read: `auth` of an auth file in a list. The auth
 * file itself need not be there yet.
 */
function takenByHand(
  { builder }: InitContext,
  serverText: string,
): { readonly file: string; readonly authFile: string } | undefined {
  const { facts } = builder;
  if (isOnFastify(serverText)) return undefined;
  for (const file of listSources(facts.files)) {
    const text = builder.text(file) ?? "";
    if (!file.endsWith("ts") || !/\bauth\b/.test(text)) continue;
    for (const { specifier, names } of locateModule(text, file).imports) {
      if (!("auth" in names) || !isRelative(specifier) || !isListed(text, file, names["auth"])) continue;
      const authFile = `${path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, "")}.ts`;
      if (builder.text(authFile)?.includes(packageName) ?? true) return { file, authFile };
    }
  }
  return undefined;
}

/** Whether a name is an element of some list in a file. */
function isListed(text: string, file: string, name: string | undefined): boolean {
  let isFound = false;
  visit(parse(text, file), (node) => {
    if (ts.isArrayLiteralExpression(node)) isFound ||= node.elements.some((one) => one.getText() === name);
  });
  return isFound;
}

// The root module of a Nest app: the class that `NestFactory.create` is given.

/** Where a class is named, and the file that it stands in. */
export interface RootModule {
  readonly file: string;
  readonly name: string;
}

function locateRootModule(facts: ProjectFacts, { file, text }: SourceText): Located<RootModule> {
  const source = parse(text, file);
  const [call, second] = creationsIn(source);
  if (call === undefined) return unreadable(0, "no call of `NestFactory.create()` was found");
  if (second !== undefined) return unreadable(second.getStart(), "the file makes several applications");
  if (isOnFastify(call.getText()))
    return unreadable(call.getStart(), "this app runs on Fastify, and authwright/nest works on Express");
  const [given] = call.arguments;
  if (given === undefined || !ts.isIdentifier(given))
    return unreadable(call.getStart(), "the root module is not named in this line");
  const imported = locateModule(text, file)
    .imports.flatMap(({ specifier, names }) =>
      Object.entries(names).map((pair) => [specifier, ...pair] as const),
    )
    .find(([, , local]) => local === given.text);
  if (imported === undefined) return { kind: "found", place: { file, name: given.text } };
  const [specifier, name] = imported;
  const home = importedFile(facts.files, facts.tsconfig, file, specifier);
  return home === undefined
    ? unreadable(given.getStart(), `the file of \`${given.text}\` was not found`)
    : { kind: "found", place: { file: home, name } };
}

const isOnFastify = (text: string): boolean => /\bFastifyAdapter\b/.test(text);

function creationsIn(source: ts.SourceFile): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression, name } = node.expression;
    if (expression.getText() === "NestFactory" && name.text === "create") found.push(node);
  });
  return found;
}

/** `@Module({ … })` of a class. */
function moduleDecorator(source: ts.SourceFile, name: string): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  visit(source, (node) => {
    if (ts.isClassDeclaration(node) && node.name?.text === name) found ??= decoratorOf(node, "Module");
  });
  return found;
}

// Puts sign-in into the root module: names in its lists, and the import of them.

/** A list of the module, and the name that it gets. */
export interface WantedEntry {
  readonly list: "imports" | "controllers";
  readonly name: string;
}

function editModule(
  { file, text }: SourceText,
  name: string,
  { imported, entries }: { readonly imported: WantedImport; readonly entries: readonly WantedEntry[] },
): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  if (countSyntaxErrors(text, file) > 0) return manual(0, "the file has a syntax error");
  const module = locateModule(text, file);
  const decorator = moduleDecorator(parse(text, file), name);
  const object = decorator && objectIn(decorator);
  if (decorator === undefined || object === undefined)
    return manual(Math.max(0, text.indexOf(name)), `\`${name}\` has no @Module({ … }) that can be read`);
  if (isThere(module.imports, imported)) return { kind: "edits", edits: [] };
  const clash = imported.names?.find((one) => module.names.has(one));
  if (clash !== undefined) return manual(decorator.getStart(), `the name \`${clash}\` is taken in this file`);
  const style = detectStyle(text);
  const lists = entries.map((entry) => entryEdit(text, decorator, entry, style));
  const closed = entries.find((_, at) => lists[at] === undefined);
  if (closed !== undefined)
    return manual(decorator.getStart(), `\`${closed.list}\` of the module isn't a list literal`);
  const missing = entries.filter(({ list }) => memberOf(decorator, list) === undefined);
  const edits = [
    ...addImports(text, module, [imported], style),
    ...newMembers(text, object, missing, style),
    ...lists.flatMap((one) => one ?? []),
  ];
  return countSyntaxErrors(splice(text, edits), file) > 0
    ? manual(decorator.getStart(), "the module cannot be extended safely")
    : { kind: "edits", edits };
}

const isThere = (
  imports: readonly { readonly specifier: string; readonly names: object }[],
  wanted: WantedImport,
): boolean =>
  imports.some(
    ({ specifier, names }) =>
      specifier === wanted.specifier && (wanted.names ?? []).every((one) => one in names),
  );

/** At the end of a list that is there; none for a list that is not; undefined for what is no list. */
function entryEdit(
  text: string,
  decorator: ts.CallExpression,
  { list, name }: WantedEntry,
  style: TextStyle,
): readonly TextEdit[] | undefined {
  const member = memberOf(decorator, list);
  if (member === undefined) return [];
  const value = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
  if (value === undefined || !ts.isArrayLiteralExpression(value)) return undefined;
  return insertItems(text, placedList(value, value.elements), [name], style);
}

/** Right behind the bracket that opens the object. */
function newMembers(
  text: string,
  object: ts.ObjectLiteralExpression,
  entries: readonly WantedEntry[],
  style: TextStyle,
): readonly TextEdit[] {
  if (entries.length === 0) return [];
  const at = object.getStart() + 1;
  const isOpen = text.slice(at, object.properties[0]?.getStart() ?? object.getEnd()).includes("\n");
  const members = entries.map(({ list, name }) => `${list}: [${name}]`);
  if (object.properties.length === 0) {
    const lines = members.map((one) => `${style.indent}${one},${style.eol}`).join("");
    return [{ start: at, end: object.getEnd() - 1, text: style.eol + lines }];
  }
  const code = isOpen
    ? members.map((one) => `${style.eol}${style.indent}${one},`).join("")
    : members.map((one) => ` ${one},`).join("");
  return [{ start: at, end: at, text: code }];
}

/** How Nest runs in an image: `nest start` is for development, and builds anew. */
export function nestDeployment(context: PlanContext): Deployment {
  const said = {
    text: "trust proxy",
    line: 'app.set("trust proxy", 1), behind NestFactory.create<NestExpressApplication>',
  };
  return { ...serverDeployment(context, [said]), mustBuild: true, command: ["node", "dist/main"] };
}
