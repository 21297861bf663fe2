/** Layouts of an App Router that ask for a member of an organisation: pages and handlers below answer without them. */
import type { Finding } from "../../../cli/findings/finding.js";
import { asksMember, layoutOnly, type BelowLayout } from "../../../cli/findings/member-guards.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { exportedAt, openFile } from "../next/protect.js";
import { appRoutes, type RouteFile } from "../next/routes.js";

export function checkLayouts(all: Survey, appDir: string): Finding[] {
  const layouts = all.sources
    .map(({ path }) => path)
    .filter((file) => isLayout(file) && asksMember(all, file))
    .sort((one, other) => other.length - one.length);
  const routes = appRoutes(all.facts.files, appDir);
  const told = new Set<string>();
  return layouts.flatMap((layout) => {
    const folder = layout.slice(0, layout.lastIndexOf("/") + 1);
    const below = routes.filter(({ file }) => file.startsWith(folder) && !told.has(file));
    for (const { file } of below) told.add(file);
    return layoutOnly(
      all,
      layout,
      below.map((route) => answering(all, route)),
    );
  });
}

const isLayout = (file: string): boolean =>
  ["tsx", "ts", "jsx", "js"].some((one) => file.endsWith(`/layout.${one}`));

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function answering(all: Survey, { file, route, isPage }: RouteFile): BelowLayout {
  const opened = openFile(all, file);
  const isAsking = asksMember(all, file);
  const [start = 0] = (isPage ? ["default"] : methods).flatMap((name) => exportedAt(opened, name) ?? []);
  return isPage
    ? {
        file,
        start,
        what: `the page ${route}`,
        fix: `await auth.require({ organization: { slug } }) first in the page`,
        isAsking,
      }
    : {
        file,
        start,
        what: `the handler of ${route}`,
        fix: "auth.require({ organization }, …) around each handler",
        isAsking,
      };
}
