/** A user whom an administrator makes. Nobody has proven the address until a link that is mailed to it is followed. */
import { AuthError, toError } from "../../errors/index.js";
import { pageOf } from "../../security/page-url.js";
import { randomId } from "../../security/random.js";
import { throttleOf } from "../../flows/tries.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { pluginsOf } from "../host/scope.js";
import { canMail } from "../mail/mail-to.js";
import { AdminError, asTooMany } from "./admin-error.js";
import { type AdminAsking, type OfficeAsking, changing } from "./call.js";
import type { UserInfo } from "./function-types.js";
import { helpBy } from "./helps.js";
import { sendAdminMail } from "./mails.js";
import { addressOf, nameOf } from "./spelling.js";
import { infoOf } from "./users.js";

type Fields = Readonly<Record<string, unknown>>;

/** How a user without anything gets in: by a password that they choose, or by a mail. */
function wayIn(resolved: ResolvedConfig): "password" | "mail" | undefined {
  if (pluginsOf(resolved.config).some(({ helps }) => helps?.sendReset !== undefined)) return "password";
  return resolved.providers("email").length > 0 && canMail(resolved) ? "mail" : undefined;
}

/**
 * @throws AdminError `invalid`; `taken` for an address that somebody has; `unable` where no mail would let the user in;
 *   `too-many`, and what `changing` throws
 */
export async function createUser(
  asking: OfficeAsking,
  { email: givenEmail, name: givenName }: Fields,
): Promise<UserInfo> {
  const asker = await changing(asking);
  const { context, own, adminId: by } = asker;
  const { resolved } = context;
  const email = addressOf(givenEmail);
  const name = nameOf(givenName);
  const way = wayIn(resolved);
  if (way === undefined)
    throw new AdminError("unable", "No mail lets a new user in: add a mail provider, or passwords");
  const user = await store(resolved, { id: randomId(), email, name, emailVerified: null });
  await resolved.emit("createUser", { user });
  await own.record({ action: "user.created", userId: String(user.id), by });
  await welcome(asker, user, way);
  return infoOf(user);
}

/** The store's unique index decides who has an address. */
async function store({ adapter }: ResolvedConfig, newcomer: AdapterUser): Promise<AdapterUser> {
  const { email } = newcomer;
  const isTaken = async () => (await adapter?.getUserByEmail(email)) !== null;
  const taken = () => new AdminError("taken", "Somebody has this address", { field: "email" });
  if (adapter === undefined || (await isTaken())) throw taken();
  try {
    return await adapter.createUser(newcomer);
  } catch (thrown) {
    if (await isTaken()) throw taken();
    throw thrown;
  }
}

/** The user is there, whatever becomes of the mail: it can be sent again. */
async function welcome(asker: AdminAsking, user: AdapterUser, way: "password" | "mail"): Promise<void> {
  const { context } = asker;
  if (way === "password") return helpBy({ ...asker, user }, "sendReset", "new", () => true);
  const { email: address } = user;
  const isKnownBrowser = () => Promise.resolve(false);
  await asTooMany(throttleOf(context.resolved).mail({ address, clientAddress: undefined, isKnownBrowser }));
  await sendAdminMail(asker, "accountMade", { to: address, url: (place) => pageOf(place, "signIn") }).catch(
    (thrown: unknown) => {
      const cause = { err: toError(thrown) };
      context.resolved.logger.error(new AuthError("A mail of the plugin admin was not sent", { cause }));
    },
  );
}
