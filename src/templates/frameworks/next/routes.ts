/** What guards pages and routes of Next.js: `auth.require` in their files, and the proxy in front. */
import type { SourceText, Survey } from "../../../cli/findings/survey.js";
import { readIfText } from "../../../cli/project/files.js";
import {
  accessOfArgument,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { exportedFunction, isExportedElsewhere } from "../../../cli/source/names/exported-functions.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { plainPath } from "../../../cli/source/routes/route-path.js";
import { locateModule, parse, ts, unwrap, visit } from "../../../cli/source/syntax/syntax.js";
import { unguarded } from "../unguarded.js";
import { isOpenHandler, proxyOf } from "./checks/handler.js";
import { matches } from "./matcher-pattern.js";

/** A file of the app, parsed, with the names that `auth` has in it. */
interface Opened {
  readonly file: string;
  readonly text: string;
  readonly root: ts.SourceFile;
  readonly names: readonly string[];
}

export function openFile({ facts }: Survey, file: string): Opened {
  const text = readIfText(facts.files, file)?.text ?? "";
  const { imports } = locateModule(text, file);
  const names = imports.flatMap((one) => ("auth" in one.names ? [one.names["auth"] ?? ""] : []));
  return { file, text, root: parse(text, file), names };
}

/** A route of a file, with what the proxy in front of it asks for. */
export function nextRoute(
  all: Survey,
  opened: Opened,
  { route, method, at, own }: { route: string; method: string; at: number; own: Access | undefined },
): AppRoute {
  const path = plainPath(route);
  const place = { method, file: opened.file, line: lineAt(opened.text, at) };
  if (path === undefined) return { ...place, path: route, access: unclear("its address is not in sight") };
  const found = allOf([proxyAccess(all, path), own].flatMap((one) => one ?? []));
  return { ...place, path, access: found ?? unguarded(method, path) };
}

/** What the calls of `auth.require` in a file, or in a part of it, ask for together. */
export function accessIn({ root, names }: Opened, part: ts.Node = root): Access | undefined {
  const found: Access[] = [];
  visit(part, (node) => {
    if (!ts.isCallExpression(node) || !isRequire(node.expression, names)) return;
    found.push(accessOfArgument(node.arguments[0], "auth.require()"));
  });
  return allOf(found);
}

const isRequire = (callee: ts.Expression, names: readonly string[]): boolean =>
  ts.isPropertyAccessExpression(callee) &&
  callee.name.text === "require" &&
  names.includes(callee.expression.getText());

/** What an exported function asks for: the guard around it; undefined where nothing in it knows sessions. */
export function accessOfExport(opened: Opened, name: string): Access | undefined {
  const exported = exportedFunction(opened.root, name);
  if (exported === undefined)
    return isExportedElsewhere(opened.root, name) ? unclear("it is exported from elsewhere") : undefined;
  const value = exported.kind === "value" ? unwrap(exported.value) : exported.node;
  if (ts.isCallExpression(value) && isRequire(value.expression, opened.names))
    return accessOfArgument(value.arguments[0], "auth.require()");
  return accessIn(opened, value) ?? readerOf(value.getText());
}

/** Code that reads the session and decides by itself. */
export const readerOf = (code: string): Access | undefined =>
  readsSession(code) ? unclear("its code reads the session itself") : undefined;

/** Where a file exports a name; undefined: it does not. */
export function exportedAt({ root }: Opened, name: string): number | undefined {
  const exported = exportedFunction(root, name);
  if (exported) return exported.kind === "value" ? exported.value.getStart() : exported.node.getStart();
  return isExportedElsewhere(root, name) ? 0 : undefined;
}

/** What the proxy asks for at an address; undefined where it lets everybody through. */
function proxyAccess(all: Survey, path: string): Access | undefined {
  const proxy = proxyOf(all);
  if (proxy === undefined || !proxy.names.has("auth") || !isInFront(proxy, path)) return undefined;
  if (isOpenHandler(all)) return undefined;
  const authorized = authorizedIn(all);
  const isFunction = proxy.calls.some(({ callee }) => callee === "auth");
  if (isFunction) return unclear(`${proxy.path} decides by a function of its own`);
  if (authorized === undefined) return undefined;
  return ["role", "request", "pathname"].some((word) => authorized.includes(word))
    ? unclear("callbacks.authorized decides by more than the session")
    : { kind: "guarded", roles: undefined, guard: proxy.path };
}

/** Whether the matcher has an address; without one the proxy is in front of all. */
function isInFront({ objects, texts }: SourceText, path: string): boolean {
  const matcher = objects.flatMap(({ members }) => members).find((one) => one.path === "matcher");
  if (matcher === undefined) return true;
  const address = path.replaceAll(":", "");
  return texts
    .filter(({ start, end }) => start >= matcher.valueStart && end <= matcher.valueEnd)
    .some(({ text }) => matches(text, address));
}

/** The code of `callbacks.authorized`. */
const authorizedIn = ({ sources }: Survey): string | undefined =>
  sources
    .flatMap(({ objects }) => objects.flatMap(({ members }) => members))
    .find(({ path }) => path === "callbacks.authorized")?.value;
