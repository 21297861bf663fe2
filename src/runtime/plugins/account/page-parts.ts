/** What the parts of the account page are made of. */
import { csrfField, hidden } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import type { Look } from "../../pages/page.js";
import { fill, type Say } from "../../pages/text.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import { agoText } from "../accounts/ago.js";
import type { AboutRow } from "../host/plugin-scope.js";
import type { overviewOf } from "./download.js";
import type { TextName } from "./texts.js";

/** Everything that the page shows. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

/** What a form of the page can do, which `POST /account/<name>` does too. */
export type ChangeName =
  | "name"
  | "unlink"
  | "passkey-name"
  | "passkey-remove"
  | "sessions"
  | "delete"
  | "delete-mail";

/** What the parts of a page are made with. */
export interface Making {
  readonly context: FlowContext;
  readonly text: Say<TextName>;
  readonly look: Look;
}

interface Label {
  readonly text: string;
  /** For those who don't see what it stands beside. */
  readonly name?: string;
  readonly isDanger?: true;
}

const named = ({ name }: Label): Html | false => name !== undefined && html`aria-label="${name}"`;

/** Where a form of the page leads, and what it is to do there: whatever comes of it is shown at the address of the page. */
export const formTo = (context: FlowContext, change: ChangeName): { action: string; fields: Html } => ({
  action: accountUrl(context),
  fields: html`${csrfField(context)}${hidden("do", change)}`,
});

/** One button that sends fields to the page. */
export const action = (
  { context }: Making,
  change: ChangeName,
  given: Readonly<Record<string, string>>,
  label: Label,
): Html => {
  const { action: address, fields } = formTo(context, change);
  return html`<form action="${address}" method="POST">
    ${fields}${Object.entries(given).map(([name, value]) => hidden(name, value))} ${submit(label)}
  </form>`;
};

export const submit = (label: Label): Html =>
  html`<button type="submit" ${label.isDanger && html`class="danger"`} ${named(label)}>
    ${label.text}
  </button>`;

/** Where the page is. */
export const accountUrl = (context: FlowContext): string => pageUrl(context, "/account");

/** A link to a page of another plugin, which leads back. */
export const toPage = ({ context }: Making, path: PluginPath, label: Label): Html =>
  html`<a
    class="${label.isDanger ? "button danger" : "button"}"
    href="${pageUrl(context, path)}?callbackUrl=${encodeURIComponent(accountUrl(context))}"
    ${named(label)}
    >${label.text}</a
  >`;

/** How long ago it was, and exactly for machines. */
export const timeOf = (context: FlowContext, date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${agoText(context, date)}</time>`;

/** A text with a time in it. */
export const ago = ({ context, text }: Making, name: "lastSeen" | "lastUsed" | "added", date: Date): Html =>
  html`${fill(text(name), { time: timeOf(context, date) })}`;

/** With a space between: markup that is laid out by a formatter may lose it. */
export const join = (parts: readonly (Html | string | false)[], between = " "): Html =>
  html`${parts.filter((part) => part !== false).flatMap((part, at) => (at === 0 ? [part] : [between, part]))}`;

/** A phone has a tick. */
const drawings: Readonly<Record<NonNullable<AboutRow["mark"]>, string>> = {
  lock: "M7 10V7a5 5 0 0 1 10 0v3h1a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zm2 0h6V7a3 3 0 0 0-6 0z",
  phone:
    "M8 1h8a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zm0 3v14h8V4zm3.2 10.2-2.4-2.4 1.2-1.2 1.2 1.2 3-3 1.2 1.2z",
  key: "M15 2a7 7 0 1 1-2.6 13.5L10.9 17H9v2H7v2.1l-.9.9H2v-4.1l6.5-6.5A7 7 0 0 1 15 2zm1.8 3.4a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
};

/** A mark in front of a row. */
export const drawing = (name: keyof typeof drawings): Html =>
  html`<span class="sign provider"
    ><svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path fill-rule="evenodd" d="${drawings[name]}" /></svg
  ></span>`;
