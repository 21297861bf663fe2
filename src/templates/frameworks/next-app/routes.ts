/** The pages and route handlers of an App Router, with what guards them. */
import type { Survey } from "../../../cli/findings/survey.js";
import { allOf, type Access, type AppRoute } from "../../../cli/source/syntax/access.js";
import { accessIn, accessOfExport, exportedAt, nextRoute, openFile, readerOf } from "../next/routes.js";
import { routesIn } from "./route-files.js";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function routesOf(all: Survey): readonly AppRoute[] {
  const { appDir, files } = all.facts;
  if (appDir === undefined) return [];
  return routesIn(files, appDir).flatMap(({ file, route, isPage }) => {
    const opened = openFile(all, file);
    if (isPage) {
      const own = pageAccess(all, file);
      return [nextRoute(all, opened, { route, method: "GET", at: 0, own })];
    }
    return methods.flatMap((method) => {
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
