/**
 * What guards an App Router: in `auth protect` the proxy's matcher, and a guard beside the data of every page and
 * route; in `auth test init` every page and route handler with its guards.
 */
import { guardUnderSuspense } from "../../../cli/edit/guard-suspense.js";
import { guardExports, guardPage } from "../../../cli/edit/guard-function.js";
import { directivesOf } from "../../../cli/source/names/exported-functions.js";
import { prefixOf } from "../../../cli/plan/places.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { requirementText } from "../../../cli/edit/requirement.js";
import { usesCacheComponents } from "../next/project-files.js";
import {
  accessIn,
  accessOfExport,
  exportedAt,
  nextRoute,
  openFile,
  planGuard,
  planMatcher,
  readerOf,
  routesBelow,
  wayBack,
  withLanguage,
  type InFront,
} from "../next/protect.js";
import { appRouter } from "./plan.js";
import { organizationAt, who, type NamedOrganization } from "../next/organization.js";
import { appRoutes, type RouteFile } from "../next/routes.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { allOf, type Access, type AppRoute } from "../../../cli/source/syntax/access.js";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export function protectAppRouter(wish: ProtectContext): void {
  const { facts } = wish.builder;
  const router = appRouter(facts);
  const all = appRoutes(facts.files, router.folder);
  const context = { ...wish, paths: withLanguage(wish.paths, all) };
  const found = routesBelow(context.paths, all);
  const inFront = planMatcher(context, router, found);
  for (const one of found) {
    const named = organizationAt(context, one);
    if (named === undefined) continue;
    if (one.isPage) guardPages(context, one, { inFront, named });
    else guardHandlers(context, one, named);
  }
}

function guardHandlers(
  context: ProtectContext,
  { file, route }: RouteFile,
  { requirement }: NamedOrganization,
): void {
  const written = requirementText(requirement, '"');
  planGuard(context, {
    file,
    what: `asks for ${who(requirement)} before ${route} answers`,
    snippet: `export const GET = auth.require(${written || "{}"}, (request) => …);`,
    edit: (source, auth) => guardExports(source, methods, { ...auth, requirement }),
  });
}

interface GuardedPage {
  readonly inFront: InFront | undefined;
  readonly named: NamedOrganization;
}

function guardPages(
  context: ProtectContext,
  { file, route }: RouteFile,
  { inFront, named: { requirement, parameter } }: GuardedPage,
): void {
  const { builder, framework } = context;
  const { facts } = builder;
  const slug = parameter && { organization: { slug: `(await params).${parameter.name}` } };
  const asked = { ...requirement, ...slug, redirectTo: wayBack(prefixOf(facts, framework), route) };
  const isClient = directivesOf({ file, text: builder.text(file) ?? "" }).includes("use client");
  if (isClient && inFront !== undefined && requirementText(requirement, '"') === "") {
    builder.warn("AUTH_W_PROTECT_PAGE", clientPage(file, inFront));
    return;
  }
  const isCached = usesCacheComponents(facts.files);
  const snippet = `await auth.require(${requirementText(asked, '"')});`;
  planGuard(context, {
    file,
    what: `asks for ${who(requirement)} before ${route} is rendered`,
    snippet: isClient ? `${snippet} // in a server component that renders it` : snippet,
    edit: (source, auth) => {
      if (isClient) return { kind: "manual", line: 1, why: clientAlone };
      const guard = { ...auth, requirement: asked, parameter };
      return isCached ? guardUnderSuspense(source, guard) : guardPage(source, guard);
    },
  });
}

const clientPage = (file: string, inFront: InFront): string =>
  `${file} is a client component: ${guarding[inFront]} Guard what it loads its data from too, with auth.require().`;

const guarding: Readonly<Record<InFront, string>> = {
  authorized: "the proxy alone guards it.",
  function: "the proxy alone guards it, by a function of the app: see that it refuses this path.",
};

const clientAlone =
  "a client component can't ask for this, and the proxy doesn't: let a server component guard and render it";

// The pages and route handlers of an App Router, with what guards them.

export function routesOf(all: Survey): readonly AppRoute[] {
  const { appDir, files } = all.facts;
  if (appDir === undefined) return [];
  return appRoutes(files, appDir).flatMap(({ file, route, isPage }) => {
    const opened = openFile(all, file);
    if (isPage) {
      const own = pageAccess(all, file);
      return [{ ...nextRoute(all, opened, { route, method: "GET", at: 0, own }), isLinked: true as const }];
    }
    return methods
      .filter((one) => one !== "HEAD")
      .flatMap((method) => {
        const at = exportedAt(opened, method);
        return at === undefined
          ? []
          : [nextRoute(all, opened, { route, method, at, own: accessOfExport(opened, method) })];
      });
  });
}

/** What a page and the layouts around it ask for. */
function pageAccess(all: Survey, page: string): Access | undefined {
  const around = all.sources.filter(
    ({ path }) => isLayout(path) && page.startsWith(path.slice(0, path.lastIndexOf("/") + 1)),
  );
  const files = [...around.map(({ path }) => path), page].map((file) => openFile(all, file));
  const guards = files.flatMap((one) => accessIn(one) ?? []);
  const text = files.at(-1)?.text ?? "";
  return allOf(guards) ?? readerOf(text);
}

const isLayout = (file: string): boolean => /\/layout\.[jt]sx?$/.test(file);
