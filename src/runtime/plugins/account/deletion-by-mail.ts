/**
 * Who has lost the second factor can still delete: the link of a mail to the proven address plans it. Whoever has the
 * factor takes that back by a sign-in, for seven days at least.
 */
import { languageOf } from "../../flows/language.js";
import { storeOf } from "../../flows/verification-token.js";
import { hashToken } from "../../security/hash.js";
import { randomHex } from "../../security/random.js";
import { pageUrl } from "../../security/page-url.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { FlowContext } from "../../types/flow.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { AccountError } from "../accounts/account-error.js";
import { assertMayChange, ChangeRefused } from "../accounts/authenticators.js";
import { countChangeOf } from "../accounts/change-count.js";
import type { PluginScope } from "../host/plugin.js";
import type { SendMail } from "../mail/send-mail.js";
import { dayMs, planDeletion } from "./deletion.js";
import { assertMayForget } from "../accounts/may-forget.js";
import { canMail, mailTo } from "../mail/mail-to.js";
import { tellOwnerThat } from "./owner-mail.js";
import type { TextName } from "./texts.js";
import type { SignedInUser } from "./user.js";

const lifeSeconds = 24 * 60 * 60;
const leastDays = 7;

/** What the routes know of the plugin's options. */
export interface DeletionByMail {
  readonly deleteAfterDays: number;
  readonly sendMail: SendMail | undefined;
}

/** The day on which the account goes where the link is pressed now. */
const deletionDay = ({ deleteAfterDays }: DeletionByMail): Date =>
  new Date(Date.now() + Math.max(leastDays, deleteAfterDays) * dayMs);

/** In the words of the language. */
export function dayText(
  { resolved, request }: Pick<FlowContext, "resolved" | "request">,
  options: DeletionByMail,
): string {
  const { locale = "en" } = languageOf(resolved, request) ?? {};
  return new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(deletionDay(options));
}

/** Is the address proven, and can a mail be sent to it? */
export const mayMailDeletion = (resolved: ResolvedConfig, user: Partial<AdapterUser>): boolean =>
  Boolean(user.email) && user.emailVerified instanceof Date && canMail(resolved);

/**
 * Bound to the user and the address, and to nothing that a sign-in link could be: what is hashed holds the secret.
 *
 * @param secrets of the configuration, or a tail of them: those of before a new one was put in front
 */
async function rowOf({ id, email }: AdapterUser, token: string, secrets: readonly string[]) {
  const inner = await hashToken(JSON.stringify(["account deletion", id, email, token]), secrets);
  return { identifier: `account deletion:${String(id)}`, token: await hashToken(inner, secrets) };
}

/** Mails the link. @throws AccountError `invalid`, ChangeRefused where none can be sent, TooManyAttempts */
export async function mailDeletion(
  asking: SignedInUser,
  context: FlowContext,
  { back, sendMail }: DeletionByMail & { readonly back: string },
): Promise<void> {
  const { resolved, own, user, userId, sessionId } = asking;
  const refused = await assertMayChange(context, { userId }, back).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (refused === undefined)
    throw new AccountError("invalid", "No second factor is missing: the account can be deleted at once");
  if (!(refused instanceof ChangeRefused) || refused.code !== "factor" || !mayMailDeletion(resolved, user))
    throw refused;
  await countChangeOf(resolved, sessionId, userId, async () => {
    const token = randomHex(32);
    const expires = new Date(Date.now() + lifeSeconds * 1000);
    const row = await rowOf(user, token, resolved.secrets);
    const site = await resolved.mailedSite(context.site);
    await storeOf(resolved).createVerificationToken({ ...row, expires });
    const say = (name: TextName) => own.message(context, name);
    const url = `${pageUrl({ resolved, site }, "/account/delete-link")}?${new URLSearchParams({ user: userId, token })}`;
    const words = {
      subject: say("mailDeleteSubject"),
      heading: say("mailDeleteSubject"),
      more: say("mailDeleteMore"),
      button: say("delete"),
      closing: say("mailNotice"),
    };
    const mail = { name: "deleteAccount", to: user.email, url, expires, words } as const;
    await mailTo({ resolved, site, request: context.request }, mail, sendMail);
  });
}

/**
 * The press behind the link: plans the deletion, ends all sessions and tells the owner.
 *
 * @throws AccountError `not-found` for a link that is used, too old, or of another address than today's
 */
export async function planByMail(
  context: FlowContext,
  own: PluginScope,
  options: DeletionByMail,
  { userId, token }: Readonly<Record<"userId" | "token", string>>,
): Promise<void> {
  const { resolved } = context;
  const user = userId === "" ? null : ((await resolved.adapter?.getUser(userId)) ?? null);
  if (user === null || !(await useUp(resolved, user, token)))
    throw new AccountError("not-found", "The link is over");
  await assertMayForget(resolved, userId, "click");
  const days = Math.max(leastDays, options.deleteAfterDays);
  const day = dayText(context, options);
  await planDeletion(resolved, own, { userId, days, takenBackBy: "factor" });
  await tellOwnerThat(own, context, { userId, more: (say) => say("planned", { day }) }, options.sendMail);
}

async function useUp(resolved: ResolvedConfig, user: AdapterUser, token: string): Promise<boolean> {
  if (!(user.emailVerified instanceof Date)) return false;
  const { acceptedSecrets } = resolved;
  for (const at of acceptedSecrets.keys()) {
    const row = await storeOf(resolved).useVerificationToken(
      await rowOf(user, token, acceptedSecrets.slice(at)),
    );
    if (row !== null) return new Date(row.expires).valueOf() >= Date.now();
  }
  return false;
}
