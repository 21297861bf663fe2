/**
 * Another address for a user, entered by an administrator: it counts from the press on its own link. Who is mailed there
 * holds the mailbox; the old address is told at both times.
 */
import { proveAddress } from "../../accounts/prove-address.js";
import { AuthError, toError } from "../../errors/index.js";
import { throttleOf } from "../../flows/tries.js";
import { storeOf } from "../../flows/verification-token.js";
import { hashToken } from "../../security/hash.js";
import { canMark, hasLastingMark, leaveLastingMark } from "../../security/marks.js";
import { pageOf, pageUrl } from "../../security/page-url.js";
import { randomHex } from "../../security/random.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "../host/ask-plugins.js";
import { canMail } from "../mail/mail-to.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import { AdminError, asTooMany } from "./admin-error.js";
import { changingUser } from "./banning.js";
import type { OfficeAsking } from "./call.js";
import { isAdministrator } from "./grants.js";
import { sendAdminMail } from "./mails.js";
import { addressOf } from "./spelling.js";
import type { OfficePageAsking } from "./view.js";

const lifeSeconds = 24 * 60 * 60;
export const weekMs = 7 * 86_400_000;

/** A week in which the other of the two is not changed: nobody takes an account over by both. */
export const movedMark = (userId: string): string => `admin-address:${userId}`;
export const factorRemovedMark = (userId: string): string => `admin-factor:${userId}`;

/** What the link carries beside its token. */
interface Move {
  readonly user: AdapterUser;
  readonly email: string;
}

/** Bound to the user, both addresses, and to nothing that a sign-in link could be: what is hashed holds the secret. */
async function rowOf({ user: { id, email: old }, email }: Move, token: string, secrets: readonly string[]) {
  const inner = await hashToken(JSON.stringify(["admin address", id, old, email, token]), secrets);
  return { identifier: `admin address:${String(id)}`, token: await hashToken(inner, secrets) };
}

/**
 * Mails the link, and tells the old address.
 *
 * @throws AdminError `invalid`, `taken`, `too-soon`, `unable`, `too-many`, and what `changingUser` throws
 */
export async function askMove(asking: OfficeAsking, id: unknown, given: unknown): Promise<void> {
  const changed = await changingUser(asking, id);
  const { context, user, userId } = changed;
  const { resolved } = context;
  const email = addressOf(given);
  if (email === user.email) throw new AdminError("invalid", "The user has this address", { field: "email" });
  await assertMayMove(resolved, userId);
  const { adapter } = resolved;
  if ((await adapter?.getUserByEmail(email)) !== null)
    throw new AdminError("taken", "Somebody has this address", { field: "email" });
  const isKnownBrowser = () => Promise.resolve(false);
  await asTooMany(throttleOf(resolved).mail({ address: email, clientAddress: undefined, isKnownBrowser }));
  const token = randomHex(32);
  const expires = new Date(Date.now() + lifeSeconds * 1000);
  const row = await rowOf({ user, email }, token, resolved.secrets);
  await storeOf(resolved).createVerificationToken({ ...row, expires });
  const query = new URLSearchParams({ user: userId, email, token });
  await sendAdminMail(changed, "confirmMovedEmail", {
    to: email,
    expires,
    url: (place) => `${pageUrl(place, "/admin/address")}?${query}`,
  });
  await tell(changed, "emailMoveAsked", user.email);
}

/** @throws AdminError `too-soon` in the week of a factor that was taken off; `unable` where nothing can be mailed or noted */
async function assertMayMove(resolved: ResolvedConfig, userId: string): Promise<void> {
  if (!canMail(resolved) || !canMark(resolved.config))
    throw new AdminError("unable", "Nothing can mail a link to the new address");
  if (await hasLastingMark(resolved, factorRemovedMark(userId)))
    throw new AdminError("too-soon", "The second factor was removed less than seven days ago");
}

/** What goes wrong is in the log: the change is made already. */
async function tell(
  asking: OfficeAsking,
  name: "emailMoveAsked" | "emailMoved",
  to: string | null,
): Promise<void> {
  if (!to) return;
  await sendAdminMail(asking, name, { to, url: (place) => pageOf(place, "signIn") }).catch(
    (thrown: unknown) => {
      const cause = { err: toError(thrown) };
      asking.context.resolved.logger.error(
        new AuthError("The mail that tells of another address was not sent", { cause }),
      );
    },
  );
}

/** A link, as it was opened. */
export interface OpenedMove extends Move {
  readonly token: string;
}

/** @throws AdminError with `not-found`: nothing of the link is judged here but whose it is */
export async function openMove(
  { context: { resolved } }: OfficeAsking,
  { user: id, email, token }: Readonly<Record<string, unknown>>,
): Promise<OpenedMove> {
  const user = typeof id === "string" && id !== "" ? await resolved.adapter?.getUser(id) : undefined;
  if (typeof token !== "string" || typeof email !== "string" || !user) throw over();
  return { user, email, token };
}

const over = () => new AdminError("not-found", "The link is over");

/**
 * The press behind the link.
 *
 * @returns the new address
 * @throws AdminError `not-found` for a link that is used, too old, or of another address than today's; `taken`
 */
export async function confirmMove(
  asking: OfficePageAsking,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { context, own } = asking;
  const { resolved } = context;
  const move = await openMove(asking, fields);
  const userId = String(move.user.id);
  // Whoever got the grant since then is changed by nobody.
  if (await isAdministrator(own, userId)) throw over();
  if (!(await useUp(resolved, move))) throw over();
  await assertMayMove(resolved, userId);
  await moveUser(asking, move);
  own.record({ action: "address.changed", userId });
  for (const to of [move.user.email, move.email]) await tell(asking, "emailMoved", to);
  return move.email;
}

async function useUp(resolved: ResolvedConfig, move: OpenedMove): Promise<boolean> {
  const { acceptedSecrets } = resolved;
  for (const at of acceptedSecrets.keys()) {
    const row = await storeOf(resolved).useVerificationToken(
      await rowOf(move, move.token, acceptedSecrets.slice(at)),
    );
    if (row !== null) return new Date(row.expires).valueOf() >= Date.now();
  }
  return false;
}

/** The store's unique index decides when somebody takes the address at this moment. */
async function moveUser({ context, own }: OfficePageAsking, { user, email }: OpenedMove): Promise<void> {
  const { resolved } = context;
  const { adapter } = resolved;
  const userId = String(user.id);
  if (adapter === undefined || (await adapter.getUserByEmail(email)) !== null)
    throw new AdminError("taken", "Somebody has this address");
  // What others have brought to a row that nobody had proven ends with this proof, as with any.
  if (!user.emailVerified) await proveAddress(context, adapter, user);
  await leaveLastingMark(adapter, movedMark(userId), weekMs);
  // A factor may have been taken off meanwhile.
  await assertMayMove(resolved, userId);
  const updated = await adapter.updateUser({ id: user.id, email, emailVerified: new Date() });
  await resolved.emit("updateUser", { user: updated });
  await endAllSessions(resolved, own, userId);
  await askPlugins(resolved, (plugin, theirs) => plugin.credentialsChanged?.(theirs, userId));
  await askPlugins(resolved, (plugin, theirs) => plugin.addressChanged?.(theirs, userId, user.email));
}
