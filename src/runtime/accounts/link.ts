/** Who is this person: known, to be linked, new, or refused. The order of writes is part of the contract. */
import { AccountNotLinked, OAuthAccountNotLinked, toError } from "../errors.js";
import type { AdapterAccount, AdapterUser } from "../types/adapter.js";
import type { Account, User } from "../types/entities.js";
import type { CurrentUser, FlowContext, SignedIn } from "../types/flow.js";

export type Linked = Pick<SignedIn, "isNewUser" | "keep" | "previous"> & {
  readonly user: User | AdapterUser;
};

type Store = NonNullable<FlowContext["compiled"]["adapter"]>;

/**
 * Finds or makes the stored user of a proven account. Without an adapter the person is what the provider says.
 *
 * @param user from `profile()`, the mail address or `authorize()`
 * @throws OAuthAccountNotLinked, AccountNotLinked when the account or its e-mail belongs to somebody else
 */
export async function linkPerson(
  context: FlowContext,
  user: User | AdapterUser,
  account: Account,
): Promise<Linked> {
  const { adapter } = context.compiled;
  if (adapter === undefined || account.type === "credentials") return { user };
  // A cookie that does not open means nobody: it must not stop a sign-in.
  const current = context.cookieHeader === null ? null : await context.sessions.current(context);
  return account.type === "email"
    ? linkEmail(context, adapter, current, user)
    : linkAccount(context, adapter, current, user, account);
}

async function linkEmail(
  { compiled }: FlowContext,
  store: Store,
  current: CurrentUser | null,
  { email }: User,
): Promise<Linked> {
  const known = await store.getUserByEmail(email ?? "");
  const replaced = current?.session === undefined ? {} : { previous: current.session };
  if (known === null) {
    const created = await store.createUser({ ...newUser({ email: email ?? "" }), emailVerified: new Date() });
    await compiled.emit("createUser", { user: created });
    return { user: created, isNewUser: true, ...replaced };
  }
  // The date of the first sign-in by mail stays.
  if (known.emailVerified !== null) return { user: known, isNewUser: false, ...replaced };
  const updated = await store.updateUser({ id: known.id, emailVerified: new Date() });
  await compiled.emit("updateUser", { user: updated });
  return { user: updated, isNewUser: false, ...replaced };
}

async function linkAccount(
  context: FlowContext,
  store: Store,
  current: CurrentUser | null,
  user: User,
  account: Account,
): Promise<Linked> {
  const { provider, providerAccountId } = account;
  const owner = await store.getUserByAccount({ provider, providerAccountId });
  if (owner !== null) {
    if (current === null) return { user: owner, isNewUser: false };
    if (current.user.id !== owner.id) throw refusal(account, "This account belongs to another user");
    return { user: owner, isNewUser: false, ...(current.session && { previous: current.session }) };
  }
  if (current !== null) {
    await addAccount(context, store, current.user, account, user);
    return { user: current.user, isNewUser: false, ...(current.session && { keep: current.session }) };
  }
  const sameEmail = user.email ? await store.getUserByEmail(user.email) : null;
  if (sameEmail !== null) {
    if (!mayLinkByEmail(context, account)) {
      throw refusal(account, "A user with this e-mail address exists, signed up in another way");
    }
    await addAccount(context, store, sameEmail, account, user);
    return { user: sameEmail, isNewUser: false };
  }
  const created = await createWith(context, store, user, account);
  return { user: created, isNewUser: true };
}

function mayLinkByEmail({ provider }: FlowContext, account: Account): boolean {
  return (
    account.type !== "webauthn" &&
    provider !== undefined &&
    "allowDangerousEmailAccountLinking" in provider &&
    provider.allowDangerousEmailAccountLinking === true
  );
}

function refusal(account: Account, text: string): Error {
  const Refusal = account.type === "webauthn" ? AccountNotLinked : OAuthAccountNotLinked;
  return new Refusal(text, { cause: { provider: account.provider } });
}

/** User and account belong together: when the second write fails the first is taken back, so that a retry signs in. */
async function createWith(
  context: FlowContext,
  store: Store,
  user: User,
  account: Account,
): Promise<AdapterUser> {
  const created = await store.createUser({ ...newUser(user), ...user, emailVerified: null } as AdapterUser);
  await context.compiled.emit("createUser", { user: created });
  try {
    await addAccount(context, store, created, account, user);
  } catch (error) {
    if (typeof context.compiled.config.adapter?.deleteUser === "function") {
      await Promise.resolve(store.deleteUser(created.id)).catch((thrown: unknown) => toError(thrown));
    }
    throw error;
  }
  return created;
}

async function addAccount(
  { compiled }: FlowContext,
  store: Store,
  owner: AdapterUser,
  account: Account,
  profile: User,
): Promise<void> {
  await store.linkAccount({ ...account, userId: owner.id } as AdapterAccount);
  await compiled.emit("linkAccount", { user: owner, account, profile });
}

function newUser(user: User & { email?: string | null }): { id: string; email: string } {
  return { id: user.id ?? crypto.randomUUID(), email: user.email ?? "" };
}
