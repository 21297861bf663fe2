/**
 * Another address for a user who is signed in and knows the password: asked for, then confirmed from the new one, by the
 * same user.
 */
import { countMail } from "../../flows/tries.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { AdapterUser } from "../../types/adapter.js";
import { toAccount } from "../accounts/account-link.js";
import { countChange, countUserChange } from "../accounts/change-count.js";
import { type AskedFactor, askedFactorOf } from "../sign-in/factor-on-form.js";
import type { PluginPage } from "../host/plugin.js";
import { answer, done, linkOver, mailSent, refuse, sayOf, toSignIn } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import { assertMayChange, proveCurrent, signedInUser } from "./current-password.js";
import { endWithPassword } from "./end-with-password.js";
import { currentPasswordField, emailField, formPage } from "./forms.js";
import { retireLegacyHash } from "./legacy-hashes.js";
import { openLink, type OpenedLink } from "./links.js";
import { assertKnownSite, mails, queueMails } from "./mails.js";
import { storeWithToken, useUp } from "./one-time-tokens.js";
import type { PasswordCall } from "./options.js";
import { findPassword } from "./password-rows.js";
import { type Fields, fieldsOf, readEmail, textIn } from "./read-form.js";
import { storeOf } from "./store.js";
import { linkTable, passwordTable } from "./tables.js";

const lifeSeconds = 24 * 60 * 60;

export async function addressPage(call: PasswordCall): Promise<FlowResult> {
  const user = await signedInUser(call);
  if (user === null) return toSignIn(call, "/address");
  await assertMayChange(call, user, "/address");
  return answer(call, pageOf(call, user), { ok: true });
}

function pageOf(
  call: PasswordCall,
  { email }: AdapterUser,
  typed?: string,
  problem?: FormProblem,
): PluginPage {
  const say = sayOf(call);
  return formPage(call, {
    title: say("addressTitle"),
    path: "/address",
    text: say("addressText", { address: email }),
    problem,
    fields: [{ ...emailField(call, typed), label: say("newEmail") }, currentPasswordField(call)],
    button: say("addressButton"),
    below: toAccount(call.context, say("toAccount")),
  });
}

/** The answer, and the work, are the same whether the new address is somebody's or not. */
export async function askAddress(call: PasswordCall): Promise<FlowResult> {
  const { context } = call;
  const user = await signedInUser(call);
  if (user === null) return toSignIn(call, "/address");
  await assertMayChange(call, user, "/address");
  const fields = await fieldsOf(call);
  const form = (problem: FormProblem) => pageOf(call, user, textIn(fields, "email"), problem);
  const newEmail = readEmail(fields);
  if (newEmail === undefined) return refuse(call, "badEmail", form);
  if (newEmail === user.email) return refuse(call, "sameEmail", form);
  const row = await proveCurrent(call, user, fields["current"]);
  if (row === undefined) return refuse(call, "wrongPassword", form, 401);
  await assertKnownSite(call);
  const link = { userId: user.id, email: user.email, newEmail, version: row.version };
  const { other, token } = await countChange(context, user.id, async () => {
    await countMail(context, newEmail);
    return {
      other: await storeOf(call).getUserByEmail(newEmail),
      token: await storeWithToken(call, linkTable, link, lifeSeconds),
    };
  });
  const toNew =
    other === null
      ? mails.confirmAddress(call, newEmail, { token, lifeSeconds }, masked(user.email))
      : mails.taken(call, newEmail);
  queueMails(call, [toNew, mails.moveAsked(call, user.email)]);
  return mailSent(call, { text: "sentText", email: newEmail });
}

interface OpenedMove extends OpenedLink {
  readonly newEmail: string;
}

/** @returns undefined, too, once the password is another one, or somebody has the address: nobody is asked in vain */
async function openMove(call: PasswordCall, token: unknown): Promise<OpenedMove | undefined> {
  const opened = await openLink(call, token);
  const newEmail = opened?.newEmail;
  if (opened === undefined || newEmail === undefined) return undefined;
  const row = await findPassword(call.own, { userId: opened.user.id });
  const isGood = row?.version === opened.version && (await isFree(call, newEmail));
  return isGood ? { ...opened, newEmail } : undefined;
}

const isFree = async (call: PasswordCall, email: string): Promise<boolean> =>
  (await storeOf(call).getUserByEmail(email)) === null;

/** What tells the owner of an account which one it is, and others little: `a***@example.com`. */
function masked(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = address.slice(0, Math.max(at, 0));
  return `${first}***${address.slice(at)}`;
}

/** Is the link opened in a session of the user who asked for the address, and which nobody else can have begun here? */
const isAsker = async (call: PasswordCall, { user }: OpenedMove): Promise<boolean> => {
  const current = await signedInUser(call);
  if (current === null || String(current.id) !== String(user.id)) return false;
  // `accounts/noted-session.ts` writes it, where a link that another browser asked for began a session.
  return call.context.request.cookie(`${call.context.cookies.mailStart.name}.session`) === undefined;
};

/** What whoever opens the link is asked for: in the session of who asked for it nothing more than a press. */
type Asked = "press" | "password" | AskedFactor;

/**
 * Who reads the mails of the new address may be somebody else than who asked for it: elsewhere the password tells, and
 * where a factor is set up its code as well.
 *
 * @returns undefined: the user has a factor that this page cannot ask for, and signs in first
 */
async function askedOf(call: PasswordCall, opened: OpenedMove): Promise<Asked | undefined> {
  if (await isAsker(call, opened)) return "press";
  const factor = await askedFactorOf(call.context, String(opened.user.id));
  if (factor === "elsewhere") return undefined;
  return factor === "none" ? "password" : factor;
}

const withCode = (asked: Asked): AskedFactor | undefined => (typeof asked === "object" ? asked : undefined);

function confirmPageOf(
  call: PasswordCall,
  { token, user, newEmail }: OpenedMove,
  asked: Asked,
  problem?: FormProblem,
): PluginPage {
  const say = sayOf(call);
  const names = { account: masked(user.email), address: newEmail };
  const factor = withCode(asked)?.fields;
  const elsewhere = factor === undefined ? "confirmElsewhere" : "confirmWithCode";
  const page = formPage(call, {
    title: say("confirmTitle"),
    path: "/confirm-address",
    text: say(asked === "press" ? "confirmText" : elsewhere, names),
    problem,
    hidden: { token },
    fields: asked === "press" ? [] : [currentPasswordField(call)],
    more: factor?.content,
    button: say("confirmButton"),
  });
  return { ...page, css: `${page.css ?? ""}${factor?.css ?? ""}` };
}

export async function confirmPage(call: PasswordCall): Promise<FlowResult> {
  const opened = await openMove(call, call.context.request.query().get("token"));
  if (opened === undefined) return linkOver(call, "/address");
  const { user, newEmail } = opened;
  const asked = await askedOf(call, opened);
  if (asked === undefined) return toSignIn(call, "/address");
  const facts = {
    ok: true,
    account: masked(user.email),
    email: newEmail,
    needsPassword: asked !== "press",
    needsCode: withCode(asked) !== undefined,
  };
  return answer(call, confirmPageOf(call, opened, asked), facts);
}

/** @throws ChangeRefused in a session that lacks something, and TooManyAttempts */
async function isProven(
  call: PasswordCall,
  { user }: OpenedMove,
  asked: Asked,
  fields: Fields,
): Promise<boolean> {
  if (asked === "press") {
    await assertMayChange(call, user, "/address");
    return true;
  }
  const prove = () => proveCurrent(call, user, fields["current"]);
  const factor = withCode(asked);
  return (await (factor === undefined ? prove() : factor.proveWith(fields, prove))) !== undefined;
}

export async function confirmAddress(call: PasswordCall): Promise<FlowResult> {
  const { context } = call;
  const fields = await fieldsOf(call);
  const opened = await openMove(call, fields["token"]);
  if (opened === undefined) return linkOver(call, "/address");
  const { user, newEmail } = opened;
  const asked = await askedOf(call, opened);
  if (asked === undefined) return toSignIn(call, "/address");
  if (!(await isProven(call, opened, asked, fields))) {
    const form = (problem: FormProblem) => confirmPageOf(call, opened, asked, problem);
    return refuse(call, withCode(asked) === undefined ? "wrongPassword" : "wrongProof", form, 401);
  }
  const isClaimed = await countUserChange(context.resolved, user.id, () => claimMove(call, opened));
  if (!isClaimed) return linkOver(call, "/address");
  // The store's unique index decides when somebody takes the address at this moment.
  const updated = await storeOf(call).updateUser({
    id: user.id,
    email: newEmail,
    emailVerified: new Date(),
  });
  await context.resolved.emit("updateUser", { user: updated });
  await retireLegacyHash(call.own, call.settings, user.email);
  call.own.record({ action: "address.changed", userId: user.id });
  await endWithPassword(call, user.id);
  queueMails(call, [mails.moved(call, user.email), mails.moved(call, newEmail)]);
  return done(call, "confirmDoneTitle", "confirmDoneText", newEmail);
}

/** Used up, for a password that is still the one of that time, and with the address free. All other links are over. */
async function claimMove(call: PasswordCall, opened: OpenedMove): Promise<boolean> {
  const { user, version, newEmail } = opened;
  if (!(await useUp(call, linkTable, opened))) return false;
  if (!(await isFree(call, newEmail))) return false;
  const rows = call.own.records(passwordTable);
  return rows.update({ userId: user.id }, { version }, { version: version + 1 });
}
