/** The account page: forms alone, so that it works without JavaScript. */
import { html as answerHtml, type FlowResult } from "../../http/flow-result.js";
import { lookOf } from "../../flows/page-facts.js";
import { csrfField, hidden, signOf } from "../../pages/forms.js";
import { behindLink, pageHeaders } from "../../pages/headers.js";
import { Html, html } from "../../pages/html.js";
import { homeLink } from "../../pages/messages.js";
import { page } from "../../pages/page.js";
import { fill } from "../../pages/text.js";
import { pageUrl } from "../../security/page-url.js";
import { signInAddress } from "../../server-functions/refusal.js";
import type { FlowContext } from "../../types/flow.js";
import { agoText } from "../accounts/ago.js";
import type { PluginScope } from "../host/plugin.js";
import { linkable } from "./accounts.js";
import { avatar } from "./avatar.js";
import { canMail } from "../mail/mail-to.js";
import { sessionsPart } from "./page-lists.js";
import { offerPart, passkeyPartsOf, passkeyScripts, passkeysPart } from "./page-passkeys.js";
import { aboutRows, askAbout } from "./page-about.js";
import { accountUrl, action, formTo, type Making, type Overview, submit } from "./page-parts.js";
import { dangerCss } from "../page-kit/style.js";
import { accountCss } from "./page-style.js";
import { waysCss, waysPart } from "./page-ways.js";
import { hasAnyFactor } from "./ways-in.js";
import type { TextName } from "./texts.js";

const makingOf = (context: FlowContext, own: PluginScope): Making => ({
  context,
  text: (name, values) => own.message(context, name, values),
  look: lookOf(context.resolved, context.request),
});

/** What another plugin says. */
interface Said {
  readonly said: string;
}

/** @param error a text of the box above; undefined: there is none */
export async function renderAccount(
  context: FlowContext,
  own: PluginScope,
  overview: Overview,
  error?: TextName | Said,
): Promise<FlowResult> {
  const making = makingOf(context, own);
  const keys = await passkeyPartsOf(context);
  const offer = keys && error === undefined && (await offerPart(making, overview, keys));
  const told = await askAbout(context, overview.user);
  const content = html`${headPart(making, overview)} ${offer}
    ${error !== undefined && errorBox(making, overview, error)}
    <div class="parts">
      <div>
        ${profilePart(making, overview, aboutRows(making, told, "links"))}
        ${waysPart(making, overview, aboutRows(making, told, "rows"))}
      </div>
      <div>
        ${keys && passkeysPart(making, overview, keys)} ${sessionsPart(making, overview)} ${dataPart(making)}
      </div>
    </div>
    ${endPart(making, await mailOffer(making, overview))} ${homeLink(making.look, context.site.origin)}
    ${keys && passkeyScripts(making, keys, offer instanceof Html)}`;
  const css = waysCss(making) + accountCss;
  return answer(making, content, {
    css,
    status: error === undefined ? 200 : error === "error-stale" ? 401 : 400,
  });
}

const errorBox = (making: Making, overview: Overview, error: TextName | Said): Html => {
  const { context, text } = making;
  const told = typeof error === "string" ? text(error) : error.said;
  return html`<div class="error" role="alert">
    <p>${error === "error-stale" ? staleText(making, overview) : told}</p>
    ${
      error === "error-stale" &&
      html`<p>
        <a href="${signInAddress(accountUrl(context), context)}">${text("signInAgain")}</a>
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

/** Asks before it sends the browser to the provider. */
export function renderLink(context: FlowContext, own: PluginScope, id: string): FlowResult {
  const making = makingOf(context, own);
  const { text } = making;
  const provider = linkable(context.resolved).find((each) => each.id === id);
  const { base } = context.site;
  const content = html`<h1>${text("linkTitle")}</h1>
    ${
      provider !== undefined &&
      html`<p class="center">${text("linkText")}</p>
        <form action="${base}/signin/${encodeURIComponent(provider.id)}" method="POST">
          ${csrfField(context)}${hidden("callbackUrl", accountUrl(context))}
          <button type="submit" class="primary">
            ${signOf(provider)}<span
              >${fill(text("link"), { provider: html`<bdi>${provider.name}</bdi>` })}</span
            >
          </button>
        </form>`
    }
    <p class="center small"><a href="${accountUrl(context)}">${text("back")}</a></p>`;
  return answer(making, content, { status: provider === undefined ? 404 : 200 });
}

function answer(
  { text, look }: Making,
  content: Html,
  { css, status }: { readonly css?: string; readonly status: number },
): FlowResult {
  const document = page({ title: text("title"), ...look, css, hasButton: true }, content);
  return answerHtml(document, { status, headers: pageHeaders(look) });
}

/** Who it is: the address, and whether its owner has confirmed it. */
function headPart({ text }: Making, { user }: Overview): Html {
  const { name, email, isEmailConfirmed } = user;
  const state = isEmailConfirmed
    ? html`<span class="state on">${text("confirmed")}</span>`
    : html`<span class="state">${text("notConfirmed")}</span>`;
  return html`<div class="who">
    ${avatar(user)}
    <div>
      <h1>${text("title")}</h1>
      ${
        name &&
        html`<p>
          <b><bdi>${name}</bdi></b>
        </p>`
      }
      ${email !== null && html`<p class="muted"><bdi>${email}</bdi> ${state}</p>`}
    </div>
  </div>`;
}

/** @param links that other plugins have */
function profilePart(making: Making, { user }: Overview, links: readonly Html[]): Html {
  const { context, text } = making;
  const { action: address, fields } = formTo(context, "name");
  return html`<section>
    <h2>${text("profile")}</h2>
    <form class="line" action="${address}" method="POST">
      ${fields}
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
      links.length > 0 &&
      html`<ul class="rows">
        ${links}
      </ul>`
    }
  </section>`;
}

const dataPart = ({ context, text }: Making): Html =>
  html`<section>
    <h2>${text("data")}</h2>
    <p><a href="${context.site.base}/account/data" download="account.json">${text("download")}</a></p>
  </section>`;

/** What cannot be taken back stands apart, behind everything else. */
function endPart(making: Making, byMail: Html | false): Html {
  const { text } = making;
  return html`<section class="end">
    <h2>${text("deleteTitle")}</h2>
    <p class="muted small">${text("deleteText")}</p>
    <details>
      <summary>${text("delete")}</summary>
      <div class="actions">
        ${action(making, "delete", { confirm: "delete" }, { text: text("deleteConfirm"), isDanger: true })}
      </div>
      ${byMail}
    </details>
  </section>`;
}

/** For who cannot show the second factor any more. */
async function mailOffer(making: Making, { user }: Overview): Promise<Html | false> {
  const { context, text } = making;
  const { email, isEmailConfirmed } = user;
  if (email === null || !isEmailConfirmed || !canMail(context.resolved)) return false;
  if (!(await hasAnyFactor(context.resolved, user.id))) return false;
  return html`<p class="muted small">${fill(text("lostFactor"), { address: html`<bdi>${email}</bdi>` })}</p>
    <div class="actions">${action(making, "delete-mail", {}, { text: text("lostFactorButton") })}</div>`;
}

/** How far a deletion by mail has come. */
export type DeletionState =
  | { readonly is: "mailed"; readonly email: string }
  | {
      readonly is: "asked";
      readonly day: string;
      readonly link: Readonly<Record<"user" | "token", string>>;
    }
  | { readonly is: "planned"; readonly day: string }
  | { readonly is: "kept"; readonly said: string }
  | { readonly is: "over" };

/** A page behind the link of a mail tells no other site where it was. */
export function renderDeletion(context: FlowContext, own: PluginScope, state: DeletionState): FlowResult {
  const making = makingOf(context, own);
  const isOver = state.is === "over";
  const heading = isOver ? making.look.text("Verification.title") : making.text("deleteTitle");
  const content = html`<h1>${heading}</h1>
    <p class="center" role="status">${deletionText(making, state)}</p>
    ${deletionEnd(making, state)}`;
  const shown = answer(making, content, {
    css: dangerCss,
    status: isOver ? 404 : state.is === "kept" ? 409 : 200,
  });
  return { ...shown, headers: { ...shown.headers, ...behindLink } };
}

function deletionText({ text, look }: Making, state: DeletionState): Html | string {
  switch (state.is) {
    case "mailed":
      return html`${fill(text("deleteMailed"), { address: html`<bdi>${state.email}</bdi>` })}`;
    case "asked":
      return text("deleteAsk", { day: state.day });
    case "planned":
      return text("planned", { day: state.day });
    case "kept":
      return state.said;
    case "over":
      return look.text("Verification.text");
  }
}

/** The button that goes on, or the way out. */
function deletionEnd({ context, text, look }: Making, state: DeletionState): Html {
  if (state.is === "planned") return homeLink(look, context.site.origin);
  if (state.is !== "asked")
    return html`<p class="center small"><a href="${accountUrl(context)}">${text("title")}</a></p>`;
  const { user, token } = state.link;
  return html`<form action="${pageUrl(context, "/account/delete-link")}" method="POST">
    ${csrfField(context)}${hidden("user", user)}${hidden("token", token)}
    ${submit({ text: text("deleteConfirm"), isDanger: true })}
  </form>`;
}
