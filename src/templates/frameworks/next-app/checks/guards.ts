import { finding, type Finding } from "../../../../cli/findings/finding.js";
import { readsSession } from "../../../../cli/source/syntax/probes.js";
import { isMachinePath, isPrivatePath } from "../../../../cli/findings/private-paths.js";
import { isOpenHandler, passesEverybody, proxyOf } from "../../next/checks/handler.js";
import { matcherPatterns } from "./matcher.js";
import { matches } from "../../next/matcher-pattern.js";
import { accessOfGuard } from "../../../../cli/source/syntax/access.js";
import { pathInGuard } from "../../../../cli/source/routes/requirement.js";
import { holdsAt, plainPath } from "../../../../cli/source/routes/route-path.js";
import { accessIn, openFile } from "../../next/routes.js";
import { routesIn } from "../route-files.js";
import { nextConfig } from "../../next/config.js";
import { placeIn, type SourceText, type Survey } from "../../../../cli/findings/survey.js";

const writingMethods = ["POST", "PUT", "PATCH", "DELETE"];

/** What looks private and asks nobody who they are. */
export const checkGuards = (all: Survey, appDir: string): Finding[] => [
  ...pages(all, appDir),
  ...writes(all, appDir),
  ...suspense(all, appDir),
];

/** Whether a file, or one of the project that it imports, reads the session. */
function isGuarded(all: Survey, source: SourceText): boolean {
  if (readsSession(source.code)) return true;
  return source.imports.some(({ specifier }) => {
    const name = specifier.replace(/^(?:@\/|~\/|\.{1,2}\/)+/, "").replace(/\.\w+$/, "");
    if (name === specifier) return false;
    return all.sources.some(
      ({ path, code }) => path.replace(/\.\w+$/, "").endsWith(name) && readsSession(code),
    );
  });
}

function pages(all: Survey, appDir: string): Finding[] {
  const proxy = proxyOf(all);
  const isGuard = proxy && /\bauth\b/.test(proxy.code) && !isOpenHandler(all);
  const patterns = isGuard ? (matcherPatterns(proxy)?.patterns.map(({ text }) => text) ?? ["/:path*"]) : [];
  const wishes = proxy ? proxyWishes(proxy) : [];
  return routesIn(all.facts.files, appDir).flatMap(({ file, route, isPage }) => {
    const source = all.sources.find(({ path }) => path === file);
    if (source === undefined) return [];
    const at = { path: file, line: 1 };
    const wish = wishes.find(({ isFor }) => isFor(route));
    const own = accessIn(openFile(all, file));
    if (wish?.roles !== undefined && own?.kind === "guarded" && own.roles === undefined) {
      const message = `${proxy?.path} asks for the role ${wish.roles.join(" or ")} at ${route}, and this file for a session alone.`;
      return [finding("AUTH_D_PROXY_ROLE", { ...at, message })];
    }
    if (isGuarded(all, source) || (isPage && isLayoutGuarded(all, file))) return [];
    const covering = patterns.filter((pattern) => matches(pattern, route));
    // A pattern that names the path, or a guard of the proxy for it, says that somebody wanted it guarded.
    const isNamed = wish !== undefined || covering.some((pattern) => /^\/[\w-]/.test(pattern));
    if (!isNamed && !(isPage && isPrivatePath(route))) return [];
    return [inFront(all, { file, route }, covering.length > 0 ? "matcher" : wish && "guard")];
  });
}

/** What a page is that reads no session itself, by what the proxy has for its address. */
function inFront(
  all: Survey,
  { file, route }: { file: string; route: string },
  by: "matcher" | "guard" | undefined,
): Finding {
  const proxy = proxyOf(all);
  const at = { path: file, line: 1 };
  if (by === undefined || !proxy) {
    const message = `${route} looks private and never reads the session.`;
    return finding("AUTH_D_UNGUARDED_PAGE", { ...at, message });
  }
  if (by === "matcher" && passesEverybody(all, proxy)) {
    const message = `${proxy.path} stands in front of ${route}, and without callbacks.authorized it lets everybody through.`;
    return finding("AUTH_D_UNGUARDED_PAGE", { ...at, message });
  }
  return finding("AUTH_D_PROXY_ONLY", { ...at, message: `${route} is guarded by ${proxy.path} alone.` });
}

/** What `auth.require({ path, role }, …)` of a proxy asks for, and where. */
function proxyWishes({ calls }: SourceText) {
  return calls.flatMap(({ callee, args }) => {
    const path = callee.endsWith(".require") ? pathInGuard(`${callee}(${args[0] ?? ""})`) : undefined;
    if (path === undefined) return [];
    const access = accessOfGuard(`${callee}(${args[0]})`);
    const roles = access.kind === "guarded" ? access.roles : undefined;
    return [{ roles, isFor: (route: string) => holdsAt(path, plainPath(route) ?? route, false) }];
  });
}

const refusing = ["redirect", "notFound", "forbidden", "unauthorized"];

/** What refuses by a call, or decides about what it has read. */
const refuses = ({ calls, code }: SourceText): boolean =>
  calls.some(({ callee }) => callee.endsWith(".require") || refusing.includes(callee)) ||
  ["if (", "\n  await "].some((word) => code.includes(word));

/** A layout that refuses; one that shows who is signed in lets everybody go on. */
function isLayoutGuarded(all: Survey, page: string): boolean {
  return all.sources.some(
    (source) =>
      /\/layout\.[jt]sx?$/.test(source.path) &&
      page.startsWith(source.path.replace(/layout\.\w+$/, "")) &&
      refuses(source) &&
      isGuarded(all, source),
  );
}

function writes(all: Survey, appDir: string): Finding[] {
  return all.sources.flatMap((source) => {
    if (isMachinePath(source.path)) return [];
    const isRoute = source.path.startsWith(`${appDir}/`) && /\/route\.[jt]s$/.test(source.path);
    return source.functions
      .filter(
        ({ isAction, isExported, name, code }) =>
          (isAction || (isRoute && isExported && writingMethods.includes(name))) && !readsSession(code),
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
      const at = component
        ? component.ownCode.search(/\bawait\s+(?:auth(?:\.require)?|cookies|headers)\s*\(/)
        : -1;
      if (!component || at === -1) return [];
      const message = `${component.name || "The page"} awaits the session outside of Suspense.`;
      return [finding("AUTH_D_NEXT_SUSPENSE", { ...placeIn(source, component.start + at), message })];
    });
}
