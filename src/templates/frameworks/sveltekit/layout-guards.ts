/** Layouts of SvelteKit that ask for a member of an organisation: actions, endpoints and load functions run without them. */
import type { Finding } from "../../../cli/findings/finding.js";
import { askingExports, asksAlways, exportedValue } from "../../../cli/findings/asking-exports.js";
import { asksMember, layoutOnly, type BelowLayout } from "../../../cli/findings/member-guards.js";
import { textOf, type Survey } from "../../../cli/findings/survey.js";
import { readSource } from "../../../cli/source/syntax/source-facts.js";
import { parse, ts } from "../../../cli/source/syntax/syntax.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import { hookGuards } from "./protect.js";
import { routesIn, type KitRoute } from "./place.js";
import { isWaiting } from "./waiting-load.js";

export function checkLayouts(all: Survey): Finding[] {
  const layouts = all.sources
    .map(({ path }) => path)
    .filter((file) => isLayout(file) && asksMember(all, file))
    .sort((one, other) => other.length - one.length);
  if (layouts.length === 0) return [];
  const hooks = hookGuards(all).filter(
    ({ access }) =>
      access.kind === "unclear" || (access.kind === "guarded" && access.organization !== undefined),
  );
  const open = routesIn(all.facts.files).filter(({ address }) => {
    const path = plainPath(address) ?? address;
    return !hooks.some(({ pattern }) => holdsAt(pattern, path, false));
  });
  const told = new Set<string>();
  return layouts.flatMap((layout) => {
    const folder = layout.slice(0, layout.lastIndexOf("/") + 1);
    const below = open
      .filter((route) => route.folder.startsWith(folder))
      .flatMap((route) => answering(all, route))
      .filter(({ file }) => !told.has(file));
    for (const { file } of below) told.add(file);
    return layoutOnly(all, layout, below);
  });
}

const isLayout = (file: string): boolean =>
  ["ts", "js"].some((one) => file.endsWith(`/+layout.server.${one}`));

/** What of a route runs by itself: actions, an endpoint, and a load function that does not wait for its layout first. */
function answering(all: Survey, { address, pageServer, endpoint }: KitRoute): readonly BelowLayout[] {
  const fix = 'await locals.auth.require({ organization: "…" }) first in it, or auth protect --organization';
  const found: BelowLayout[] = [];
  if (endpoint !== undefined) found.push(...answeringEndpoint(all, endpoint, address, fix));
  if (pageServer === undefined) return found;
  const text = textOf(all.facts, pageServer);
  const { exports } = readSource(text, pageServer);
  const root = parse(text, pageServer);
  for (const name of ["actions", "load"].filter((one) => exports.includes(one))) {
    const value = exportedValue(root, name);
    found.push({
      file: pageServer,
      start: value?.getStart() ?? 0,
      what: `${name} of ${address}`,
      fix,
      isAsking: value === undefined ? asksMember(all, pageServer) : isGuarded(all, name, value),
    });
  }
  return found;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "fallback"];

/** Each handler of an endpoint runs alone. */
function answeringEndpoint(all: Survey, file: string, address: string, fix: string): readonly BelowLayout[] {
  const found = askingExports(all, parse(textOf(all.facts, file), file), methods);
  if (found.length === 0)
    return [{ file, start: 0, what: `the endpoint ${address}`, fix, isAsking: asksMember(all, file) }];
  return found.map(({ name, start, isAsking }) => ({
    file,
    start,
    what: `${name} of ${address}`,
    fix,
    isAsking,
  }));
}

/** Each action runs alone. */
function isGuarded(all: Survey, name: string, value: ts.Node): boolean {
  if (name === "load") return isWaiting(value) || asksAlways(all, value);
  const isWritten = ts.isObjectLiteralExpression(value) && !value.properties.some(ts.isSpreadAssignment);
  return (isWritten ? value.properties : [value]).every((one) => asksAlways(all, one));
}
