/** A link to choose a new password, for whoever reads the mails of the address. It works for users without one, too. */
import { countMail, throttleOf } from "../../flows/tries.js";
import type { FlowResult } from "../../http/flow-result.js";
import { html } from "../../pages/html.js";
import { randomId } from "../../security/random.js";
import type { AskedHelp, PluginPage, PluginScope } from "../host/plugin.js";
import { PluginError } from "../host/plugin-error.js";
import { noRequest } from "../mail/mail-to.js";
import { answer, mailSent, refuse, sayOf, signInUrl } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import { emailField, formPage } from "./forms.js";
import { assertKnownSite, mails, queueMails } from "./mails.js";
import { storeWithToken } from "./one-time-tokens.js";
import type { MailingCall, PasswordCall, PasswordSettings } from "./options.js";
import { findPassword } from "./password-rows.js";
import { fieldsOf, passesChallenge, readEmail, textIn } from "./read-form.js";
import { storeOf } from "./store.js";
import { linkTable } from "./tables.js";

const lifeSeconds = 30 * 60;
/** The answer waits so long: a row that is found takes longer to read than none, and there is no hash to hide it. */
const answerMilliseconds = 100;

export const forgotPage = (call: PasswordCall): FlowResult => answer(call, pageOf(call), { ok: true });

function pageOf(call: PasswordCall, email?: string, problem?: FormProblem): PluginPage {
  const say = sayOf(call);
  return formPage(call, {
    title: say("forgotTitle"),
    path: "/forgot",
    text: say("forgotText"),
    problem,
    fields: [emailField(call, email)],
    button: say("forgotButton"),
    below: html`<p class="center small"><a href="${signInUrl(call)}">${say("toSignIn")}</a></p>`,
  });
}

/** Of an address that nobody has a link is stored, too, and goes nowhere: the work is the same. */
export async function forgot(call: PasswordCall): Promise<FlowResult> {
  const { context, own } = call;
  const fields = await fieldsOf(call);
  const form = (problem: FormProblem) => pageOf(call, textIn(fields, "email"), problem);
  const email = readEmail(fields);
  if (email === undefined) return refuse(call, "badEmail", form);
  if (!(await passesChallenge(call, fields))) return refuse(call, "challengeFailed", form);
  await assertKnownSite(call);
  await countMail(context, email);
  const soonest = new Promise((resolve) => setTimeout(resolve, answerMilliseconds));
  const user = await storeOf(call).getUserByEmail(email);
  const userId = user?.id ?? randomId();
  const version = (await findPassword(own, { userId }))?.version ?? 0;
  const token = await storeWithToken(call, linkTable, { userId, email, version }, lifeSeconds);
  const mail = mails.reset(call, email, { token, lifeSeconds });
  await soonest;
  queueMails(call, user === null ? [] : [mail]);
  return mailSent(call, { text: "sentForgot", email, again: { path: "/forgot" } });
}

/** Of a user who is new, and may not look at once. */
const newLifeSeconds = 24 * 60 * 60;

/**
 * An administrator has the link mailed.
 *
 * @param asked with the value "new" for a user whom they have just made
 * @throws TooManyAttempts; PluginError for a user without an address; AuthError where only a header of the request says which site the link would lead to
 */
export async function mailReset(
  own: PluginScope,
  settings: PasswordSettings,
  { context, user, value }: AskedHelp,
): Promise<void> {
  const { resolved, site, request = noRequest } = context;
  const call: MailingCall = { own, settings, context: { resolved, site, request } };
  const { email } = user;
  if (!email) throw new PluginError("invalid", "No address");
  await assertKnownSite(call);
  // In the browser of the administrator nobody signs in with the address.
  const isKnownBrowser = () => Promise.resolve(false);
  await throttleOf(resolved).mail({ address: email, clientAddress: undefined, isKnownBrowser });
  const userId = String(user.id);
  const version = (await findPassword(own, { userId }))?.version ?? 0;
  const seconds = value === "new" ? newLifeSeconds : lifeSeconds;
  const token = await storeWithToken(call, linkTable, { userId, email, version }, seconds);
  queueMails(call, [mails.reset(call, email, { token, lifeSeconds: seconds })]);
}
