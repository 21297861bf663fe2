/** The account page: forms alone, so that it works without JavaScript. */
import { html as answerHtml, type FlowResult } from "../../http/flow-result.js";
import { lookOf } from "../../flows/page-facts.js";
import { csrfField, hidden } from "../../pages/forms.js";
import { pageHeaders } from "../../pages/headers.js";
import { type Html, html } from "../../pages/html.js";
import { page } from "../../pages/page.js";
import type { FlowContext } from "../../types/flow.js";
import { pluginsOf } from "../scope.js";
import type { PluginScope } from "../plugin.js";
import { linkable } from "./accounts.js";
import type { overviewOf } from "./download.js";
import type { SessionInfo } from "../../server-functions/plugin-functions.js";
import type { TextName } from "./texts.js";

/** Everything that the page shows. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

/** What the parts of a page are made with. */
interface Making {
  readonly context: FlowContext;
  readonly text: (name: TextName) => string;
}

const css =
  "h2{margin:1.75rem 0 .75rem;font-size:1rem}ul{margin:0 0 .75rem;padding:0;list-style:none}li{margin:0 0 .75rem}li form{margin:.375rem 0 0}";

/** @param error a text of the box above; undefined: there is none */
export function renderAccount(
  context: FlowContext,
  own: PluginScope,
  overview: Overview,
  error?: TextName,
): FlowResult {
  const making: Making = { context, text: (name) => own.message(name) };
  const { text } = making;
  const content = html`<h1>${text("title")}</h1>
    ${error !== undefined && html`<div class="error" role="alert"><p>${text(error)}</p></div>`}
    ${profilePart(making, overview)} ${accountsPart(making, overview)} ${passkeysPart(making, overview)}
    ${sessionsPart(making, overview)} ${dataPart(making)}`;
  return answer(making, content, error === undefined ? 200 : 400);
}

/** Asks before it sends the browser to the provider. */
export function renderLink(context: FlowContext, own: PluginScope, id: string): FlowResult {
  const making: Making = { context, text: (name) => own.message(name) };
  const { text } = making;
  const provider = linkable(context.resolved).find((each) => each.id === id);
  const { base } = context.site;
  const content = html`<h1>${text("linkTitle")}</h1>
    ${
      provider !== undefined &&
      html`<p>${text("linkText")}</p>
        <form action="${base}/signin/${encodeURIComponent(provider.id)}" method="POST">
          ${csrfField(context)}${hidden("callbackUrl", `${base}/account`)}
          <button type="submit" class="primary">${text("link")} <bdi>${provider.name}</bdi></button>
        </form>`
    }
    <p class="center"><a href="${base}/account">${text("back")}</a></p>`;
  return answer(making, content, provider === undefined ? 404 : 200);
}

function answer({ context, text }: Making, content: Html, status: number): FlowResult {
  const look = lookOf(context.resolved, context.request);
  const document = page({ title: text("title"), ...look, css, hasButton: true }, content);
  return answerHtml(document, { status, headers: pageHeaders(look) });
}

/** One button that sends fields to a route of the page. */
const action = (
  { context }: Making,
  path: string,
  fields: Readonly<Record<string, string>>,
  label: Html | string,
): Html =>
  html`<form action="${context.site.base}/account/${path}" method="POST">
    ${csrfField(context)}${Object.entries(fields).map(([name, value]) => hidden(name, value))}
    <button type="submit">${label}</button>
  </form>`;

function profilePart({ context, text }: Making, { user }: Overview): Html {
  const { base } = context.site;
  const ids = pluginsOf(context.resolved.config).map(({ id }) => id);
  const links: readonly (readonly [boolean, string, TextName])[] = [
    [ids.includes("password"), "/password/change-email", "changeEmail"],
    [ids.includes("password"), "/password/change", "changePassword"],
    [ids.includes("two-factor"), "/two-factor", "secondFactor"],
  ];
  return html`<h2>${text("profile")}</h2>
    <form action="${base}/account/name" method="POST">
      ${csrfField(context)}
      <div class="field">
        <label for="account-name">${text("name")}</label>
        <input
          id="account-name"
          name="name"
          autocomplete="name"
          required
          maxlength="100"
          value="${user.name ?? ""}"
        />
      </div>
      <button type="submit">${text("save")}</button>
    </form>
    ${user.email !== null && html`<p>${text("email")}: <bdi>${user.email}</bdi></p>`}
    ${links
      .filter(([isThere]) => isThere)
      .map(([, path, name]) => html`<p><a href="${base}${path}">${text(name)}</a></p>`)}`;
}

function accountsPart(making: Making, { accounts }: Overview): Html {
  const { context, text } = making;
  const { resolved, site } = context;
  const linked = accounts.map(
    (account) =>
      html`<li>
        <bdi>${resolved.provider(account.provider)?.name ?? account.provider}</bdi>
        ${action(
          making,
          "unlink",
          { ...account },
          html`${text("unlink")} <bdi>${resolved.provider(account.provider)?.name ?? account.provider}</bdi>`,
        )}
      </li>`,
  );
  const others = linkable(resolved).map(
    ({ id, name }) =>
      html`<li>
        <a href="${site.base}/account/link?provider=${encodeURIComponent(id)}"
          >${text("link")} <bdi>${name}</bdi></a
        >
      </li>`,
  );
  return html`<h2>${text("accounts")}</h2>
    ${
      accounts.length === 0
        ? html`<p class="muted">${text("noAccounts")}</p>`
        : html`<ul>
            ${linked}
          </ul>`
    }
    <ul>
      ${others}
    </ul>`;
}

function passkeysPart(making: Making, { passkeys }: Overview): Html | false {
  const { context, text } = making;
  if (passkeys.length === 0) return false;
  const items = passkeys.map(({ id, name }, at) => {
    const label = name ?? `${text("passkey")} ${at + 1}`;
    return html`<li>
      <form action="${context.site.base}/account/passkey-name" method="POST">
        ${csrfField(context)}${hidden("id", id)}
        <div class="field">
          <label for="passkey-${at}">${text("name")}</label>
          <input id="passkey-${at}" name="name" required maxlength="100" value="${label}" />
        </div>
        <button type="submit">${text("save")}</button>
      </form>
      ${action(making, "passkey-remove", { id }, html`${text("remove")} <bdi>${label}</bdi>`)}
    </li>`;
  });
  return html`<h2>${text("passkeys")}</h2>
    <ul>
      ${items}
    </ul>`;
}

function sessionsPart(making: Making, { sessions }: Overview): Html {
  const { text } = making;
  const label = ({ device, addressRange, isCurrent, lastSeen }: SessionInfo): Html =>
    html`<bdi>${device ?? text("unknownDevice")}</bdi>${isCurrent && ` (${text("thisSession")})`}
      <span class="muted small"
        >${addressRange}${
          lastSeen !== null &&
          html` ${text("lastSeen")}
            <time datetime="${lastSeen.toISOString()}"
              >${lastSeen.toISOString().slice(0, 16).replace("T", " ")} UTC</time
            >`
        }</span
      >`;
  return html`<h2>${text("sessions")}</h2>
    <ul>
      ${sessions.map(
        (session) =>
          html`<li>
            ${label(session)}
            ${
              !session.isCurrent &&
              action(
                making,
                "sessions",
                { end: session.id },
                html`${text("signOut")} <bdi>${session.device ?? text("unknownDevice")}</bdi>`,
              )
            }
          </li>`,
      )}
    </ul>
    ${action(making, "sessions", { end: "others" }, text("signOutOthers"))}
    ${action(making, "sessions", { end: "all" }, text("signOutAll"))}`;
}

function dataPart(making: Making): Html {
  const { context, text } = making;
  return html`<h2>${text("data")}</h2>
    <p><a href="${context.site.base}/account/data" download="account.json">${text("download")}</a></p>
    <details>
      <summary>${text("delete")}</summary>
      ${action(making, "delete", { confirm: "delete" }, text("deleteConfirm"))}
    </details>`;
}
