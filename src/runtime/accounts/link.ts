/** Who is this person: known, to be linked, new, or refused. The order of writes is part of the contract. */
import { AccountNotLinked, OAuthAccountNotLinked } from "../errors.js";
import { randomId } from "../security/random.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Account, Profile, User } from "../types/entities.js";
import type { CurrentUser, FlowContext, SignedIn } from "../types/flow.js";
import { addAccount, createWith, isUnfinished } from "./new-user.js";
import { claimOf, endUnproven, recheckAccount } from "./proof.js";

export type Linked = Pick<SignedIn, "isNewUser" | "keep" | "previous"> & {
  readonly user: User | AdapterUser;
};

type Store = NonNullable<FlowContext["compiled"]["adapter"]>;

/** A proven account, and whose it is by the provider's word. */
interface Proven {
  /** From `profile()`, the mail address or `authorize()`. */
  readonly user: User | AdapterUser;
  readonly account: Account;
  readonly numericId?: number;
  /** OAuth and OIDC: as the provider gave it. */
  readonly profile?: Profile;
}

/** The stored user of an account. Rows of older apps may hold a numeric id as a number. */
export async function ownerOf(
  store: Store,
  { account, numericId }: Pick<Proven, "account" | "numericId">,
): Promise<AdapterUser | null> {
  const { provider, providerAccountId } = account;
  const owner = await store.getUserByAccount({ provider, providerAccountId });
  if (owner !== null || numericId === undefined) return owner;
  const asNumber = { provider, providerAccountId: numericId as unknown as string };
  // A store whose column is text may refuse to be asked for a number: then it holds none.
  return Promise.resolve(store.getUserByAccount(asNumber)).catch(() => null);
}

/**
 * Finds or makes the stored user of a proven account. Without an adapter the person is what the provider says.
 *
 * @param mayJoin the sign-in was begun in the session that is open now: only then a new account may be added to it
 * @throws OAuthAccountNotLinked, AccountNotLinked when the account or its e-mail belongs to somebody else
 */
export async function linkPerson(context: FlowContext, proven: Proven, mayJoin: boolean): Promise<Linked> {
  const { adapter } = context.compiled;
  const { user, account } = proven;
  if (adapter === undefined) return { user: await toldUser(context, proven) };
  if (account.type === "credentials") return { user, ...(await heldSession(context)) };
  // A cookie that does not open means nobody: it must not stop a sign-in.
  const current = context.cookieHeader === null ? null : await context.sessions.current(context);
  return account.type === "email"
    ? linkEmail(context, adapter, current, proven)
    : linkAccount(context, adapter, current, proven, mayJoin);
}

/** No row keeps when the provider vouched for the address, so the user tells it, as one of a store does. */
async function toldUser(context: FlowContext, proven: Proven): Promise<User | AdapterUser> {
  const { user } = proven;
  if ("emailVerified" in user) return user;
  const emailVerified = provenSince(proven, await claimOf(context, proven));
  return emailVerified === null ? user : ({ ...user, emailVerified } as AdapterUser);
}

/** A new session takes the place of the one that this browser has, whoever's it is. */
async function heldSession(context: FlowContext): Promise<Pick<SignedIn, "previous">> {
  if (context.cookieHeader === null || context.compiled.strategy !== "database") return {};
  const session = (await context.sessions.current(context))?.session;
  return session === undefined ? {} : { previous: session };
}

async function linkEmail(
  context: FlowContext,
  store: Store,
  current: CurrentUser | null,
  { user, account }: Proven,
): Promise<Linked> {
  const { compiled } = context;
  const address = account.providerAccountId;
  const known = await store.getUserByEmail(address);
  const isSame = known !== null && current?.user.id === known.id;
  // Somebody else's session in this browser ends before a known person's begins.
  if (known !== null && !isSame && current?.session !== undefined)
    await store.deleteSession(current.session.sessionToken);
  const isHeld = known === null || isSame;
  const previous = isHeld && current?.session !== undefined ? { previous: current.session } : {};
  if (known === null) {
    // With the id that the `signIn` callback has seen, and that stands in the account.
    const newcomer = { ...user, id: user.id ?? randomId(), email: address, emailVerified: new Date() };
    const created = await store.createUser(newcomer);
    await compiled.emit("createUser", { user: created });
    return { user: created, isNewUser: true, ...previous };
  }
  // The date of the first sign-in by mail stays.
  if (known.emailVerified) return { user: known, isNewUser: false, ...previous };
  await endUnproven(context, store, known);
  const updated = await store.updateUser({ id: known.id, emailVerified: new Date() });
  await compiled.emit("updateUser", { user: updated });
  return { user: updated, isNewUser: false, ...previous };
}

async function linkAccount(
  context: FlowContext,
  store: Store,
  current: CurrentUser | null,
  proven: Proven,
  mayJoin: boolean,
): Promise<Linked> {
  const { user, account } = proven;
  const owner = await ownerOf(store, proven);
  if (owner !== null) {
    await recheckAccount(context, store, owner, proven);
    if (current === null) return { user: owner, isNewUser: false };
    if (current.user.id !== owner.id) throw refusal(account, "This account belongs to another user");
    return { user: current.user, isNewUser: false, ...(current.session && { previous: current.session }) };
  }
  const kept = { ...(await storedTokens(context.provider, account)), ...endsOf(account) };
  if (current !== null) {
    if (!mayJoin) throw refusal(account, "The sign-in was begun in another session than this one");
    await addAccount(context, store, current.user, { kept, profile: user });
    return { user: current.user, isNewUser: false, ...(current.session && { keep: current.session }) };
  }
  const claim = await claimOf(context, proven);
  const sameEmail = user.email ? await store.getUserByEmail(user.email) : null;
  if (sameEmail !== null) {
    const isNewUser = await isUnfinished(context, store, sameEmail, { user, account: kept });
    if (!isNewUser && (claim === false || !mayLinkByEmail(context, account)))
      throw refusal(account, "A user with this e-mail address exists, signed up in another way");
    await addAccount(context, store, sameEmail, { kept, profile: user });
    return { user: sameEmail, isNewUser };
  }
  try {
    const emailVerified = provenSince(proven, claim);
    return { user: await createWith(context, store, { user, emailVerified }, kept), isNewUser: true };
  } catch (error) {
    // Two first sign-ins at once: the store let one of them win, and the other one is that person too.
    const winner = await ownerOf(store, proven);
    if (winner === null) throw error;
    return { user: winner, isNewUser: false };
  }
}

/** A passkey's user may have proven the address by a mail before. */
function provenSince({ user, account }: Proven, claim: boolean | undefined): Date | null {
  if (account.type !== "webauthn") return claim === true ? new Date() : null;
  return "emailVerified" in user && user.emailVerified instanceof Date ? user.emailVerified : null;
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

const tokenColumns = [
  "access_token",
  "id_token",
  "refresh_token",
  "expires_at",
  "scope",
  "token_type",
  "session_state",
] as const;

const endsOf = ({ provider, providerAccountId, type }: Account) => ({ provider, providerAccountId, type });

/** What a store keeps of a token answer: what the provider's `account()` says, else the usual columns. */
async function storedTokens(provider: FlowContext["provider"], account: Account): Promise<Partial<Account>> {
  const { provider: _id, providerAccountId: _account, type: _type, userId: _user, ...tokens } = account;
  if (provider !== undefined && "account" in provider && provider.account !== undefined) {
    // Meant to be synchronous; one that is not would otherwise lose the tokens, and its rejection be caught by nobody.
    const chosen: unknown = await provider.account(tokens);
    return { ...(chosen as Partial<Account> | undefined) };
  }
  return Object.fromEntries(
    tokenColumns.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]),
  );
}
