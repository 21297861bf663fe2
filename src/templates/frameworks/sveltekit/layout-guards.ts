/** Layouts of SvelteKit that ask for a member of an organisation: actions, endpoints and load functions run without them. */
import type { Finding } from "../../../cli/findings/finding.js";
import { asksMember, layoutOnly, type BelowLayout } from "../../../cli/findings/member-guards.js";
import { textOf, type Survey } from "../../../cli/findings/survey.js";
import { readSource } from "../../../cli/source/syntax/source-facts.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import { hookGuards } from "./protect.js";
import { routesIn, type KitRoute } from "./place.js";

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

/** What of a route runs by itself: a load function that waits for its layout does not. */
function answering(all: Survey, { address, pageServer, endpoint }: KitRoute): readonly BelowLayout[] {
  const fix = 'await locals.auth.require({ organization: "…" }) first in it, or auth protect --organization';
  const found: BelowLayout[] = [];
  if (endpoint !== undefined) found.push({ file: endpoint, start: 0, what: `the endpoint ${address}`, fix });
  if (pageServer === undefined) return found;
  const text = textOf(all.facts, pageServer);
  const { exports } = readSource(text, pageServer);
  const [name] = ["actions", "load"].filter((one) => exports.includes(one));
  const isWaiting = name === "load" && text.includes("parent()");
  if (name !== undefined && !isWaiting)
    found.push({
      file: pageServer,
      start: Math.max(0, text.indexOf(name)),
      what: `${name} of ${address}`,
      fix,
    });
  return found;
}
