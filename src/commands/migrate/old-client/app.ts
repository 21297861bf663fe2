/** All sources of an app together: a client is turned in every file, or in none. */
import { packageName } from "../../../cli/formats/own-package.js";
import { addImports, type WantedImport } from "../../../cli/edit/imports.js";
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import { locateModule, ts } from "../../../cli/source/syntax/syntax.js";
import { collect } from "../../../cli/source/syntax/collect.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import { detectStyle, requote } from "../../../cli/source/text/text-style.js";
import type { PlacedTodo } from "../change.js";
import { applied } from "../rewrite-file.js";
import { readClientFile, usesOf, type ClientFile } from "../constructs/oauth-client/read.js";
import {
  callPlace,
  constructPlace,
  linesFor,
  restOf,
  todoAt,
  type Client,
  type Place,
  type Resolve,
} from "../constructs/oauth-client/rewrite.js";

export interface ClientFileChange {
  readonly file: string;
  readonly edits: readonly TextEdit[];
  readonly todos: readonly PlacedTodo[];
}

export interface AppChange {
  readonly changes: readonly ClientFileChange[];
  /** Whether some file names a package still. */
  readonly stays: (name: string) => boolean;
}

export function rewriteApp(
  sources: readonly { readonly file: string; readonly text: string }[],
  resolve: Resolve,
): AppChange {
  const files = sources.map(({ file, text }) => readClientFile(file, text));
  const clients: Client[] = files.flatMap(({ file, constructs }) =>
    constructs.map((one) => ({ ...one, file })),
  );
  const places = files.flatMap((file) => placesIn(file, clients, resolve));
  const isWhole = (client: Client) => places.every((one) => one.client !== client || "edits" in one.turned);
  const whole = new Set(clients.filter(isWhole));
  const changed = files.map((file) => ({ file, change: changeOf(file, places, whole) }));
  // Edits that meet are none: the clients of such a file are left to a person, everywhere.
  const broken = changed.filter(({ file, change }) => applied(file.text, change.edits) === undefined);
  for (const { file, client } of places) if (broken.some((one) => one.file === file)) whole.delete(client);
  const changes =
    broken.length === 0 ? changed : files.map((file) => ({ file, change: changeOf(file, places, whole) }));
  const left = changes.map(({ file, change }) => applied(file.text, change.edits) ?? file.text);
  return {
    changes: changes.map(({ change }) => change),
    stays: (name) => left.some((text) => mayNameModule(text, name)),
  };
}

function placesIn(file: ClientFile, clients: readonly Client[], resolve: Resolve): Place[] {
  const own = clients.filter((one) => one.file === file.file);
  const calls = file.calls.flatMap((call) => callPlace(file, call, clients, resolve) ?? []);
  const handed = own.flatMap((client) =>
    client.name === ""
      ? []
      : usesOf(file.source, client.name)
          .filter((use) => !ts.isExportSpecifier(use.parent) && !isReceiver(use, calls))
          .map((use): Place => ({
            client,
            file,
            at: use,
            turned: { why: `\`${client.name}\` is handed on` },
            write: linesFor(client),
          })),
  );
  return [...own.map((client) => constructPlace(client, file)), ...calls, ...handed];
}

const isReceiver = (use: ts.Identifier, calls: readonly Place[]): boolean =>
  ts.isPropertyAccessExpression(use.parent) && calls.some(({ at }) => at === use.parent.parent);

function changeOf(file: ClientFile, all: readonly Place[], whole: ReadonlySet<Client>): ClientFileChange {
  const places = all.filter((one) => one.file === file);
  const turned = places.filter(({ client }) => whole.has(client));
  const kept = places.filter(({ client }) => !whole.has(client));
  const because = "another place of this client cannot be turned";
  const edits = turned.flatMap((one) => ("edits" in one.turned ? one.turned.edits : []));
  const isEdited = (node: ts.Node) =>
    edits.some(({ start, end }) => start <= node.getStart() && node.getEnd() <= end) ||
    kept.some(({ at }) => at.getStart() <= node.getStart() && node.getEnd() <= at.getEnd());
  const rest = turned.length > 0 || kept.length === 0 ? restOf(file, isEdited) : { edits: [], todos: [] };
  const todos = [...kept.map((one) => todoAt(one, because)), ...rest.todos];
  const inner = [...edits, ...rest.edits];
  if (inner.length === 0) return { file: file.file, edits: [], todos };
  const style = detectStyle(file.text);
  const needed = neededNames(turned, rest.edits.length > 0);
  const made = [
    ...inner.map((one) => ({ ...one, text: requote(one.text, style.quote) })),
    ...importEdits(file, inner, needed),
  ];
  const ordered = made.sort((a, b) => a.start - b.start || a.end - b.end);
  return { file: file.file, edits: ordered, todos };
}

function neededNames(turned: readonly Place[], asksErrors: boolean): readonly WantedImport[] {
  const needs = [...new Set(turned.flatMap((one) => ("edits" in one.turned ? one.turned.needs : [])))];
  const isType = (name: string) => /^[A-Z]/.test(name);
  const factories = turned.flatMap(({ at, client: { old, className } }) =>
    ts.isNewExpression(at) && old
      ? [
          {
            specifier: `${packageName}/providers/${old.provider}`,
            whole: ts.isPropertyAccessExpression(at.expression) ? className : at.expression.getText(),
          },
        ]
      : [],
  );
  const values = needs.filter((name) => !isType(name));
  const types = needs.filter(isType);
  const distinct = factories.filter(
    ({ whole }, at) => factories.findIndex((one) => one.whole === whole) === at,
  );
  return [
    ...distinct,
    ...(asksErrors ? [{ specifier: `${packageName}/errors`, names: ["AuthError"] }] : []),
    ...(values.length > 0 ? [{ specifier: `${packageName}/oauth`, names: values }] : []),
    ...(types.length > 0 ? [{ specifier: `${packageName}/oauth`, names: types, isType: true } as const] : []),
  ];
}

/** Names of the old packages that nothing uses any more go; ours stand in their place. */
function importEdits(
  file: ClientFile,
  edits: readonly TextEdit[],
  wanted: readonly WantedImport[],
): readonly TextEdit[] {
  const { text, source, imports } = file;
  const style = detectStyle(text);
  const [first] = imports;
  if (first === undefined) return addImports(text, locateModule(text, file.file), wanted, style);
  const uses = collect(source, (node) => (ts.isIdentifier(node) ? [node] : []));
  const isUsed = (name: string) =>
    uses.some(
      (use) =>
        use.text === name &&
        !imports.some((one) => one.pos <= use.pos && use.end <= one.end) &&
        !edits.some(({ start, end }) => start <= use.getStart() && use.getEnd() <= end),
    );
  return imports.map((statement) => {
    const left = leftOf(statement, isUsed, style.semicolons ? ";" : "");
    const lines = [...(left === undefined ? [] : [left]), ...(statement === first ? wanted.map(line) : [])];
    const start = statement.getStart();
    const isGone = lines.length === 0;
    const end = statement.getEnd();
    const to = isGone && text[end] === "\n" ? end + 1 : end;
    return { start, end: to, text: requote(lines.join(style.eol), style.quote) };
  });
  function line({ specifier, whole, names, isType }: WantedImport): string {
    const clause = whole ?? `{ ${(names ?? []).join(", ")} }`;
    return `import ${isType ? "type " : ""}${clause} from "${specifier}"${style.semicolons ? ";" : ""}`;
  }
}

/** What of an import is used; undefined: nothing. */
function leftOf(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  isUsed: (name: string) => boolean,
  end: string,
): string | undefined {
  const bindings = importClause?.namedBindings;
  const specifier = moduleSpecifier.getText();
  if (bindings === undefined) return undefined;
  if (ts.isNamespaceImport(bindings))
    return isUsed(bindings.name.text) ? `import ${bindings.getText()} from ${specifier}${end}` : undefined;
  const left = bindings.elements.filter(({ name }) => isUsed(name.text));
  if (left.length === 0) return undefined;
  const isType = importClause?.isTypeOnly ? "type " : "";
  return `import ${isType}{ ${left.map((one) => one.getText()).join(", ")} } from ${specifier}${end}`;
}
