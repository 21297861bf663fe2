/** What the parts of the account page are made of. */
import { csrfField, hidden } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import { fill, type Say } from "../../pages/text.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import { agoText } from "../ago.js";
import type { overviewOf } from "./download.js";
import type { TextName } from "./texts.js";

/** Everything that the page shows. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

/** What the parts of a page are made with. */
export interface Making {
  readonly context: FlowContext;
  readonly text: Say<TextName>;
}

interface Label {
  readonly text: string;
  /** For those who don't see what it stands beside. */
  readonly name?: string;
  readonly isDanger?: true;
}

const named = ({ name }: Label): Html | false => name !== undefined && html`aria-label="${name}"`;

/** One button that sends fields to a route of the page. */
export const action = (
  { context }: Making,
  path: string,
  fields: Readonly<Record<string, string>>,
  label: Label,
): Html =>
  html`<form action="${context.site.base}/account/${path}" method="POST">
    ${csrfField(context)}${Object.entries(fields).map(([name, value]) => hidden(name, value))}
    <button type="submit" ${label.isDanger && html`class="danger"`} ${named(label)}>${label.text}</button>
  </form>`;

/** Where the page is. */
export const accountUrl = (context: FlowContext): string => pageUrl(context, "/account");

/** A link to a page of another plugin, which leads back. */
export const toPage = ({ context }: Making, path: PluginPath, label: Label): Html =>
  html`<a
    class="button"
    href="${pageUrl(context, path)}?callbackUrl=${encodeURIComponent(accountUrl(context))}"
    ${named(label)}
    >${label.text}</a
  >`;

/** A text with a time in it, exact for machines. */
export const ago = (
  { context, text }: Making,
  name: "lastSeen" | "lastUsed" | "added" | "changed",
  date: Date,
): Html =>
  html`${fill(text(name), { time: html`<time datetime="${date.toISOString()}">${agoText(context, date)}</time>` })}`;

/** With a space between: markup that is laid out by a formatter may lose it. */
export const join = (parts: readonly (Html | string | false)[], between = " "): Html =>
  html`${parts.filter((part) => part !== false).flatMap((part, at) => (at === 0 ? [part] : [between, part]))}`;
