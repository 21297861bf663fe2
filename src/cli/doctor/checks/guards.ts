import { finding, type Finding } from "../finding.js";
import { readsSession } from "./configuration.js";
import { checkHandlerForm, isOpenHandler, proxyOf } from "./next-handler.js";
import { matcherPatterns, matches } from "./next-routes.js";
import { nextConfig } from "../../project/next-config.js";
import { placeIn, type SourceText, type Survey } from "../survey.js";

const privatePath =
  /^\/(?:\[[^\]]+\]\/)?(?:account|dashboard|admin|settings|profile|billing|me|members?|private|protected)(?:\/|$)/;
const writingMethods = ["POST", "PUT", "PATCH", "DELETE"];
/** Calls of other machines come with a signature instead of a session. */
const machinePath = /\/(?:webhooks?|hooks?|cron|health|stripe|inngest|trpc|og)(?:\/|\.|$)/i;

/** What looks private and asks nobody who they are. */
export function checkGuards(all: Survey): Finding[] {
  const { appDir } = all.facts;
  if (!all.auth) return [];
  if (all.framework?.id === "express") return expressRoutes(all);
  if (all.framework?.id === "next-pages") return checkHandlerForm(all);
  if (all.framework?.id !== "next-app" || !appDir) return [];
  return [...checkHandlerForm(all), ...pages(all, appDir), ...writes(all, appDir), ...suspense(all, appDir)];
}

const routeOf = (file: string, appDir: string): string =>
  file
    .slice(appDir.length)
    .replace(/\/(?:page|layout|route)\.\w+$/, "")
    .replace(/\/(?:\([^)]*\)|@\w+)/g, "") || "/";

/** Whether a file, or one of the project that it imports, reads the session. */
function isGuarded(all: Survey, source: SourceText): boolean {
  if (readsSession.test(source.code)) return true;
  return source.imports.some(({ specifier }) => {
    const name = specifier.replace(/^(?:@\/|~\/|\.{1,2}\/)+/, "").replace(/\.\w+$/, "");
    if (name === specifier) return false;
    return all.sources.some(
      ({ path, code }) => path.replace(/\.\w+$/, "").endsWith(name) && readsSession.test(code),
    );
  });
}

function pages(all: Survey, appDir: string): Finding[] {
  const proxy = proxyOf(all);
  const isGuard = proxy && /\bauth\b/.test(proxy.code) && !isOpenHandler(all);
  const patterns = isGuard ? (matcherPatterns(proxy)?.texts ?? ["/:path*"]) : [];
  return all.sources
    .filter(({ path }) => path.startsWith(`${appDir}/`) && /\/page\.[jt]sx?$/.test(path))
    .flatMap((source) => {
      const route = routeOf(source.path, appDir);
      if (!privatePath.test(route) || isGuarded(all, source) || isLayoutGuarded(all, source.path)) return [];
      const isCovered = patterns.some((pattern) => matches(pattern, route));
      const at = { path: source.path, line: 1 };
      return isCovered
        ? [finding("AUTH_D_PROXY_ONLY", { ...at, message: `${route} is guarded by ${proxy?.path} alone.` })]
        : [
            finding("AUTH_D_UNGUARDED_PAGE", {
              ...at,
              message: `${route} looks private and never reads the session.`,
            }),
          ];
    });
}

function isLayoutGuarded(all: Survey, page: string): boolean {
  return all.sources.some(
    (source) =>
      /\/layout\.[jt]sx?$/.test(source.path) &&
      page.startsWith(source.path.replace(/layout\.\w+$/, "")) &&
      isGuarded(all, source),
  );
}

function writes(all: Survey, appDir: string): Finding[] {
  return all.sources.flatMap((source) => {
    if (machinePath.test(source.path)) return [];
    const isRoute = source.path.startsWith(`${appDir}/`) && /\/route\.[jt]s$/.test(source.path);
    return source.functions
      .filter(
        ({ isAction, isExported, name, code }) =>
          (isAction || (isRoute && isExported && writingMethods.includes(name))) && !readsSession.test(code),
      )
      .filter(() => !isRoute || !isGuarded(all, source))
      .map(({ name, isAction, start }) => {
        const what = isAction ? `The server action ${name || "here"}` : name;
        return finding("AUTH_D_UNGUARDED_WRITE", {
          ...placeIn(source, start),
          message: `${what} never reads the session.`,
        });
      });
  });
}

/** With cache components a page may not wait for the request outside of Suspense. */
function suspense(all: Survey, appDir: string): Finding[] {
  if (!/^[^/\n]*\bcacheComponents\s*:\s*true/m.test(nextConfig(all.facts.files))) return [];
  return all.sources
    .filter(({ path }) => path.startsWith(`${appDir}/`) && /\/(?:page|layout)\.[jt]sx?$/.test(path))
    .flatMap((source) => {
      const component = source.functions.find(({ isDefault }) => isDefault);
      const at = component ? component.ownCode.search(/\bawait\s+(?:auth|cookies|headers)\s*\(/) : -1;
      if (!component || at === -1) return [];
      const message = `${component.name || "The page"} awaits the session outside of Suspense.`;
      return [finding("AUTH_D_NEXT_SUSPENSE", { ...placeIn(source, component.start + at), message })];
    });
}

const guardName = /^(?:require|ensure|check|is)[A-Z]\w*$/;
/** Anybody may send these forms. */
const openForm = /\b(?:login|signin|signup|register|contact|subscribe|search)\b/;

function expressRoutes(all: Survey): Finding[] {
  return all.sources
    .filter(({ imports }) => imports.some(({ specifier }) => specifier === "express"))
    .flatMap((source) =>
      source.calls.flatMap(({ callee, args, start }) => {
        const method = /\.(get|post|put|patch|delete|all)$/.exec(callee)?.[1];
        const route = /^["'`](\/[^"'`]*)["'`]$/.exec(args[0] ?? "")?.[1];
        if (method === undefined || route === undefined || args.length < 2) return [];
        if (args.slice(1).some((arg) => asksWho(all, arg)) || isBehindGuard(all, source, start, route))
          return [];
        const at = placeIn(source, start);
        if (privatePath.test(route)) {
          const message = `${route} looks private and never reads the session.`;
          return [finding("AUTH_D_UNGUARDED_ROUTE", { ...at, message })];
        }
        if (method === "get" || method === "all" || machinePath.test(route) || openForm.test(route))
          return [];
        const message = `${method.toUpperCase()} ${route} never reads the session.`;
        return [
          finding("AUTH_D_UNGUARDED_WRITE", {
            ...at,
            message,
            fix: "Put requireUser in front of the handler",
          }),
        ];
      }),
    );
}

/** A handler that reads the session, here or where it is written. */
function asksWho({ sources }: Survey, arg: string): boolean {
  if (readsSession.test(arg) || guardName.test(arg)) return true;
  const name = /^(?:\w+\.)?(\w+)$/.exec(arg)?.[1];
  if (name === undefined) return false;
  return sources.some((one) => one.functions.some((own) => own.name === name && readsSession.test(own.code)));
}

/** A guard in front of the path, or of the whole router where another file mounts it. */
function isBehindGuard({ sources }: Survey, source: SourceText, start: number, route: string): boolean {
  const uses = ({ calls }: SourceText) =>
    calls.filter(({ callee, args }) => callee.endsWith(".use") && args.some((arg) => guardName.test(arg)));
  if (uses(source).some((one) => one.start < start && covers(one.args[0] ?? "", route))) return true;
  const isRouter = /\bRouter\s*\(/.test(source.code);
  return isRouter && sources.some((one) => one !== source && uses(one).length > 0);
}

const covers = (first: string, route: string): boolean => {
  const prefix = /^["'`](\/[^"'`]*)["'`]$/.exec(first)?.[1];
  return prefix === undefined || route === prefix || route.startsWith(`${prefix}/`);
};
