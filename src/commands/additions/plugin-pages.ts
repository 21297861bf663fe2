/** The pages of plugins: their addresses in the configuration, and the links to them. */
import { plugins } from "../../templates/plugins/index.js";
import type { PluginSupport } from "../../templates/plugins/plugin.js";
import type { StoreContext } from "../../templates/stores/support.js";
import { forgetAddresses, nameAddresses } from "../../cli/edit/page-addresses.js";
import { optionOf } from "../../cli/source/configuration/literals.js";
import {
  placedPages,
  standardPages,
  type PlacedPage,
} from "../../cli/source/configuration/page-addresses.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { presentPlaces, type PagePlaces } from "../../cli/plan/page-places.js";
import { developmentAddress } from "../../cli/plan/places.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { PageLink } from "./plugin-menu.js";

/** The pages for users who are signed in, as links of a page that is written with them. */
export const pageLinksOf = (
  chosen: readonly PluginSupport[],
  addressOf: PagePlaces["addressOf"],
): readonly PageLink[] =>
  chosen.flatMap(({ page }) =>
    page && !hasLink(chosen, page) ? [{ href: addressOf(page.path), link: page.link }] : [],
  );

const hasLink = (
  present: readonly { readonly id: string | undefined }[],
  { within }: NonNullable<PluginSupport["page"]>,
): boolean => within !== undefined && present.some(({ id }) => id === within);

/** By a link or a form, in the quotes of the project. */
const linksTo = (text: string, address: string): boolean =>
  [`="${address}"`, `='${address}'`].some((attribute) => text.includes(attribute));

/** Links to the pages of plugins for users who are signed in, but those that the plan has written, or that a page of theirs has. */
function missingLinks(
  { builder, places: { addressOf } }: PageContext,
  chosen: readonly PluginSupport[],
): readonly PageLink[] {
  const written = builder.changed().map((file) => builder.text(file) ?? "");
  const present = [...chosen, ...(builder.facts.configuration?.plugins ?? [])];
  return pageLinksOf(
    chosen.filter(({ page }) => page && !hasLink(present, page)),
    addressOf,
  ).filter(({ href }) => !written.some((text) => linksTo(text, href)));
}

/** What is known of pages when a step is planned. */
export interface PageContext extends StoreContext {
  readonly places: PagePlaces;
  /** Pages that the app's user menu links. */
  readonly linked?: readonly PageLink[];
}

/** Where the pages of plugins are while the app is developed. */
export async function notePages(context: PageContext, chosen: readonly PluginSupport[]): Promise<void> {
  const { builder, framework, places, linked = [] } = context;
  const { origin } = new URL(await developmentAddress(builder.facts, framework));
  const isLinked = ({ href }: PageLink) => linked.some((one) => one.href === href);
  for (const { href } of missingLinks(context, chosen).filter((one) => !isLinked(one)))
    builder.next(`Link users who are signed in to ${origin}${href}`);
  for (const { next = [] } of chosen)
    for (const { line, page: shown } of next)
      builder.next(shown === undefined ? line : `${line} ${origin}${places.addressOf(shown)}`, "later");
}

/** Links to the pages of plugins in the user menu that is there. @returns those that it has */
export async function planLinks(
  context: PageContext,
  chosen: readonly PluginSupport[],
): Promise<readonly PageLink[]> {
  const { planMenuLinks } = await import("./plugin-menu.js");
  return planMenuLinks(context.builder, missingLinks(context, chosen));
}

/** What plugins show above every page, in the layout; where that has no place for it, the line for a person to write. */
export async function planAbove(context: PageContext, chosen: readonly PluginSupport[]): Promise<void> {
  const { builder, framework, places } = context;
  for (const { above } of chosen) {
    if (above === undefined) continue;
    const { planBar } = await import("./plugin-menu.js");
    if ((await planBar(context, above.component)) !== undefined) continue;
    const { origin } = new URL(await developmentAddress(builder.facts, framework));
    builder.next(`${above.byHand} ${origin}${places.addressOf("/impersonation")}`);
  }
}

/** Takes out what plugins show above every page. */
export async function planAboveGone(
  context: Pick<StoreContext, "builder">,
  ids: readonly string[],
): Promise<void> {
  for (const { id, above } of plugins) {
    if (above === undefined || !ids.includes(id)) continue;
    const { planBarGone } = await import("./plugin-menu.js");
    planBarGone(context, above.component);
  }
}

/** Takes the links to pages of plugins out of the user menu. */
export async function planLinksGone(
  { builder, framework }: Pick<StoreContext, "builder" | "framework">,
  ids: readonly string[],
): Promise<void> {
  const { planMenuLinksGone } = await import("./plugin-menu.js");
  const { addressOf } = await presentPlaces(builder.facts, framework);
  const leaving = plugins.filter(({ id }) => ids.includes(id));
  planMenuLinksGone(
    builder,
    leaving.flatMap(({ page }) => (page ? [{ href: addressOf(page.path), link: page.link }] : [])),
  );
}

/** Addresses of pages whose usual ones are taken. In front of other edits: the places are those of the file as it is. */
export function planNames(builder: PlanBuilder<ConfiguredProject>, { named }: PagePlaces): void {
  const { configuration } = builder.facts;
  const file = optionOf(configuration, "pageAddresses")?.at.path;
  if (configuration === undefined || file === undefined || Object.keys(named).length === 0) return;
  const edits = nameAddresses(builder.text(file) ?? "", configuration, named);
  const reason = `addresses of pages: ${Object.values(named).join(", ")}`;
  builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
}

/** The pages that go with plugins, where they have addresses of their own. */
export function pagesOf({ configuration }: ConfiguredProject, ids: readonly string[]): readonly PlacedPage[] {
  const present = (configuration?.plugins ?? []).flatMap(({ id }) => id ?? []);
  const left = standardPages(present.filter((id) => !ids.includes(id))).map(({ name }) => name);
  const all = standardPages(present).map(({ name }) => name);
  return placedPages(configuration).filter(({ name }) => all.includes(name) && !left.includes(name));
}

/** A page that no plugin has can have no address. */
export function planForgotten(builder: PlanBuilder<ConfiguredProject>, gone: readonly PlacedPage[]): void {
  const { configuration } = builder.facts;
  const file = optionOf(configuration, "pageAddresses")?.at.path;
  if (configuration === undefined || file === undefined) return;
  const text = builder.text(file) ?? "";
  const left = forgetAddresses(
    text,
    configuration,
    gone.map(({ name }) => name),
  );
  if (left === text) return;
  const edits = [{ start: 0, end: text.length, text: left }];
  const reason = "takes the addresses of their pages out";
  builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
}
