/** Sign-up: what was typed waits in a table of its own until its address is proven. Nobody's row is touched before. */
import { askSignIn } from "../../flows/complete-sign-in.js";
import { countMail } from "../../flows/tries.js";
import { type FlowResult, redirect } from "../../http/flow-result.js";
import { html } from "../../pages/html.js";
import { hashToken } from "../../security/hash.js";
import { randomId } from "../../security/random.js";
import type { Awaitable } from "../../types/entities.js";
import type { RecordRow } from "../../types/records.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { PluginPage } from "../host/plugin.js";
import { answer, mailSent, refuse, sayOf, signInUrl } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import { otherWays } from "./other-ways.js";
import { emailField, formPage, nameFields, newPasswordField } from "./forms.js";
import { hashPassword } from "./hashes/password-hash.js";
import { assertKnownSite, mails, queueMails } from "./mails.js";
import { readNewPassword } from "./new-password.js";
import { isAlive, storeWithToken } from "./one-time-tokens.js";
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
  const { buttons, css } = otherWays(call);
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
    below: html`${buttons}
      <p class="center small"><a href="${signInUrl(call)}">${say("haveAccount")}</a></p>`,
    css,
  });
}

/** Known and unknown addresses: one hash, the same questions to the store, one mail, the same answer. */
export async function signUp(call: PasswordCall): Promise<FlowResult> {
  const fields = await fieldsOf(call);
  const begun = await begunHere(call, fields);
  if (begun !== undefined) return mail(call, begun.email, () => begun);
  const given = await readSignUp(call, fields);
  if (given.problem !== undefined)
    return refuse(call, given.problem, (problem) => pageOf(call, fields, problem));
  const { email, password, userName } = given;
  return mail(call, email, async () => ({
    hash: await hashPassword(password),
    name: readName(fields) ?? null,
    userName: userName ?? null,
    browser: await browserOf(call),
  }));
}

/** What waits for the proof of its address. */
interface SignUpRow extends RecordRow {
  readonly email: string;
}

async function mail(
  call: PasswordCall,
  email: string,
  typed: () => Awaitable<RecordRow>,
): Promise<FlowResult> {
  await assertKnownSite(call);
  await countMail(call.context, email);
  const known = await storeOf(call).getUserByEmail(email);
  const elsewhere = await mayBeMailed(call, known, email);
  if (elsewhere !== null) return redirect(elsewhere);
  const row = { ...(await typed()), email };
  // For an address that is known the token goes nowhere.
  const token = await storeWithToken(call, signUpTable, row, lifeSeconds);
  queueMails(call, [
    known === null ? mails.verify(call, email, { token, lifeSeconds }) : mails.exists(call, email),
  ]);
  return mailSent(call, { text: "sentText", email, again: { path: "/sign-up", field: "again" } });
}

/** The newest sign-up of this browser with the address, for "Send again": its password is not asked for once more. */
async function begunHere(call: PasswordCall, fields: Fields): Promise<SignUpRow | undefined> {
  const email = fields["again"] === "true" ? readEmail(fields) : undefined;
  const here = email === undefined ? null : await browserOf(call);
  if (email === undefined || here === null) return undefined;
  const rows = await call.own.records(signUpTable).list({ email }, { limit: 100 });
  const [newest] = rows
    .filter((row) => isAlive(row) && row["browser"] === here)
    .sort((a, b) => Number(b["expires"]) - Number(a["expires"]));
  return newest === undefined ? undefined : { ...newest, email };
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
