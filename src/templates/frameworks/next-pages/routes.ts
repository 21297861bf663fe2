/** The pages and API routes of a Pages Router, with what guards them. */
import type { Survey } from "../../../cli/findings/survey.js";
import type { AppRoute } from "../../../cli/source/syntax/access.js";
import { accessOfExport, exportedAt, nextRoute, openFile, readerOf } from "../next/routes.js";
import { routesIn } from "./route-files.js";

export function routesOf(all: Survey): readonly AppRoute[] {
  const { pagesDir, files } = all.facts;
  if (pagesDir === undefined) return [];
  return routesIn(files, pagesDir).map(({ file, route, isPage }) => {
    const opened = openFile(all, file);
    const guarded = isPage ? "getServerSideProps" : "default";
    const at = exportedAt(opened, guarded) ?? 0;
    const own = accessOfExport(opened, guarded) ?? (isPage ? readerOf(opened.text) : undefined);
    return nextRoute(all, opened, { route, method: "GET", at, own });
  });
}
