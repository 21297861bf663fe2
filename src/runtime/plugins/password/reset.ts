/** A new password by the link of a mail: good once, for 30 minutes, and for the password that it replaces. */
import { endUnproven } from "../../accounts/end-unproven.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { PluginPage } from "../plugin.js";
import { answer, done, linkOver, refuse, sayOf } from "./answers.js";
import { endWithPassword } from "./end-with-password.js";
import { formPage, newPasswordField } from "./forms.js";
import { hashPassword } from "./hashes/password-hash.js";
import { openLink, type OpenedLink } from "./links.js";
import { mails, queueMails } from "./mails.js";
import { readNewPassword } from "./new-password.js";
import { useUp } from "./one-time-tokens.js";
import type { PasswordCall } from "./options.js";
import { setPassword } from "./password-rows.js";
import { fieldsOf } from "./read-form.js";
import { storeOf } from "./store.js";
import { linkTable } from "./tables.js";

async function openReset(call: PasswordCall, token: unknown): Promise<OpenedLink | undefined> {
  const opened = await openLink(call, token);
  return opened?.newEmail === undefined ? opened : undefined;
}

export async function resetPage(call: PasswordCall): Promise<FlowResult> {
  const opened = await openReset(call, call.context.request.query().get("token"));
  return opened === undefined ? linkOver(call) : answer(call, pageOf(call, opened), { ok: true });
}

function pageOf(call: PasswordCall, { token, user }: OpenedLink, problem?: string): PluginPage {
  const say = sayOf(call);
  return formPage(call, {
    title: say("resetTitle"),
    path: "/reset",
    text: say("resetText", { address: user.email }),
    problem,
    owner: user.email,
    hidden: { token },
    fields: [newPasswordField(call, "newPassword")],
    button: say("resetButton"),
  });
}

export async function reset(call: PasswordCall): Promise<FlowResult> {
  const fields = await fieldsOf(call);
  const opened = await openReset(call, fields["token"]);
  if (opened === undefined) return linkOver(call);
  const { user, version } = opened;
  const given = await readNewPassword(call, fields["password"], [user.email, user.name]);
  if (given.problem !== undefined)
    return refuse(call, given.problem, (problem) => pageOf(call, opened, problem));
  const hash = await hashPassword(given.password);
  if (!(await useUp(call, linkTable, opened))) return linkOver(call);
  if (!(await setPassword(call.own, user.id, hash, version))) return linkOver(call);
  await proveAddress(call, user);
  await endWithPassword(call, user.id);
  queueMails(call, [mails.changed(call, user.email)]);
  return done(call, "resetDoneTitle", "resetDoneText");
}

/** Who followed the link reads the mails of the address: what others brought to the account before that ends. */
async function proveAddress(call: PasswordCall, user: AdapterUser): Promise<void> {
  if (user.emailVerified) return;
  const store = storeOf(call);
  await endUnproven(call.context, store, user);
  const updated = await store.updateUser({ id: user.id, emailVerified: new Date() });
  await call.context.resolved.emit("updateUser", { user: updated });
}
