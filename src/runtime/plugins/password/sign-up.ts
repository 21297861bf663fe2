/** Sign-up: what was typed waits in a table of its own until its address is proven. Nobody's row is touched before. */
import { askSignIn } from "../../flows/complete-sign-in.js";
import { countMail } from "../../flows/tries.js";
import { type FlowResult, redirect } from "../../http/flow-result.js";
import { html } from "../../pages/html.js";
import { hashToken } from "../../security/hash.js";
import { randomId } from "../../security/random.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { PluginPage } from "../plugin.js";
import { answer, mailSent, refuse, sayOf, signInUrl } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import { emailField, formPage, nameFields, newPasswordField } from "./forms.js";
import { hashPassword } from "./hashes/password-hash.js";
import { assertKnownSite, mails, queueMails } from "./mails.js";
import { readNewPassword } from "./new-password.js";
import { storeWithToken } from "./one-time-tokens.js";
import { type PasswordCall, providerId } from "./options.js";
import {
  type Fields,
  fieldsOf,
  passesChallenge,
  readEmail,
  readFreeUserName,
  readName,
  textIn,
} from "./read-form.js";
import { storeOf } from "./store.js";
import { signUpTable } from "./tables.js";

const lifeSeconds = 24 * 60 * 60;

export const signUpPage = (call: PasswordCall): FlowResult => answer(call, pageOf(call), { ok: true });

function pageOf(call: PasswordCall, fields: Fields = {}, problem?: FormProblem): PluginPage {
  const say = sayOf(call);
  const names = { name: textIn(fields, "name"), userName: textIn(fields, "userName") };
  return formPage(call, {
    title: say("signUpTitle"),
    path: "/sign-up",
    problem,
    fields: [
      ...nameFields(call, names),
      emailField(call, textIn(fields, "email")),
      newPasswordField(call, "password"),
    ],
    button: say("signUpButton"),
    below: html`<p class="center small"><a href="${signInUrl(call)}">${say("toSignIn")}</a></p>`,
  });
}

/** Known and unknown addresses: one hash, the same questions to the store, one mail, the same answer. */
export async function signUp(call: PasswordCall): Promise<FlowResult> {
  const { context } = call;
  const fields = await fieldsOf(call);
  const given = await readSignUp(call, fields);
  if (given.problem !== undefined)
    return refuse(call, given.problem, (problem) => pageOf(call, fields, problem));
  await assertKnownSite(call);
  const { email, password, userName } = given;
  await countMail(context, email);
  const known = await storeOf(call).getUserByEmail(email);
  const elsewhere = await mayBeMailed(call, known, email);
  if (elsewhere !== null) return redirect(elsewhere);
  const row = {
    email,
    hash: await hashPassword(password),
    name: readName(fields) ?? null,
    userName: userName ?? null,
    browser: await browserOf(call),
  };
  // For an address that is known the token goes nowhere.
  const token = await storeWithToken(call, signUpTable, row, lifeSeconds);
  queueMails(call, [
    known === null ? mails.verify(call, email, { token, lifeSeconds }) : mails.exists(call, email),
  ]);
  return mailSent(call, "sentText", email);
}

async function readSignUp(call: PasswordCall, fields: Fields) {
  const email = readEmail(fields);
  if (email === undefined) return { problem: "badEmail" } as const;
  const words = [email, textIn(fields, "name"), textIn(fields, "userName")];
  const password = await readNewPassword(call, fields["password"], words);
  if (password.problem !== undefined) return password;
  const name = await readFreeUserName(call, fields);
  if (name.problem !== undefined) return name;
  if (!(await passesChallenge(call, fields))) return { problem: "challengeFailed" } as const;
  return { ...password, ...name, email, problem: undefined };
}

/** The `signIn` callback is asked before a mail, as it is before the mails of sign-in links. */
function mayBeMailed(
  { context }: PasswordCall,
  known: AdapterUser | null,
  email: string,
): Promise<string | null> {
  const user = known ?? { id: randomId(), email, emailVerified: null };
  const account = {
    provider: providerId,
    type: "credentials" as const,
    providerAccountId: email,
    userId: user.id,
  };
  return askSignIn(context, { user, account, email: { verificationRequest: true } });
}

/** What tells the browser of a sign-up again: its CSRF token, which no sibling host can plant on https. */
export async function browserOf({ context }: PasswordCall): Promise<string | null> {
  const { csrfToken, resolved } = context;
  return csrfToken === "" ? null : hashToken(csrfToken, resolved.secrets);
}
