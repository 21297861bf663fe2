/** The account page: forms alone, so that it works without JavaScript. */
import { html as answerHtml, type FlowResult } from "../../http/flow-result.js";
import { lookOf } from "../../flows/page-facts.js";
import { csrfField, hidden } from "../../pages/forms.js";
import { pageHeaders } from "../../pages/headers.js";
import { type Html, html } from "../../pages/html.js";
import { page } from "../../pages/page.js";
import { fill } from "../../pages/text.js";
import { signInAddress } from "../../server-functions/refusal.js";
import type { FlowContext } from "../../types/flow.js";
import { agoText } from "../ago.js";
import { pluginsOf } from "../scope.js";
import type { PluginScope } from "../plugin.js";
import { linkable } from "./accounts.js";
import {
  accountsPart,
  action,
  type Making,
  type Overview,
  passkeysPart,
  sessionsPart,
} from "./page-lists.js";
import type { TextName } from "./texts.js";

const css = `h2{margin:2rem 0 .75rem;padding-block-start:1.5rem;border-block-start:1px solid var(--line);font-size:1rem}
h1+h2,.error+h2{margin-block-start:0;padding:0;border:0}
ul{margin:0 0 .75rem;padding:0;list-style:none}
li{margin:0 0 .75rem}
.row{display:flex;align-items:center;justify-content:space-between;gap:.75rem}
.row form{flex:none;margin:0}
.row button,.row .button{flex:none;width:auto;min-height:2.275rem;padding:.25rem .75rem;font-size:.8125rem}
.row .small{display:block}
.danger{border-color:var(--bad);color:var(--bad)}`;

const makingOf = (context: FlowContext, own: PluginScope): Making => ({
  context,
  text: (name, values) => own.message(context, name, values),
});

/** @param error a text of the box above; undefined: there is none */
export function renderAccount(
  context: FlowContext,
  own: PluginScope,
  overview: Overview,
  error?: TextName,
): FlowResult {
  const making = makingOf(context, own);
  const { text } = making;
  const content = html`<h1>${text("title")}</h1>
    ${error !== undefined && errorBox(making, overview, error)} ${profilePart(making, overview)}
    ${accountsPart(making, overview)} ${passkeysPart(making, overview)} ${sessionsPart(making, overview)}
    ${dataPart(making)}`;
  return answer(making, content, error === undefined ? 200 : error === "error-stale" ? 401 : 400);
}

const errorBox = (making: Making, overview: Overview, error: TextName): Html => {
  const { context, text } = making;
  return html`<div class="error" role="alert">
    <p>${error === "error-stale" ? staleText(making, overview) : text(error)}</p>
    ${
      error === "error-stale" &&
      html`<p>
        <a href="${signInAddress(accountUrl(context), context.resolved, context.site.base)}"
          >${text("signInAgain")}</a
        >
      </p>`
    }
  </div>`;
};

/** When the user signed in is said where something tells. */
function staleText({ context, text }: Making, { sessions }: Overview): string {
  const signedInAt = sessions.find(({ isCurrent }) => isCurrent)?.createdAt ?? null;
  return signedInAt === null
    ? text("error-stale")
    : text("error-stale-since", { time: agoText(context, signedInAt) });
}

/** Where the page is. */
export const accountUrl = ({ site }: FlowContext): string => `${site.base}/account`;

/** Asks before it sends the browser to the provider. */
export function renderLink(context: FlowContext, own: PluginScope, id: string): FlowResult {
  const making = makingOf(context, own);
  const { text } = making;
  const provider = linkable(context.resolved).find((each) => each.id === id);
  const { base } = context.site;
  const content = html`<h1>${text("linkTitle")}</h1>
    ${
      provider !== undefined &&
      html`<p>${text("linkText")}</p>
        <form action="${base}/signin/${encodeURIComponent(provider.id)}" method="POST">
          ${csrfField(context)}${hidden("callbackUrl", `${base}/account`)}
          <button type="submit" class="primary">
            <span>${fill(text("link"), { provider: html`<bdi>${provider.name}</bdi>` })}</span>
          </button>
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

function profilePart({ context, text }: Making, { user }: Overview): Html {
  const { base } = context.site;
  const ids = pluginsOf(context.resolved.config).map(({ id }) => id);
  const links: readonly (readonly [boolean, string, TextName])[] = [
    [ids.includes("password"), "/password/address", "changeEmail"],
    [ids.includes("password"), "/password/change", "changePassword"],
    [ids.includes("two-factor"), "/two-factor/manage", "secondFactor"],
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
    ${
      user.email !== null &&
      html`<p>
        ${text("email")}: <b><bdi>${user.email}</bdi></b>
      </p>`
    }
    <ul>
      ${links
        .filter(([isThere]) => isThere)
        .map(
          ([, path, name]) =>
            html`<li>
              <a href="${base}${path}?callbackUrl=${encodeURIComponent(accountUrl(context))}"
                >${text(name)}</a
              >
            </li>`,
        )}
    </ul>`;
}

function dataPart(making: Making): Html {
  const { context, text } = making;
  return html`<h2>${text("data")}</h2>
    <p><a href="${context.site.base}/account/data" download="account.json">${text("download")}</a></p>
    <details>
      <summary>${text("delete")}</summary>
      <p>${text("deleteText")}</p>
      ${action(making, "delete", { confirm: "delete" }, { text: text("deleteConfirm"), isDanger: true })}
    </details>`;
}
