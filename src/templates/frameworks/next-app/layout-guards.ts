/** Layouts of an App Router that ask for a member of an organisation: pages and handlers below answer without them. */
import type { Finding } from "../../../cli/findings/finding.js";
import { askingExports } from "../../../cli/findings/asking-exports.js";
import { asksMember, layoutOnly, type BelowLayout } from "../../../cli/findings/member-guards.js";
import { textOf, type Survey } from "../../../cli/findings/survey.js";
import { parse } from "../../../cli/source/syntax/syntax.js";
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
      below.flatMap((route) => answering(all, route)),
    );
  });
}

const isLayout = (file: string): boolean =>
  ["tsx", "ts", "jsx", "js"].some((one) => file.endsWith(`/layout.${one}`));

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** A page, and each handler alone. */
function answering(all: Survey, { file, route, isPage }: RouteFile): readonly BelowLayout[] {
  const found = askingExports(all, parse(textOf(all.facts, file), file), isPage ? ["default"] : methods);
  const what = isPage ? `the page ${route}` : `the handler of ${route}`;
  const fix = isPage
    ? `await auth.require({ organization: { slug } }) first in the page`
    : "auth.require({ organization }, …) around each handler";
  if (found.length === 0) return [{ file, start: 0, what, fix, isAsking: asksMember(all, file) }];
  return found.map(({ name, start, isAsking }) => ({
    file,
    start,
    what: isPage ? what : `${name} of ${route}`,
    fix,
    isAsking,
  }));
}
