/**
 * What guards a Pages Router: in `auth protect` the proxy's matcher, getServerSideProps of every page, and API routes;
 * in `auth test init` all of them with their guards.
 */
import { guardExports, type WrittenGuard } from "../../../cli/edit/guard-function.js";
import { splice, type EditResult } from "../../../cli/source/text/text-edit.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { requirementText } from "../../../cli/edit/requirement.js";
import { exportedFunction, isExportedElsewhere } from "../../../cli/source/names/exported-functions.js";
import { parse } from "../../../cli/source/syntax/syntax.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import {
  accessOfExport,
  exportedAt,
  nextRoute,
  openFile,
  planGuard,
  planMatcher,
  readerOf,
  routesBelow,
} from "../next/protect.js";
import { pagesRouter } from "./plan.js";
import { organizationAt, who } from "../next/organization.js";
import { pagesRoutes } from "../next/routes.js";
import type { Survey } from "../../../cli/findings/survey.js";
import type { AppRoute } from "../../../cli/source/syntax/access.js";

export function protectPagesRouter(context: ProtectContext): void {
  const {
    builder: { facts },
    paths,
  } = context;
  const router = pagesRouter(facts);
  const found = routesBelow(paths, pagesRoutes(facts.files, router.folder));
  planMatcher(context, router, found);
  for (const one of found) {
    const requirement = organizationAt(context, one)?.requirement;
    if (requirement === undefined) continue;
    const { file, route } = one;
    const isApi = !one.isPage;
    const argument = requirementText(requirement, '"') || "{}";
    planGuard(context, {
      file,
      what: isApi
        ? `asks for ${who(requirement)} before ${route} answers`
        : `asks for ${who(requirement)} before ${route} is rendered`,
      snippet: isApi
        ? `export default auth.require(${argument}, handler);`
        : `export const getServerSideProps = auth.require(${argument}, () => ({ props: {} }));`,
      edit: (source, auth) =>
        isApi
          ? guardExports(source, ["default"], { ...auth, requirement })
          : guardProps(source, { ...auth, requirement }),
    });
  }
}

/** Around the page's getServerSideProps, or as one that brings nothing but the guard. */
function guardProps(source: SourceText, guard: WrittenGuard): EditResult {
  const { file, text } = source;
  const root = parse(text, file);
  const has = (name: string) => Boolean(exportedFunction(root, name)) || isExportedElsewhere(root, name);
  if (has("getStaticProps"))
    return {
      kind: "manual",
      line: 1,
      why: "the page is made when the app is built: a guard needs getServerSideProps",
    };
  if (has("getServerSideProps")) return guardExports(source, ["getServerSideProps"], guard);
  const { eol, semicolons } = detectStyle(text);
  const open = text.endsWith("\n") || text === "" ? "" : eol;
  const added = `${open}${eol}export const getServerSideProps = () => ({ props: {} })${semicolons ? ";" : ""}${eol}`;
  const result = guardExports({ file, text: text + added }, ["getServerSideProps"], guard);
  if (result.kind === "manual") return result;
  // The edits are for the text with the function in it: what the file itself gets is all of them and the function.
  const whole = splice(text + added, result.edits);
  const inside = result.edits.filter(({ end }) => end <= text.length);
  const own = splice(text, inside);
  return {
    kind: "edits",
    edits: [...inside, { start: text.length, end: text.length, text: whole.slice(own.length) }],
  };
}

/** The pages and API routes of a Pages Router, with what guards them. */
export function routesOf(all: Survey): readonly AppRoute[] {
  const { pagesDir, files } = all.facts;
  if (pagesDir === undefined) return [];
  return pagesRoutes(files, pagesDir).map(({ file, route, isPage }) => {
    const opened = openFile(all, file);
    const guarded = isPage ? "getServerSideProps" : "default";
    const at = exportedAt(opened, guarded) ?? 0;
    const own = accessOfExport(opened, guarded) ?? (isPage ? readerOf(opened.text) : undefined);
    return nextRoute(all, opened, { route, method: "GET", at, own });
  });
}
