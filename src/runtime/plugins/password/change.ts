/** A new password for a user who is signed in and knows the current one. All sessions end; this browser signs in anew. */
import { completeSignIn } from "../../flows/complete-sign-in.js";
import type { FlowResult } from "../../http/flow-result.js";
import { toAccount } from "../accounts/account-link.js";
import { countUserChange } from "../accounts/change-count.js";
import type { PluginPage } from "../host/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import { answer, refuse, sayOf, toSignIn } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import { assertMayChange, proveCurrent, signedInUser } from "./current-password.js";
import { endWithPassword } from "./end-with-password.js";
import { currentPasswordField, formPage, newPasswordField } from "./forms.js";
import { hashPassword } from "./hashes/password-hash.js";
import { mails, queueMails } from "./mails.js";
import { readNewPassword } from "./new-password.js";
import { type PasswordCall, providerId } from "./options.js";
import { setPassword } from "./password-rows.js";
import { fieldsOf } from "./read-form.js";

export async function changePage(call: PasswordCall): Promise<FlowResult> {
  const user = await signedInUser(call);
  if (user === null) return toSignIn(call, "/change");
  await assertMayChange(call, user, "/change");
  return answer(call, pageOf(call, user), { ok: true });
}

function pageOf(call: PasswordCall, { email }: AdapterUser, problem?: FormProblem): PluginPage {
  const say = sayOf(call);
  return formPage(call, {
    title: say("changeTitle"),
    path: "/change",
    text: say("changeText"),
    problem,
    owner: email,
    fields: [currentPasswordField(call), newPasswordField(call, "newPassword")],
    button: say("changeButton"),
    below: toAccount(call.context, say("toAccount")),
  });
}

export async function change(call: PasswordCall): Promise<FlowResult> {
  const { context } = call;
  const user = await signedInUser(call);
  if (user === null) return toSignIn(call, "/change");
  await assertMayChange(call, user, "/change");
  const form = (problem: FormProblem) => pageOf(call, user, problem);
  const fields = await fieldsOf(call);
  const row = await proveCurrent(call, user, fields["current"]);
  if (row === undefined) return refuse(call, "wrongPassword", form, 401);
  const given = await readNewPassword(call, fields["password"], [user.email, user.name, row.userName]);
  if (given.problem !== undefined) return refuse(call, given.problem, form);
  const isSet = await countUserChange(context.resolved, user.id, async () =>
    setPassword(call.own, user.id, await hashPassword(given.password), row.version),
  );
  if (!isSet) return refuse(call, "lostRace", form, 409);
  call.own.record({ action: "password.changed", userId: user.id });
  await endWithPassword(call, user.id);
  queueMails(call, [mails.changed(call, user.email)]);
  // The password was proven just now: a sign-in as any other, with the steps of other plugins.
  const account = { provider: providerId, type: "credentials" as const, providerAccountId: user.id };
  return completeSignIn(context, { method: { linking: "none" }, user, account });
}
