/** What other plugins say of the user: rows of the account page, in the order of the plugins. */
import { type Html, html } from "../../pages/html.js";
import { fill } from "../../pages/text.js";
import type { FlowContext } from "../../types/flow.js";
import { inWords } from "../accounts/about-words.js";
import type { AboutRow, AboutText, AccountOwner } from "../host/plugin-scope.js";
import { askPlugins } from "../host/ask-plugins.js";
import type { PluginScope } from "../host/plugin.js";
import { drawing, type Making, timeOf, toPage } from "./page-parts.js";

/** Rows of one plugin, with what its texts are found by. */
interface Told {
  readonly own: PluginScope;
  /** What there is to say of the user. */
  readonly rows: readonly AboutRow[];
  /** What only leads elsewhere. */
  readonly links: readonly AboutRow[];
}

/** A plugin that is off says nothing. */
export async function askAbout(context: FlowContext, owner: AccountOwner): Promise<readonly Told[]> {
  const told = await askPlugins(context.resolved, async ({ about, links }, own) => ({
    own,
    rows: (await about?.(own, owner.id, "user", context.resolved)) ?? [],
    links: links?.({ ...context, owner }) ?? [],
  }));
  return [...told.values()];
}

/** Rows as list items. */
export const aboutRows = (making: Making, told: readonly Told[], which: "rows" | "links"): Html[] =>
  told.flatMap((each) => each[which].map((row) => aboutRow(making, each.own, row)));

function aboutRow(making: Making, own: PluginScope, { text, detail, badge, mark, action }: AboutRow): Html {
  const say = (each: AboutText) => shown(making.context, own, each);
  const state =
    badge && html` <span class="${badge.tone === "good" ? "state on" : "state"}">${say(badge.text)}</span>`;
  return html`<li class="row">
    ${mark && drawing(mark)}
    <span
      >${say(text)}${state}${detail !== undefined && html`<span class="muted small">${say(detail)}</span>`}</span
    >
    ${action && linkOf(making, own, { ...action, text })}
  </li>`;
}

function linkOf(
  making: Making,
  own: PluginScope,
  { path, label, text, needsText, isDanger }: NonNullable<AboutRow["action"]> & Pick<AboutRow, "text">,
): Html {
  const words = (each: AboutText) => inWords(making.context, own, each);
  return toPage(making, path, {
    text: words(label),
    ...(needsText && { name: `${words(text)}: ${words(label)}` }),
    ...(isDanger && { isDanger }),
  });
}

/** A name keeps its own direction. Numbers choose the form of a text, so they are filled in first. */
function shown(context: FlowContext, own: PluginScope, text: AboutText): Html {
  if (typeof text === "string") return html`<bdi>${text}</bdi>`;
  const values = Object.entries(text.values ?? {});
  const numbers = values.filter((each): each is [string, number] => typeof each[1] === "number");
  const others = values.flatMap(([name, value]) => {
    if (value instanceof Date) return [[name, timeOf(context, value)] as const];
    return typeof value === "string" ? [[name, html`<bdi>${value}</bdi>`] as const] : [];
  });
  return html`${fill(own.message(context, text.name, Object.fromEntries(numbers)), Object.fromEntries(others))}`;
}
