/** A new password by the link of a mail: good once, for 30 minutes, and for the password that it replaces. */
import { type HeldWay, heldWays, isKept } from "../../accounts/held-ways.js";
import { proveAddress } from "../../accounts/prove-address.js";
import { languageOf } from "../../flows/language.js";
import type { FlowResult } from "../../http/flow-result.js";
import { heldField } from "../../pages/held-ways.js";
import { askPlugins } from "../host/ask-plugins.js";
import type { PluginPage } from "../host/plugin.js";
import { answer, done, linkOver, refuse, sayOf } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import { endWithPassword } from "./end-with-password.js";
import { formPage, newPasswordField } from "./forms.js";
import { hashPassword } from "./hashes/password-hash.js";
import { openLink, type OpenedLink } from "./links.js";
import { mails, queueMails } from "./mails.js";
import { readNewPassword } from "./new-password.js";
import { useUp } from "./one-time-tokens.js";
import { type PasswordCall, providerId } from "./options.js";
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
  if (opened === undefined) return linkOver(call, "/forgot");
  const held = await heldWays(call.context.resolved, opened.user);
  const body = held.length === 0 ? { ok: true } : { ok: true, held };
  return answer(call, pageOf(call, opened, held), body);
}

function pageOf(
  call: PasswordCall,
  { token, user }: OpenedLink,
  held: readonly HeldWay[],
  problem?: FormProblem,
): PluginPage {
  const say = sayOf(call);
  return formPage(call, {
    title: say("resetTitle"),
    path: "/reset",
    text: say("resetText", { address: user.email }),
    problem,
    owner: user.email,
    hidden: { token },
    fields: [newPasswordField(call, "newPassword")],
    more: heldField(held, languageOf(call.context.resolved, call.context.request)),
    button: say("resetButton"),
  });
}

export async function reset(call: PasswordCall): Promise<FlowResult> {
  const fields = await fieldsOf(call);
  const opened = await openReset(call, fields["token"]);
  if (opened === undefined) return linkOver(call, "/forgot");
  const { user, version } = opened;
  const keepsWays = isKept(fields);
  const held = await heldWays(call.context.resolved, user);
  const given = await readNewPassword(call, fields["password"], [user.email, user.name]);
  if (given.problem !== undefined)
    return refuse(call, given.problem, (problem) => pageOf(call, opened, held, problem));
  const hash = await hashPassword(given.password);
  if (!(await useUp(call, linkTable, opened))) return linkOver(call, "/forgot");
  if (!(await setPassword(call.own, user.id, hash, version))) return linkOver(call, "/forgot");
  call.own.record({ action: "password.reset", userId: user.id });
  // Who followed the link reads the mails of the address.
  if (!user.emailVerified)
    await proveAddress(call.context, storeOf(call), user, { keepsWays, takenBy: providerId });
  await endWithPassword(call, user.id);
  await askPlugins(call.context.resolved, (plugin, own) => plugin.mailboxProven?.(own, user.id));
  queueMails(call, [mails.changed(call, user.email)]);
  return done(call, "resetDoneTitle", "resetDoneText");
}
