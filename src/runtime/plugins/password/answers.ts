/** Answers of the plugin: a page for browsers, JSON for scripts that ask with `X-Auth-Return-Redirect`. */
import { addressOf, lookOf } from "../../flows/page-facts.js";
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, html, json, noStore, redirect } from "../../http/flow-result.js";
import { csrfField, hidden } from "../../pages/forms.js";
import { behindLink, pageHeaders } from "../../pages/headers.js";
import { type Html, html as markup } from "../../pages/html.js";
import { page } from "../../pages/page.js";
import type { Say } from "../../pages/text.js";
import { withParams } from "../../security/redirects.js";
import { pageUrl } from "../../security/page-url.js";
import type { PluginPage } from "../host/plugin.js";
import { fieldOf, type FormProblem } from "./field-problem.js";
import type { PasswordMessage, Problem } from "./messages.js";
import type { MailingCall, PasswordCall } from "./options.js";

/** The texts in the language of the request. */
export const sayOf =
  ({ own, context }: MailingCall): Say<PasswordMessage> =>
  (name, values) =>
    own.message(context, name, values);

/** A page, or for scripts what it says. Pages behind links tell no other site where they were. */
export function answer(call: PasswordCall, shown: PluginPage, body: object, status = 200): FlowResult {
  const { context } = call;
  if (wantsJson(context)) return json(body, { status, headers: noStore });
  const look = lookOf(context.resolved, context.request);
  const { title, content, css } = shown;
  return html(page({ title, ...look, css, hasButton: true }, content), {
    status,
    headers: { ...pageHeaders(look), ...behindLink },
  });
}

/** A form that comes back with what is wrong. */
export function refuse(
  call: PasswordCall,
  problem: Problem,
  form: (problem: FormProblem) => PluginPage,
  status = 400,
): FlowResult {
  const message = sayOf(call)(problem, { count: call.settings.minLength });
  return answer(call, form({ text: message, field: fieldOf[problem] }), { error: problem, message }, status);
}

/** A page with a sentence and a way on. */
export function notice(
  call: PasswordCall,
  { title, text, more, next }: Record<"title" | "text", string> & { more?: string; next?: Html | undefined },
): PluginPage {
  const on =
    next ?? markup`<p><a class="button" href="${signInUrl(call)}">${sayOf(call)("toSignIn")}</a></p>`;
  return {
    title,
    content: markup`<h1>${title}</h1>
      <p class="center" role="status">${text}</p>
      ${more !== undefined && markup`<p class="center muted small">${more}</p>`}
      ${on}`,
  };
}

export const signInUrl = ({ context }: Pick<MailingCall, "context">): string => addressOf(context, "signIn");

export const urlOf = ({ context }: Pick<MailingCall, "context">, path: `/${string}`): string =>
  pageUrl(context, `/password${path}`);

/** "Check your email", the same whoever has the address. */
export function mailSent(
  call: PasswordCall,
  { text, email, again }: { text: PasswordMessage; email: string; again?: Again },
): FlowResult {
  const say = sayOf(call);
  const next =
    again &&
    markup`<form action="${urlOf(call, again.path)}" method="POST">
        ${csrfField(call.context)}${hidden("email", email)}${again.field !== undefined && hidden(again.field, "true")}
        <button type="submit" class="plain">${say("sendAgain")}</button>
      </form>
      <p class="center small"><a href="${signInUrl(call)}">${say("toSignIn")}</a></p>`;
  const address = email;
  const shown = { title: say("sentTitle"), text: say(text, { address }), more: say("sentHint"), next };
  return answer(call, notice(call, shown), { ok: true, next: "mail" });
}

/** The form that sends the same mail once more. */
interface Again {
  readonly path: `/${string}`;
  /** Tells it from the first time. */
  readonly field?: string;
}

/**
 * The link of a mail is not good, whyever.
 *
 * @param path where another one is asked for
 */
export function linkOver(call: PasswordCall, path: `/${string}`): FlowResult {
  const say = sayOf(call);
  const next = markup`<p><a class="button primary" href="${urlOf(call, path)}">${say("askAgain")}</a></p>
    <p><a class="button" href="${signInUrl(call)}">${say("toSignIn")}</a></p>`;
  const shown = { title: say("linkOverTitle"), text: say("linkOverText"), next };
  return answer(call, notice(call, shown), { error: "linkOver", message: shown.text }, 400);
}

/** Something is done, and all sessions are over. */
export function done(
  call: PasswordCall,
  title: PasswordMessage,
  text: PasswordMessage,
  address = "",
): FlowResult {
  const say = sayOf(call);
  const shown = { title: say(title), text: say(text, { address }) };
  return answer(call, notice(call, shown), { ok: true, next: "signIn" });
}

/** Nobody is signed in: to the sign-in page, and back here. */
export function toSignIn(call: PasswordCall, path: `/${string}`): FlowResult {
  if (wantsJson(call.context)) {
    const message = sayOf(call)("signInRequired");
    return json({ error: "signInRequired", message }, { status: 401, headers: noStore });
  }
  const { origin } = call.context.site;
  return redirect(withParams(signInUrl(call), { callbackUrl: urlOf(call, path) }, origin));
}
