/**
 * The link of a sign-up. In the browser of the sign-up its password counts. In any other one a password is chosen anew:
 * whoever typed an address that is somebody else's must not know the password of the account.
 */
import { askSignIn, completeSignIn } from "../../flows/complete-sign-in.js";
import { type FlowResult, redirect } from "../../http/flow-result.js";
import { html } from "../../pages/html.js";
import { sameText } from "../../security/hash.js";
import { randomId } from "../../security/random.js";
import { pageWithParams } from "../../security/redirects.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { PluginPage } from "../host/plugin.js";
import { hostOf } from "../host/scope.js";
import { answer, linkOver, notice, refuse, sayOf, urlOf } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import { formPage, nameFields, newPasswordField } from "./forms.js";
import { hashPassword } from "./hashes/password-hash.js";
import { readNewPassword } from "./new-password.js";
import { findByToken, type FoundRow, textOf, useUp } from "./one-time-tokens.js";
import { type PasswordCall, providerId } from "./options.js";
import { insertPassword } from "./password-rows.js";
import { type Fields, fieldsOf, readFreeUserName, readName, textIn } from "./read-form.js";
import { browserOf } from "./sign-up.js";
import { storeOf } from "./store.js";
import { signUpTable } from "./tables.js";

/** A sign-up whose link was opened. */
interface Opened extends FoundRow {
  readonly token: string;
  readonly email: string;
  readonly isSameBrowser: boolean;
}

export async function verifyPage(call: PasswordCall): Promise<FlowResult> {
  const opened = await open(call, call.context.request.query().get("token"));
  if (opened === undefined) return linkOver(call, "/sign-up");
  const { isSameBrowser, email } = opened;
  return answer(call, pageOf(call, opened), { ok: true, email, needsPassword: !isSameBrowser });
}

async function open(call: PasswordCall, token: unknown): Promise<Opened | undefined> {
  const found = await findByToken(call, signUpTable, token);
  const email = found && textOf(found.row, "email");
  if (found === undefined || email === undefined || typeof token !== "string") return undefined;
  const [begun, here] = [textOf(found.row, "browser"), await browserOf(call)];
  const isSameBrowser = begun !== undefined && here !== null && sameText(begun, here);
  return { ...found, token, email, isSameBrowser };
}

function pageOf(
  call: PasswordCall,
  { token, email, isSameBrowser, row }: Opened,
  problem?: FormProblem,
): PluginPage {
  const say = sayOf(call);
  const names = { name: textOf(row, "name"), userName: textOf(row, "userName") };
  return formPage(call, {
    title: say("verifyTitle"),
    path: "/verify",
    text: say(isSameBrowser ? "verifyText" : "verifyElsewhere", { address: email }),
    problem,
    owner: isSameBrowser ? undefined : email,
    hidden: { token },
    fields: isSameBrowser ? [] : [...nameFields(call, names), newPasswordField(call, "password")],
    button: say("verifyButton"),
  });
}

export async function verify(call: PasswordCall): Promise<FlowResult> {
  const fields = await fieldsOf(call);
  const opened = await open(call, fields["token"]);
  if (opened === undefined) return linkOver(call, "/sign-up");
  const chosen = await readChosen(call, opened, fields);
  if (chosen.problem !== undefined)
    return refuse(call, chosen.problem, (problem) => pageOf(call, opened, problem));
  const { email } = opened;
  if ((await storeOf(call).getUserByEmail(email)) !== null) return accountExists(call, opened);
  const newcomer = {
    id: randomId(),
    email,
    emailVerified: new Date(),
    name: chosen.name ?? null,
    image: null,
  };
  const asked = await askSignIn(call.context, { user: newcomer, account: accountOf(newcomer.id) });
  if (asked !== null) return redirect(asked);
  if (!(await useUp(call, signUpTable, opened))) return linkOver(call, "/sign-up");
  const user = await storeOf(call).createUser(newcomer);
  await call.context.resolved.emit("createUser", { user });
  await insertPassword(call.own, user.id, chosen);
  call.own.record({ action: "password.set", userId: user.id });
  return signInNew(call, user);
}

async function readChosen(call: PasswordCall, { row, email, isSameBrowser }: Opened, fields: Fields) {
  const hash = textOf(row, "hash") ?? "";
  const own = { name: textOf(row, "name"), userName: textOf(row, "userName") };
  if (isSameBrowser) return { ...own, hash, problem: undefined };
  const words = [email, textIn(fields, "name"), textIn(fields, "userName")];
  const given = await readNewPassword(call, fields["password"], words);
  if (given.problem !== undefined) return given;
  const name = await readFreeUserName(call, fields);
  if (name.problem !== undefined) return name;
  return { ...name, hash: await hashPassword(given.password), name: readName(fields), problem: undefined };
}

const accountOf = (id: string) => ({
  provider: providerId,
  type: "credentials" as const,
  providerAccountId: id,
});

/** The user came by another way in the meantime: that account is not touched. */
async function accountExists(call: PasswordCall, opened: Opened): Promise<FlowResult> {
  await useUp(call, signUpTable, opened);
  const say = sayOf(call);
  const text = say("existsText", { address: opened.email });
  const next = html`<p><a class="button" href="${urlOf(call, "/forgot")}">${say("mailExistsButton")}</a></p>`;
  const shown = notice(call, { title: say("existsTitle"), text, next });
  return answer(call, shown, { error: "accountExists", message: text }, 409);
}

/** As every sign-in ends: with the steps of other plugins, its event, and the page for new users. */
async function signInNew({ context }: PasswordCall, user: AdapterUser): Promise<FlowResult> {
  const { resolved, callbackUrl } = context;
  const { newUser } = resolved.pages;
  const end = {
    ...context,
    callbackUrl: newUser === undefined ? callbackUrl : pageWithParams(newUser, { callbackUrl }),
  };
  const signIn = { method: { linking: "none" }, user, account: accountOf(user.id) } as const;
  const steps = await hostOf(resolved).askSteps(end, signIn, []);
  return steps.challenge ?? (await completeSignIn(end, signIn, [], steps));
}
