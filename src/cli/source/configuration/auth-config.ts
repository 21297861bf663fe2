/**
 * The one reading of a user's configuration: resolved across files by the names that exist, executed never. What cannot
 * be read is said, with its place.
 */
import { lineAt } from "../text/layout.js";
import { OptionReader, type LocatedOption } from "./config-options.js";
import { isHidden } from "./hidden-options.js";
import { objectOf } from "./config-literal.js";
import { noTrees, type Names, type OpenModule, type SharedTrees, type SourceText } from "../names/names.js";
import { findPlugins, type ListedPlugin } from "../providers/plugins.js";
import { readConfiguration, refusal, type Configured, type ListedProvider } from "../providers/providers.js";
import { codeOf } from "../syntax/parse.js";
import { syntaxErrorIn, ts, unwrap, visit } from "../syntax/syntax.js";
import { variablesIn } from "../syntax/variables.js";

/** Where something stands: a file of the project and a line, counted from 1. */
export interface SourcePlace {
  readonly path: string;
  readonly line: number;
}

/** An option by its path, such as `session.strategy`. */
export interface ConfigOption {
  readonly path: string;
  /** Source of the value, without comments. */
  readonly value: string;
  /** The text that it is, or would be without the variable in front: `process.env.X ?? "text"`. */
  readonly text: string | undefined;
  /** Environment variables that it reads. */
  readonly variables: readonly string[];
  readonly at: SourcePlace;
  /** Offsets in the file: of the member, and of its value. */
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface ConfiguredProvider {
  /** As it is known in URLs; undefined where the code does not say it in plain text. */
  readonly id: string | undefined;
  /** Last part of the module that it comes from: its id in the catalogue. */
  readonly module: string | undefined;
  /** Name that it has in the file. */
  readonly name: string | undefined;
  readonly at: SourcePlace;
  readonly options: readonly ConfigOption[];
  /** It is called, with options that are all in sight. */
  readonly isCalled: boolean;
  /** Some of its options are made where they cannot be read. */
  readonly hidesOptions: boolean;
  /** Names the list that it stands in: there may be one for each of several cases. */
  readonly list: string;
}

/** A plugin in the list of a configuration. */
export interface ConfiguredPlugin {
  /** Last part of its module; undefined where the code does not say it. */
  readonly id: string | undefined;
  readonly at: SourcePlace;
  readonly options: readonly ConfigOption[];
  /** Some of its options, or of what stands in them, are made where they cannot be read. */
  readonly hidesOptions: boolean;
}

/** A call that takes the configuration. */
export interface ConfigCall {
  /** Exported name, such as `ExpressAuth`. */
  readonly name: string;
  readonly module: string;
  readonly at: SourcePlace;
}

/** A part that cannot be read, and what may stand there: nobody knows that it is missing. */
export interface UnreadablePart {
  readonly at: SourcePlace;
  readonly why: string;
  readonly hides: "everything" | "options" | "providers";
}

export interface AuthConfigModel {
  /** The file that it was read from. */
  readonly entry: string;
  /** The file whose object is the configuration: where a further option belongs. */
  readonly home: string;
  readonly calls: readonly ConfigCall[];
  readonly options: readonly ConfigOption[];
  readonly providers: readonly ConfiguredProvider[];
  readonly plugins: readonly ConfiguredPlugin[];
  /** What a person has to look at. */
  readonly unreadable: readonly UnreadablePart[];
  /** Names the lists of providers that it is made of: two readings with the same one are the same configuration. */
  readonly identity: string;
}

/** Reads the configuration that a file holds or leads to. */
export function readAuthConfig(
  source: SourceText,
  packageName: string,
  open: OpenModule,
  trees?: SharedTrees,
): AuthConfigModel {
  const configured = readConfiguration(source, packageName, open, trees);
  const { calls, roots, listed, names } = configured;
  const reader = new OptionReader(names);
  const options = roots.flatMap((root) => reader.of(root));
  return {
    entry: source.file,
    home: homeOf(source, configured),
    calls: calls.map(({ node, name, module }) => ({ name, module, at: placeOf(node) })),
    options: options.filter(isFirst).map(toOption),
    providers: listed.filter(isOnce).map((one) => toProvider(one, reader, names)),
    plugins: findPlugins(options, names).listed.map((one) => toPlugin(one, reader, names)),
    unreadable: [
      ...broken(names),
      ...unreadableProviders(source, configured, options),
      ...unreadableOptions(configured, reader),
    ],
    identity: identityOf(source, configured),
  };
}

/** The same of several files of a project, in their order; what they import is parsed once. */
export function readAuthConfigs(
  sources: readonly SourceText[],
  packageName: string,
  open: OpenModule,
): readonly AuthConfigModel[] {
  const trees = noTrees();
  return sources.map((source) => readAuthConfig(source, packageName, open, trees));
}

/** What of a configuration stands in the file itself: a call that takes it, an object that is one, or nothing. */
export function startsIn({ entry, calls, options }: AuthConfigModel): "call" | "object" | undefined {
  if (calls.some(({ at }) => at.path === entry)) return "call";
  return options.some(({ path, at }) => path === "providers" && at.path === entry) ? "object" : undefined;
}

/** Why a file with a syntax error cannot be read. */
export const syntaxProblem = "the file has a syntax error";

const broken = (names: Names): AuthConfigModel["unreadable"] =>
  names.parsed().flatMap((source) => {
    const offset = syntaxErrorIn(source);
    if (offset === undefined) return [];
    const hides = "everything";
    return [{ at: { path: source.fileName, line: lineAt(source.text, offset) }, why: syntaxProblem, hides }];
  });

function homeOf({ file }: SourceText, { roots, names }: Configured): string {
  const [only, ...others] = roots.map((root) => objectOf(root, names)?.getSourceFile().fileName ?? file);
  return only !== undefined && others.every((one) => one === only) ? only : file;
}

/** Several calls, or cases, may share a list. */
const isOnce = ({ entry }: ListedProvider, at: number, all: readonly ListedProvider[]): boolean =>
  all.findIndex((one) => one.entry.value === entry.value) === at;

const isFirst = ({ path }: LocatedOption, at: number, all: readonly LocatedOption[]): boolean =>
  all.findIndex((one) => one.path === path) === at;

const placeOf = (node: ts.Node): SourcePlace => {
  const { fileName, text } = node.getSourceFile();
  return { path: fileName, line: lineAt(text, node.getStart()) };
};

function toPlugin(
  { id, element, isPlain }: ListedPlugin,
  reader: OptionReader,
  names: Names,
): ConfiguredPlugin {
  const value = unwrap(element);
  const given = ts.isCallExpression(value) ? value.arguments : [];
  const options = given.flatMap((one) => reader.of(one));
  const inner = options.flatMap((one) => objectOf(one.value, names) ?? []);
  return {
    id,
    at: placeOf(element),
    options: options.map(toOption),
    hidesOptions: !isPlain || [...given, ...inner].some((one) => isHidden(one, reader, names)),
  };
}

const toOption = ({ path, member, value }: LocatedOption): ConfigOption => ({
  path,
  value: codeOf(value),
  text: textOf(value),
  variables: variablesIn(value),
  at: placeOf(member),
  start: member.getStart(),
  valueStart: value.getStart(),
  valueEnd: value.getEnd(),
});

function textOf(node: ts.Node): string | undefined {
  const value = ts.isExpression(node) ? unwrap(node) : node;
  if (ts.isStringLiteralLike(value)) return value.text;
  let found: string | undefined;
  visit(value, (one) => {
    const right = ts.isBinaryExpression(one) && isChoice(one) ? unwrap(one.right) : undefined;
    if (right && ts.isStringLiteralLike(right)) found ??= right.text || undefined;
  });
  return found;
}

/** `a ?? b`, `a || b` */
const isChoice = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;

function toProvider(
  { id, module, name, entry }: ListedProvider,
  reader: OptionReader,
  names: Names,
): ConfiguredProvider {
  const value = unwrap(entry.value);
  // A factory in place of its provider has no options, nor does a copy of one hide what it copies.
  const mayHide = ts.isCallExpression(value) || module === undefined;
  const given = ts.isCallExpression(value) ? value.arguments : [value];
  const options = given.flatMap((one) => reader.of(one));
  const isInSight = given.every(
    (one) => ts.isObjectLiteralExpression(unwrap(one)) && !hasSpread(unwrap(one)),
  );
  const own = options.find(({ path }) => path === "id");
  return {
    id: own === undefined ? (id ?? module) : textOf(own.value),
    module,
    name: nameIn(value) ?? name,
    at: placeOf(value),
    options: options.map(toOption),
    isCalled: ts.isCallExpression(value) && isInSight,
    hidesOptions: mayHide && given.some((one) => isHidden(one, reader, names)),
    list: keyOfNode(entry.holder),
  };
}

/** What a provider is called in its file. */
function nameIn(value: ts.Expression): string | undefined {
  const called = ts.isCallExpression(value) || ts.isNewExpression(value) ? value.expression : value;
  return ts.isIdentifier(called) || ts.isPropertyAccessExpression(called) ? called.getText() : undefined;
}

const hasSpread = (node: ts.Node): boolean =>
  ts.isObjectLiteralExpression(node) && node.properties.some((one) => ts.isSpreadAssignment(one));

function unreadableProviders(
  source: SourceText,
  configured: Configured,
  options: readonly LocatedOption[],
): AuthConfigModel["unreadable"] {
  const { lists, listed } = configured;
  const part = (at: SourcePlace, why: string) => ({ at, why, hides: "providers" }) as const;
  const parts = [
    ...listed
      .filter(isOnce)
      .filter(({ id, module }) => (id ?? module) === undefined)
      .map(({ entry }) => part(placeOf(entry.value), "which provider this is cannot be read")),
    ...(lists?.hidden ?? []).map((node) => part(placeOf(node), "which providers these are cannot be read")),
  ];
  if (lists !== undefined && lists.homes.length > 0) return parts;
  const written = options.find(({ path }) => path === "providers");
  if (lists === undefined && written !== undefined)
    return [part(placeOf(written.member), "`providers` is not a plain list")];
  const { file, text, offset, why } = refusal(source, lists);
  return [part({ path: file, line: lineAt(text, offset) }, why), ...parts];
}

/** `...shared`, from a package. */
const unreadableOptions = ({ roots, names }: Configured, reader: OptionReader): UnreadablePart[] =>
  roots.flatMap((root) =>
    (objectOf(root, names)?.properties ?? []).flatMap((one) =>
      ts.isSpreadAssignment(one) &&
      isFromOutside(one.expression, names) &&
      reader.of(one.expression).length === 0
        ? [{ at: placeOf(one), why: "which options these are cannot be read", hides: "options" as const }]
        : [],
    ),
  );

function isFromOutside(expression: ts.Expression, names: Names): boolean {
  const value = unwrap(expression);
  return names.meaning(ts.isCallExpression(value) ? value.expression : value)?.kind === "outside";
}

const keyOfNode = (node: ts.Node): string => `${node.getSourceFile().fileName}:${node.getStart()}`;

function identityOf({ file }: SourceText, { lists, roots }: Configured): string {
  const nodes = lists && lists.arrays.length > 0 ? lists.arrays : roots;
  const places = nodes.map(keyOfNode).sort();
  return places.length > 0 ? places.join(" ") : file;
}
