/**
 * What doctor looks at in every server: guards and their order, modules, proxies. mount-checks.ts looks at the mount.
 */
import { projectModules } from "../../../cli/project/sources.js";
import { Names } from "../../../cli/source/names/names.js";
import { mayTrustProxies } from "../../../cli/source/syntax/probes.js";
import {
  answeringBefore,
  callsOn,
  firstLine,
  type ApplicationCall,
} from "../../../cli/source/routes/answering.js";
import { pathInGuard, textOf } from "../../../cli/source/routes/requirement.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { isMachinePath, isPrivatePath } from "../../../cli/findings/private-paths.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { authExpressionsOf, writtenIn } from "../../../cli/findings/auth-expressions.js";
import { configuredBasePath, placeIn, type SourceText, type Survey } from "../../../cli/findings/survey.js";
import { usesImport } from "./module-system.js";
import { checkCsrfGuards } from "./csrf.js";
import { checkMounts, mountedBasePath, type MountShape } from "./mount-checks.js";
import { compiledImportsWork } from "../../../cli/project/tsconfig.js";
import { deploymentOf } from "../../../cli/findings/deployment.js";

/** What doctor asks of the servers of one framework. */
export interface ServerShape extends MountShape {
  /** Packages whose applications and routers take routes. */
  readonly routers: readonly string[];
  /** Whether a guard holds for routes below its line only. */
  readonly isOrdered: boolean;
  /** Whether a call in front of a guard is one of those that can answer first; left out: any. */
  readonly goesFirst?: (call: ApplicationCall) => boolean;
  /** What is wrong with the proxies that it trusts; left out: an option of its own says them. */
  readonly proxies?: (all: Survey) => readonly Finding[];
}

/** What is wrong with a server: its modules, proxies, mount, routes and guards. */
export const checkServer = (all: Survey, shape: ServerShape): readonly Finding[] => [
  ...checkModuleSystem(all),
  ...(shape.proxies?.(all) ?? []),
  ...checkMounts(all, shape),
  ...(all.auth
    ? [
        ...checkRoutes(all, shape),
        ...checkGuardOrder(all, shape),
        ...checkCsrfGuards(all, mountedBasePath(all, shape) ?? configuredBasePath(all) ?? "/auth"),
      ]
    : []),
];

/** What is called as guards are. */
export const guardName = /^(?:require|ensure|check|is)[A-Z]\w*$/;
/** Anybody may send these forms. */
const openForm = /\b(?:login|signin|signup|register|contact|subscribe|search)\b/;

/** What looks private and asks nobody who they are. */
function checkRoutes(all: Survey, { routers, isOrdered }: ServerShape): Finding[] {
  const guards = guardsOf(all);
  const known = { all, guards, asking: askingFunctions(all), behind: routersBehind(guards) };
  return all.sources
    .filter(({ imports }) => imports.some(({ specifier }) => routers.includes(specifier)))
    .flatMap((source) =>
      source.calls.flatMap(({ callee, args, start }) => {
        const method = /\.(get|post|put|patch|delete|all)$/.exec(callee)?.[1];
        const route = /^["'`](\/[^"'`]*)["'`]$/.exec(args[0] ?? "")?.[1];
        if (method === undefined || route === undefined || args.length < 2) return [];
        if (
          args.slice(1).some((arg) => asksWho(known, source, arg)) ||
          isBehindGuard(known, source, isOrdered ? start : Infinity, route)
        )
          return [];
        const at = placeIn(source, start);
        if (isPrivatePath(route)) {
          const message = `${route} looks private and never reads the session.`;
          return [finding("AUTH_D_UNGUARDED_ROUTE", { ...at, message })];
        }
        if (method === "get" || method === "all" || isMachinePath(route) || openForm.test(route)) return [];
        const message = `${method.toUpperCase()} ${route} never reads the session.`;
        return [
          finding("AUTH_D_UNGUARDED_WRITE", {
            ...at,
            message,
            fix: "Put auth.require() in front of the handler",
          }),
        ];
      }),
    );
}

/** Guards by path with something in front that may answer without them. */
function checkGuardOrder(all: Survey, { goesFirst }: ServerShape): Finding[] {
  const known = authExpressionsOf(all);
  const names = new Names(projectModules(all.facts));
  return all.sources.flatMap((source) => {
    const isGuard = (arg: string) => known.isGuard(writtenIn(source)(arg));
    if (!source.calls.some(({ args }) => args.some(isGuard))) return [];
    const root = parse(source.text, source.path);
    const byApp = new Map<string, readonly ApplicationCall[]>();
    const found: Finding[] = [];
    visit(root, (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const guard = node.arguments.map(known.asked).find((one) => one !== undefined);
      const path = guard && textOf(guard, "path");
      if (path === undefined) return;
      const segments = path
        .split("/")
        .slice(1)
        .map((part) => (/^[*:]/.test(part) ? undefined : part));
      const app = node.expression.expression.getText();
      const calls = byApp.get(app) ?? callsOn(root, app);
      byApp.set(app, calls);
      const early = answeringBefore(node, calls, { segments, isOurs: known.isOurs, names, goesFirst });
      if (early === undefined) return;
      const message = `${firstLine(early)} stands in front of the guard for ${path}, and may answer there.`;
      found.push(finding("AUTH_D_GUARD_BEHIND", { ...placeIn(source, early.node.getStart()), message }));
    });
    return found;
  });
}

/** `auth.require()`, or what is called as guards are. */
const isGuard = (all: Survey, source: SourceText, arg: string): boolean =>
  guardName.test(arg) || authExpressionsOf(all).isGuard(writtenIn(source)(arg));

/** What the routes of a project are held against, read once. */
interface KnownGuards {
  readonly all: Survey;
  readonly guards: ReadonlyMap<SourceText, readonly PlacedGuard[]>;
  /** Names of functions that read the session. */
  readonly asking: ReadonlySet<string>;
  /** Files with a router, where a file beside them has a guard: it may stand in front of the router. */
  readonly behind: ReadonlySet<SourceText>;
}

interface PlacedGuard {
  readonly start: number;
  /** Undefined for every path. */
  readonly path: string | undefined;
}

const guardsOf = (all: Survey): KnownGuards["guards"] =>
  new Map(
    all.sources.map((source) => {
      const found = source.calls.flatMap(({ callee, args, start }): PlacedGuard[] => {
        const isUse = callee.endsWith(".use") || callee.endsWith(".addHook");
        const guard = isUse ? args.find((arg) => isGuard(all, source, arg)) : undefined;
        if (guard === undefined) return [];
        const asked = authExpressionsOf(all).asked(writtenIn(source)(guard));
        const said = asked === undefined ? pathInGuard(guard) : textOf(asked, "path");
        return [{ start, path: said ?? pathIn(args) }];
      });
      return [source, found];
    }),
  );

/** Names of functions that read the session. */
export const askingFunctions = ({ sources }: Survey): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ functions }) =>
      functions.flatMap(({ name, code }) => (name !== "" && readsSession(code) ? [name] : [])),
    ),
  );

function routersBehind(guards: KnownGuards["guards"]): KnownGuards["behind"] {
  const guarding = [...guards].flatMap(([source, found]) => (found.length > 0 ? [source] : []));
  const isElsewhere = (source: SourceText) => guarding.length > 1 || (guarding[0] ?? source) !== source;
  const routers = [...guards.keys()].filter(({ code }) => /\bRouter\s*\(/.test(code));
  return new Set(routers.filter(isElsewhere));
}

/** A handler that reads the session, here or where it is written. */
function asksWho({ all, asking }: KnownGuards, source: SourceText, arg: string): boolean {
  const { isSession } = authExpressionsOf(all);
  if (isSession(writtenIn(source)(arg))) return false;
  if (readsSession(arg) || isGuard(all, source, arg)) return true;
  const name = /^(?:\w+\.)?(\w+)$/.exec(arg)?.[1];
  return name !== undefined && asking.has(name);
}

/** A guard in front of the path, or of the whole router where another file mounts it. */
const isBehindGuard = (
  { guards, behind }: KnownGuards,
  source: SourceText,
  start: number,
  route: string,
): boolean =>
  behind.has(source) ||
  (guards.get(source) ?? []).some((one) => one.start < start && covers(one.path, route));

/** The path that a guard stands at by its router. */
const pathIn = (args: readonly string[]): string | undefined =>
  /^["'`](\/[^"'`]*)["'`]$/.exec(args[0] ?? "")?.[1]?.replace(/\/\*{1,2}$/, "");

export function covers(base: string | undefined, route: string): boolean {
  const parts = route.split("/");
  return (base ?? "")
    .split("/")
    .every((part, at) => part === parts[at] || ((part === "*" || part.startsWith(":")) && at < parts.length));
}

/** Servers as ES modules: Node decides by the extension and by "type". */
export function checkModuleSystem(all: Survey): Finding[] {
  const { facts } = all;
  const server = facts.serverFile;
  if (server === undefined || !all.auth || !/\.[jt]s$/.test(server)) return [];
  const code = all.sources.find(({ path: file }) => file === server)?.code ?? "";
  if (facts.moduleType === "esm" || !usesImport(code)) return [];
  if (server.endsWith("ts") && compiledImportsWork(facts)) return [];
  const message = `${server} uses import, and package.json has no "type": "module".`;
  const repair = { kind: "json", file: "package.json", at: ["type"], value: "module" } as const;
  return [finding("AUTH_D_ESM", { path: "package.json", line: 1, message, repair })];
}

/** The variable from which the code that `init` writes takes the proxies to believe. */
const variable = "TRUST_PROXY";

/** How a server says itself which proxies it believes. */
export interface ProxyTrust {
  /** Whether its code has it. */
  told(code: string): boolean;
  /** The line that says it. */
  readonly line: string;
}

/** Of servers whose `createAuth` takes it. */
export const trustOption: ProxyTrust = {
  told: mayTrustProxies.createAuth,
  line: "createAuth(config, { trustProxy: 1 })",
};

/** Without it every visitor has the proxy's address, for the throttle too, whatever AUTH_URL says. */
export function checkTrustProxy(all: Survey, { told, line }: ProxyTrust = trustOption): Finding[] {
  const deployment = deploymentOf(all);
  if (!all.auth || deployment === undefined || !deployment.isHostTrusted || deployment.isHostRefused)
    return [];
  const { path, why, says } = deployment;
  const isRead = all.sources.some(({ names }) => names.has(variable));
  if (isRead ? says(variable) : all.sources.some(({ code }) => told(code))) return [];
  const message = isRead
    ? `${why}, and ${variable} is not set for it.`
    : `${why}, and ${all.facts.serverFile ?? "the server"} believes no proxy.`;
  return [finding("AUTH_D_TRUST_PROXY", { path, message, ...(!isRead && { fix: line }) })];
}
