/** The forms that end a user: at once or after days, and by a mail for who has lost the second factor. */
import { type FlowResult, json, noStore, redirect } from "../../http/flow-result.js";
import { signInAddress } from "../../server-functions/refusal.js";
import type { FlowContext } from "../../types/flow.js";
import { AccountError } from "../accounts/account-error.js";
import { assertMayChange, ChangeRefused } from "../accounts/authenticators.js";
import type { SendMail } from "../mail/send-mail.js";
import { isFresh } from "../sessions/sign-in-time.js";
import { deleteUser } from "../accounts/delete-user.js";
import { type OnDelete, planDeletion } from "./deletion.js";
import { mailDeletion, mayMailDeletion } from "./deletion-by-mail.js";
import { data, wantsData } from "./json-answers.js";
import { assertMayForget } from "../accounts/may-forget.js";
import { renderDeletion } from "./page.js";
import { accountUrl } from "./page-parts.js";
import type { SignedInUser } from "./user.js";

/** Options of the plugin that say how a user ends. */
export interface DeletionOptions {
  readonly freshSeconds: number;
  readonly deleteAfterDays: number;
  readonly onDelete: OnDelete | undefined;
  readonly sendMail: SendMail | undefined;
}

export async function askByMail(
  options: DeletionOptions,
  asking: SignedInUser,
  context: FlowContext,
): Promise<FlowResult> {
  await assertFreshDeletion(options, context);
  await assertMayForget(asking.resolved, asking.userId, "click");
  await mailDeletion(asking, context, { ...options, back: accountUrl(context) });
  const { email } = asking.user;
  return wantsData(context)
    ? data({ ok: true, next: "mail" })
    : renderDeletion(context, asking.own, { is: "mailed", email });
}

async function assertFreshDeletion({ freshSeconds }: DeletionOptions, context: FlowContext): Promise<void> {
  if (!(await isFresh(context, freshSeconds)))
    throw new AccountError("stale", "Sign in again to delete the account: it needs a sign-in of just now");
}

export const leave = (context: FlowContext, cookies: FlowResult["cookies"]): FlowResult =>
  wantsData(context)
    ? json({ ok: true }, { headers: noStore, cookies })
    : redirect(signInAddress(undefined, context), cookies);

export async function remove(
  options: DeletionOptions,
  asking: SignedInUser,
  field: (name: string) => string,
  context: FlowContext,
): Promise<FlowResult> {
  if (field("confirm") !== "delete")
    throw new AccountError("invalid", 'The field "confirm" must hold "delete"');
  const { deleteAfterDays, onDelete } = options;
  const { resolved, own, user, userId } = asking;
  await assertFreshDeletion(options, context);
  await assertMayChange(context, asking, accountUrl(context)).catch((thrown: unknown) => {
    throw offeringMail(thrown, asking, context);
  });
  // What a plugin or the app refuses leaves everything as it is.
  await assertMayForget(resolved, userId, "click");
  if (deleteAfterDays === 0) await onDelete?.({ user });
  const { cookies } = await context.sessions.end(context);
  if (deleteAfterDays > 0) await planDeletion(resolved, own, { userId, days: deleteAfterDays });
  else await deleteUser(resolved, own, userId);
  return leave(context, cookies);
}

/** The same refusal; where the factor is missing, scripts are told where a mail is asked for in place of it. */
function offeringMail(thrown: unknown, { resolved, user }: SignedInUser, context: FlowContext): unknown {
  if (!(thrown instanceof ChangeRefused) || thrown.code !== "factor") return thrown;
  if (!wantsData(context) || !mayMailDeletion(resolved, user)) return thrown;
  const { code, message, url, status } = thrown;
  const body = { error: code, message, url, mailUrl: `${context.site.base}/account/delete-mail` };
  return new ChangeRefused(thrown, json(body, { status, headers: noStore }));
}
