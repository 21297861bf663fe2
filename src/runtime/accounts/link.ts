/** Who is this person: known, to be linked, new, or refused. The order of writes is part of the contract. */
import { compact } from "../types/compact.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Account, User } from "../types/entities.js";
import type { CurrentUser, SignInResult } from "../types/resolved-config.js";
import type { FlowContext } from "../types/flow.js";
import { addAccount, createWith } from "./new-user.js";
import { claimOf, recheckAccount, vouchFor } from "./proof.js";
import type { Linked, Linking, SignIn, Store } from "./sign-in.js";
import { notesOf } from "./notes.js";
import { forgetIntent } from "./sign-up-intent.js";

/** The stored user of an account. Rows of older apps may hold a numeric id as a number. */
export async function ownerOf(store: Store, { account, numericId }: SignIn): Promise<AdapterUser | null> {
  const { provider, providerAccountId } = account;
  const owner = await store.getUserByAccount({ provider, providerAccountId });
  if (owner !== null || numericId === undefined) return owner;
  const asNumber = { provider, providerAccountId: numericId as unknown as string };
  // A store whose column is text may refuse to be asked for a number: then it holds none.
  return Promise.resolve(store.getUserByAccount(asNumber)).catch(() => null);
}

/**
 * Finds or makes the stored user of a proven account. Without an adapter the user is what the provider says.
 *
 * @throws OAuthAccountNotLinked, AccountNotLinked when the account or its e-mail belongs to somebody else
 */
export async function linkUser(context: FlowContext, signIn: SignIn): Promise<Linked> {
  const { adapter: store } = context.resolved;
  const { user, method } = signIn;
  if (store === undefined) return { user: await toldUser(signIn) };
  if (method.linking === "none") return { user, previous: await heldSession(context) };
  // A cookie that does not open means nobody: it must not stop a sign-in.
  const current = context.cookieHeader === null ? null : await context.sessions.current(context);
  const linking = { context, store, signIn };
  return method.linking === "address"
    ? method.link(linking, current)
    : linkAccount(linking, current, method.refusal);
}

/** No row keeps when the provider vouched for the address, so the user tells it, as one of a store does. */
async function toldUser(signIn: SignIn): Promise<User | AdapterUser> {
  const { user, provider } = signIn;
  if (provider === undefined || "emailVerified" in user) return user;
  const emailVerified = provenSince(signIn, await claimOf(signIn));
  return emailVerified === null ? user : ({ ...user, emailVerified } as AdapterUser);
}

/** A new session takes the place of the one that this browser has, whoever's it is. */
async function heldSession(context: FlowContext): Promise<SignInResult["previous"]> {
  if (context.cookieHeader === null || context.resolved.strategy !== "database") return undefined;
  return (await context.sessions.current(context))?.session;
}

type Refusal = Extract<SignIn["method"], { linking: "account" }>["refusal"];

const hostOf = ({ context }: Linking) => context.resolved.plugins;

async function linkAccount(linking: Linking, current: CurrentUser | null, Refusal: Refusal): Promise<Linked> {
  const { context, store, signIn } = linking;
  const { user, account, mayJoin = true } = signIn;
  const refusal = (text: string) => new Refusal(text, { cause: { provider: account.provider } });
  const owner = await ownerOf(store, signIn);
  if (owner !== null) return signInOwner(linking, owner, current, refusal);
  const kept = { ...(await storedTokens(signIn)), ...endsOf(account) };
  if (current !== null) {
    if (!mayJoin) throw refusal("The sign-in was begun in another session than this one");
    await (await notesOf(context))?.assertOwnSession(context, account.provider);
    await hostOf(linking)?.assertMayAdd(linking, current.user);
    await addAccount(linking, current.user, kept);
    await vouchFor(linking, account, current.user);
    return { user: current.user, isNewUser: false, adds: "session", keep: current.session };
  }
  const sameEmail = user.email ? await store.getUserByEmail(user.email) : null;
  if (sameEmail !== null) {
    const { joinUser } = await import("./join.js");
    const joined = await joinUser(linking, sameEmail, refusal);
    await addAccount(linking, joined.user, kept);
    await vouchFor(linking, account, joined.user);
    return { ...joined, adds: joined.isNewUser ? undefined : "address" };
  }
  try {
    const emailVerified = provenSince(signIn, await claimOf(signIn));
    return { user: await createWith(linking, kept, emailVerified), isNewUser: true };
  } catch (error) {
    // Two first sign-ins at once: the store let one of them win, and the other one is that user too.
    const winner = await ownerOf(store, signIn);
    if (winner === null) throw error;
    return { user: winner, isNewUser: false };
  }
}

async function signInOwner(
  linking: Linking,
  owner: AdapterUser,
  current: CurrentUser | null,
  refusal: (text: string) => Error,
): Promise<Linked> {
  const { provider, account } = linking.signIn;
  const isHeld = await recheckAccount(linking, owner, isOwners(linking, owner, current));
  if (current !== null && current.user.id !== owner.id) throw refusal("This account belongs to another user");
  // As if it were linked now.
  if (isHeld) await hostOf(linking)?.assertMayAdd(linking, owner);
  if (provider !== undefined) await forgetIntent(linking.context.resolved, account, owner);
  if (!isHeld) return { user: owner, isNewUser: false, previous: current?.session };
  await vouchFor(linking, account, owner);
  return { user: owner, isNewUser: false, adds: "session", keep: current?.session };
}

/** Was the sign-in begun in a session of this user? */
export const isOwners = ({ signIn }: Linking, { id }: AdapterUser, current: CurrentUser | null): boolean =>
  current !== null && String(current.user.id) === String(id) && signIn.mayJoin !== false;

/** A passkey's user may have proven the address by a mail before. */
function provenSince({ user, provider }: SignIn, claim: boolean | undefined): Date | null {
  if (provider !== undefined) return claim === true ? new Date() : null;
  return "emailVerified" in user && user.emailVerified instanceof Date ? user.emailVerified : null;
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
async function storedTokens({ provider, account }: SignIn): Promise<Partial<Account>> {
  const { provider: _id, providerAccountId: _account, type: _type, userId: _user, ...tokens } = account;
  if (provider?.account !== undefined) {
    // Meant to be synchronous; one that is not would otherwise lose the tokens, and its rejection be caught by nobody.
    const chosen: unknown = await provider.account(tokens);
    return { ...(chosen as Partial<Account> | undefined) };
  }
  return compact(Object.fromEntries(tokenColumns.map((name) => [name, tokens[name]])));
}
