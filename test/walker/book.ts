/**
 * The walker's own book: who holds what, who was proven where and when, and what was ended. It alone says who the owner
 * of a row is; the store is never asked. What the app lets happen is entered here, and a broken promise is told.
 *
 * The promises stand in docs/security/invariants.md; each sentence there has the number that is told here.
 */
import { clock, days } from "./clock.js";

export type Actor = "owner" | "stranger" | "colleague" | "administrator";

/** What opens an account, and who has it: `vouch:owner`, `mail:owner`, `password:stranger`, `passkey 3:owner`. */
export type Way = string;

/** The address of each actor's mailbox, and a second one of the owner's. */
export const addresses = {
  owner: "owner@x.test",
  stranger: "stranger@x.test",
  other: "other@x.test",
  colleague: "colleague@x.test",
  administrator: "administrator@x.test",
} as const;

const actors: readonly Actor[] = ["owner", "stranger", "colleague", "administrator"];

export const readerOf = (address: string): Actor =>
  actors.find((actor) => addresses[actor] === address) ?? "owner";

/** Whose browser it is. */
export const actorOf = (browser: string): Actor =>
  actors.find((actor) => browser.startsWith(actor)) ?? "stranger";

export class BrokenPromise extends Error {
  readonly promise: number;

  constructor(promise: number, what: string) {
    super(`Promise ${promise}: ${what}`);
    this.promise = promise;
  }
}

interface Account {
  readonly maker: Actor;
  /** As it was last seen. */
  address: string;
  /** Who first proved the address. */
  prover?: Actor;
  /** A process died while the way was added that may have proven it: it has, or a mail will. */
  mayBeProven?: boolean;
  isDeleted?: boolean;
  /** Who has set up the factor that is on. */
  factor?: Actor | undefined;
  /** Banned until then, in milliseconds; Infinity: until that is taken back. */
  bannedUntil?: number | undefined;
}

/** An administrator acts for a user. */
export interface Act {
  readonly admin: string;
  readonly user: string;
  /** The administrator's own session, as it was put aside. */
  readonly own: Sitting;
  /** In milliseconds. */
  readonly endsAt: number;
  /** Why nobody acts so any more. */
  over?: string;
}

export const goesOn = ({ over, endsAt }: Act): boolean => over === undefined && clock.now < endsAt;

export const isBanned = ({ bannedUntil = 0 }: Pick<Account, "bannedUntil">, at = clock.now): boolean =>
  at < bannedUntil;

interface ProviderSession {
  readonly actor: Actor;
  readonly sid: string;
  /** The browser may have come in anew since, by a way of which nobody knows whether it was there. */
  readonly isPast?: boolean;
}

/** A session in a browser. */
export interface Sitting {
  readonly user: string;
  /** When its user was proven, in milliseconds. */
  provenAt: number;
  /** When the second factor was shown in it. */
  factorAt?: number | undefined;
  /** When its user signed in, in milliseconds; where nothing tells that, when it was first seen. */
  readonly begunAt: number;
  /** The session of the provider that it began with, where that one tells when it is over. */
  readonly begunWith?: ProviderSession;
  /** Which session it is: a copied cookie is of the same one. */
  readonly session: number;
  readonly isCopy?: boolean;
  /** Begun by a press on the page of somebody else's link. */
  readonly isLured?: boolean;
  /** The administrator who acts for its user: the act has the number of this session. */
  readonly actedBy?: string;
  /** When the app showed it last: sessions that nobody uses end by themselves. */
  seenAt: number;
  /** When the factor was shown elsewhere in this session, which goes on there by another token: this one ends soon. */
  replacedAt?: number | undefined;
  /** Why it opens nothing any more. */
  ended?: string;
}

/** Whom a browser is shown. */
export interface ShownUser {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  /** The administrator who acts for them. */
  readonly impersonatedBy?: string | undefined;
}

interface Opens {
  readonly user: string;
  /** Why it opens nothing any more. */
  removed?: string;
  /** Added by whoever has a copied session, while the session could do that: no promise is made about it. */
  readonly isPlanted?: boolean;
  /** Whoever keeps it says whose the address is. */
  readonly isVouched?: boolean;
}

/** Addresses and passwords are not added in sessions. */
const isAddable = (way: Way): boolean => !/^(mail|password)/.test(way);

/** Of a provider: it is known by what the provider calls it. */
const isAccount = (way: Way): boolean => isAddable(way) && !way.startsWith("passkey");

/** For so long what a banned person has signed in with keeps them out, once their account is gone. */
const keptMs = 400 * days;
/** `maxAge` of sessions. */
const sessionMs = 30 * days;
const freshMs = 600_000;
const factorMs = 300_000;
/** How long a token opens a session that goes on by another one, for requests that are under way; and a second. */
const replacedMs = 31_000;

export interface Rules {
  /** Do plugins ask for a sign-in of lately before ways in change? */
  readonly asksForFreshness: boolean;
  /** Accounts of a provider that vouches join the user whose address they have. */
  readonly joinsByAddress: boolean;
  /** Does a session go on by another token once the factor was shown in it? */
  readonly replacesTokens: boolean;
  /** Milliseconds after its sign-in at which a session is over. */
  readonly absoluteMs: number;
}

/** As copies: what they hold is not changed in itself. */
function enter<Key, Value extends object>(own: Map<Key, Value>, others: ReadonlyMap<Key, Value>): void {
  for (const [key, value] of others) own.set(key, { ...value });
}

export class Book {
  readonly accounts = new Map<string, Account>();
  readonly ways = new Map<Way, Opens>();
  /** Ways that were opened when a process died, or that the app asks about again: there, or not. */
  readonly uncertain = new Set<Way>();
  /** Addresses that were proven of accounts in which nobody was seen: a process died as it made them. */
  readonly provenUnseen = new Map<string, Actor>();
  #sessions = 0;
  readonly sittings = new Map<string, Sitting>();
  /** By the number of the session in which somebody acts. */
  readonly acts = new Map<number, Act>();
  /** Addresses, and ways, of users who were deleted while they were banned, and until when that lasts. */
  readonly keptOut = new Map<string, number>();
  /** Browser → users whose second factor it is not asked for. */
  readonly trusted = new Map<string, Set<string>>();
  readonly rules: Rules;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  /** Enters all that another book of the same rules holds. */
  fill(other: Book): void {
    this.#sessions = other.#sessions;
    enter(this.accounts, other.accounts);
    enter(this.ways, other.ways);
    enter(this.sittings, other.sittings);
    enter(this.acts, other.acts);
    for (const [what, until] of other.keptOut) this.keptOut.set(what, until);
    for (const [browser, users] of other.trusted) this.trusted.set(browser, new Set(users));
    for (const [address, actor] of other.provenUnseen) this.provenUnseen.set(address, actor);
    for (const way of other.uncertain) this.uncertain.add(way);
  }

  ownerOf(user: string): Actor | undefined {
    const account = this.accounts.get(user);
    return account && (account.prover ?? account.maker);
  }

  sitting(browser: string): Sitting | undefined {
    const sitting = this.sittings.get(browser);
    if (sitting === undefined || sitting.ended !== undefined) return undefined;
    const act = this.actIn(sitting);
    if (act !== undefined && !goesOn(act)) return undefined;
    return clock.now - sitting.seenAt > sessionMs ? undefined : sitting;
  }

  actIn = ({ session, actedBy }: Sitting): Act | undefined =>
    actedBy === undefined ? undefined : this.acts.get(session);

  /** @throws BrokenPromise where a banned person is in */
  #assertLetIn(way: Way, user: { readonly id: string; readonly email: string }): void {
    const account = this.accounts.get(user.id);
    if (account !== undefined && isBanned(account))
      throw new BrokenPromise(1, `${way} lets somebody in who is banned`);
    const until = Math.max(this.keptOut.get(way) ?? 0, this.keptOut.get(user.email) ?? 0);
    if (account === undefined && clock.now < until)
      throw new BrokenPromise(
        1,
        `${way} lets somebody in anew who was banned when their account was deleted`,
      );
  }

  /**
   * A browser has come in by a way.
   *
   * @param entry `proves`: an address that the way proves; `code`: the second factor was shown
   */
  enter(entry: {
    readonly actor: Actor;
    readonly browser: string;
    readonly way: Way;
    readonly user: { readonly id: string; readonly email: string };
    readonly proves?: string | undefined;
    readonly code?: boolean;
    /** When the provider asked who it is, in milliseconds; default: now. */
    readonly askedAt?: number | undefined;
  }): void {
    const { actor, browser, way, proves, code = false } = entry;
    const user = entry.user.id;
    this.#assertLetIn(way, entry.user);
    if (this.sittings.get(browser)?.actedBy !== undefined) this.end(browser, "a sign-in has ended both");
    const isNew = !this.accounts.has(user);
    const before = this.sitting(browser);
    const known = this.ways.get(way);
    const { email } = entry.user;
    const prover = this.provenUnseen.get(email);
    if (isNew) this.accounts.set(user, { maker: actor, address: email, ...(prover && { prover }) });
    const account = this.accounts.get(user)!;
    account.address = entry.user.email;
    if (account.isDeleted) throw new BrokenPromise(2, `${way} opens an account that was deleted`);
    // What may be there is somebody's own: in a copied session it can only be added.
    const mayBeThere = this.uncertain.has(way) && this.ownerOf(user) === actor;
    const isOpen = mayBeThere || (known?.user === user && known.removed === undefined);
    // Whoever holds an account whose provider vouches for the address holds the address: to come by it is a sign-in.
    const joinsByAddress = this.rules.joinsByAddress && proves === email && this.ownerOf(user) === actor;
    if (before?.user === user && !isOpen && isAddable(way) && !(joinsByAddress && this.#isStale(before))) {
      if (code) this.factorShown(browser);
      return this.added(actor, browser, way, proves === account.address);
    }
    if (known?.user === user && known.removed !== undefined && !mayBeThere && !joinsByAddress)
      throw new BrokenPromise(2, `${way} opens an account again: ${known.removed}`);
    // A provider says it of those whom it brings, or who join by the address: who comes by one later has not answered a mail.
    const isThere = known?.user === user && known.removed === undefined;
    const joins = before?.user !== user && !isThere && isAddable(way);
    const isProof = isNew || joins || /^(mail|password)/.test(way);
    const isProven = account.prover !== undefined && !account.mayBeProven;
    if (isProof && proves === entry.user.email && !isProven)
      if (mayBeThere && !isNew && account.prover === undefined) {
        // One that joined proves the address, one that was there already proves nothing.
        account.prover = actor;
        account.mayBeProven = true;
      } else if (account.mayBeProven) {
        account.mayBeProven = false;
        if (!code) account.factor = undefined;
      } else this.#prove(user, actor, browser);
    if (this.ownerOf(user) !== actor && !(known?.user === user && known.isPlanted))
      throw new BrokenPromise(1, `the ${actor} is in the account of the ${this.ownerOf(user)} by ${way}`);
    const isSpared = this.trusted.get(browser)?.has(user) === true;
    const isShownHere = before?.user === user && isShown(before);
    if (account.factor !== undefined && !code && !isSpared && !isShownHere)
      throw new BrokenPromise(3, `${way} signs in without the second factor`);
    if (known?.user !== user || known.removed !== undefined)
      this.ways.set(way, { user, isVouched: proves !== undefined });
    const factorAt = code ? clock.now : isShownHere ? before.factorAt : undefined;
    const sitting = { user, provenAt: entry.askedAt ?? clock.now, factorAt };
    // What may have been a link has left the session as it was.
    if (before?.user === user && this.uncertain.has(way)) {
      const begunWith = before.begunWith && { ...before.begunWith, isPast: true };
      const maybe = { ...before, ...sitting, begunAt: clock.now, ...(begunWith && { begunWith }) };
      this.sittings.set(browser, maybe);
      if (code) this.factorShown(browser);
    } else this.sit(browser, sitting);
    this.uncertain.delete(way);
  }

  /** A session begins. @returns its number */
  sit(browser: string, sitting: Omit<Sitting, "session" | "seenAt" | "begunAt">): number {
    this.#sessions += 1;
    const times = { begunAt: clock.now, seenAt: clock.now };
    this.sittings.set(browser, { ...sitting, ...times, session: this.#sessions });
    return this.#sessions;
  }

  /** Somebody has pressed on the page of a link that was mailed to another person, whose account it opens. */
  lured(browser: string, way: Way, user: { readonly id: string; readonly email: string }): void {
    const reader = readerOf(user.email);
    this.#assertLetIn(way, user);
    if (!this.accounts.has(user.id)) this.accounts.set(user.id, { maker: reader, address: user.email });
    if (this.accounts.get(user.id)!.prover === undefined) this.#prove(user.id, reader, browser);
    this.ways.set(way, { user: user.id });
    this.sit(browser, { user: user.id, provenAt: clock.now, isLured: true });
  }

  /** The session in a browser began with one of a provider that tells when it is over. */
  begunWith(browser: string, begunWith: NonNullable<Sitting["begunWith"]>): void {
    const sitting = this.sitting(browser);
    if (sitting !== undefined) this.sittings.set(browser, { ...sitting, begunWith });
  }

  /** Which browsers are in by a session of a provider: one of its sessions, or all of a person. */
  begunIn(actor: Actor, sid?: string): ReadonlySet<string> {
    const meant = [...this.sittings].filter(
      ([, { begunWith }]) => begunWith?.actor === actor && (sid === undefined || begunWith.sid === sid),
    );
    return new Set(meant.map(([browser]) => browser));
  }

  /** The provider has ended these. */
  endedByProvider(browsers: ReadonlySet<string>): void {
    for (const browser of browsers) {
      const sitting = this.sittings.get(browser)!;
      if (sitting.begunWith?.isPast !== true) sitting.ended = "the provider has ended it";
    }
  }

  /** A way in was added to the account of a session. */
  added(actor: Actor, browser: string, way: Way, isVouched = false): void {
    const sitting = this.#changing(browser, `${way} is added`);
    if (sitting.isLured && this.ownerOf(sitting.user) !== actor)
      throw new BrokenPromise(1, `${way} is added unasked where a link of somebody else's has signed in`);
    this.ways.set(way, { user: sitting.user, isPlanted: this.ownerOf(sitting.user) !== actor, isVouched });
  }

  /** The process died while a way was added: it is there, or it is not. */
  mayHaveAdded(browser: string, way: Way): void {
    const sitting = this.sitting(browser);
    const known = this.ways.get(way);
    if (known !== undefined && known.removed === undefined) return;
    if (sitting === undefined) {
      this.uncertain.add(way);
      return;
    }
    try {
      this.added(actorOf(browser), browser, way);
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw error;
      this.uncertain.add(way);
    }
  }

  removed(browser: string, way: Way, why: string): void {
    const { user } = this.#changing(browser, `${way} is removed`);
    this.ways.set(way, { user, removed: why });
    // One of them may have begun with it.
    this.endAll(user, browser, why);
  }

  /** @throws BrokenPromise where the session may not change what opens its account */
  #changing(browser: string, what: string): Sitting {
    const sitting = this.sitting(browser);
    if (sitting === undefined) throw new BrokenPromise(2, `${what} in a session that is over`);
    if (sitting.actedBy !== undefined)
      throw new BrokenPromise(11, `${what} by somebody who acts for the user`);
    if (this.#isStale(sitting))
      throw new BrokenPromise(4, `${what} in a session whose user was not proven lately`);
    if (this.accounts.get(sitting.user)?.factor !== undefined && !isShown(sitting))
      throw new BrokenPromise(3, `${what} without the second factor`);
    return sitting;
  }

  /** Plugins ask for a sign-in first, before ways in change. */
  #isStale({ provenAt }: Sitting): boolean {
    return this.rules.asksForFreshness && clock.now - provenAt > freshMs;
  }

  #prove(user: string, actor: Actor, browser: string): void {
    const account = this.accounts.get(user)!;
    account.prover = actor;
    // The app cannot know whose it was.
    account.factor = undefined;
    this.forgetBrowsers(user);
    this.endAll(user, browser, "the owner has proven the address");
    if (account.maker === actor) return this.#askAgain(user);
    for (const [way, opens] of this.ways)
      if (opens.user === user && !way.endsWith(`:${actor}`))
        opens.removed = "the owner has proven the address";
  }

  /** The app cannot know that the ways of before are the owner's, but where somebody vouches for the address. */
  #askAgain(user: string): void {
    for (const [way, opens] of this.ways)
      if (opens.user === user && isAddable(way) && opens.isVouched !== true) this.uncertain.add(way);
  }

  /** Ends the sessions of a user, but the one of a browser, wherever its cookie is. */
  endAll(user: string, but: string | undefined, why: string): void {
    const kept = but === undefined ? undefined : this.sittings.get(but)?.session;
    for (const [browser, sitting] of this.sittings) {
      const isKept = but !== undefined && this.#isSame(browser, but);
      // It is no session of that user's: whoever acts goes on.
      if (sitting.user === user && sitting.actedBy === undefined && !isKept) sitting.ended = why;
    }
    for (const act of this.acts.values())
      if (act.admin === user && act.own.session !== kept) act.over ??= why;
  }

  /** A session ends wherever it is, and what is done for others with it. */
  #endSession(session: number, why: string): void {
    for (const each of this.sittings.values())
      if (each.session === session && each.replacedAt === undefined) each.ended = why;
    for (const act of this.acts.values()) if (act.own.session === session) act.over ??= why;
  }

  /** Nobody acts for a user any more, or nobody of some. */
  endActs(which: (act: Act) => boolean, why: string): void {
    for (const act of this.acts.values()) if (which(act)) act.over ??= why;
  }

  #isSame(one: string, other: string): boolean {
    return this.sittings.get(one)?.session === this.sittings.get(other)?.session;
  }

  /** The session of a browser is over, and so are its copies; but where it goes on by another token, that is not. */
  end(browser: string, why: string): void {
    const own = this.sittings.get(browser);
    const act = own && this.actIn(own);
    if (act !== undefined) {
      // One that is over already has left the administrator's own session as it was.
      if (goesOn(act)) {
        act.over = why;
        this.#endSession(act.own.session, why);
      }
      this.sittings.delete(browser);
      return;
    }
    if (own !== undefined && own.replacedAt === undefined)
      this.endActs((each) => each.own.session === own.session, why);
    for (const [name, each] of this.sittings)
      if (each.user === own?.user && this.#isSame(name, browser))
        if (name === browser || own.replacedAt === undefined) each.ended = why;
  }

  /** Somebody who reads the mails of an address has proven it, and is in nothing. */
  proven(address: string, actor: Actor): void {
    for (const [user, account] of this.accounts)
      if (account.address === address && !account.isDeleted && account.prover === undefined)
        this.#prove(user, actor, "");
  }

  /** Somebody who reads the mails of an address has chosen a new password by one. */
  reset(address: string, actor: Actor): void {
    // Who has no account is sent no such mail.
    if (![...this.accounts.values()].some((each) => each.address === address && !each.isDeleted))
      this.provenUnseen.set(address, actor);
    this.proven(address, actor);
    for (const [user, account] of this.accounts) {
      if (account.address !== address || account.isDeleted) continue;
      this.endAll(user, undefined, "the password was reset");
      this.forgetBrowsers(user);
    }
    this.ways.delete(`password:${actor}`);
  }

  forgetBrowsers(user: string): void {
    for (const users of this.trusted.values()) users.delete(user);
  }

  passwordChanged(browser: string): void {
    const { user } = this.#changing(browser, "the password is changed");
    this.endAll(user, undefined, "the password was changed");
    this.forgetBrowsers(user);
  }

  /** In a session of the user, or elsewhere, where the password is asked for. */
  addressChanged(browser: string, user: string, address: string): void {
    const account = this.accounts.get(user);
    if (this.sitting(browser)?.user === user) this.#changing(browser, "the address is changed");
    else if (account?.factor !== undefined)
      throw new BrokenPromise(3, "the address is changed by the password alone");
    if (account) account.address = address;
    this.endAll(user, undefined, "the address was changed");
    this.forgetBrowsers(user);
  }

  /** By the press on a link that an administrator has had mailed to the new address. */
  moved(user: string, address: string, reader: Actor): void {
    const account = this.accounts.get(user)!;
    if (account.prover === undefined) this.#prove(user, reader, "");
    account.address = address;
    this.endAll(user, undefined, "the address was changed");
    this.forgetBrowsers(user);
  }

  deleted(browser: string): void {
    this.gone(this.#changing(browser, "the account is deleted").user);
  }

  /** An account is deleted, by whomever. What it was signed in with goes on being banned. */
  gone(user: string): void {
    const account = this.accounts.get(user)!;
    const until = Math.min(account.bannedUntil ?? 0, clock.now + keptMs);
    account.isDeleted = true;
    this.provenUnseen.delete(account.address);
    const isProven = account.prover !== undefined && !account.mayBeProven;
    if (isBanned(account) && isProven) this.keptOut.set(account.address, until);
    for (const [way, opens] of this.ways) {
      if (opens.user !== user) continue;
      if (isBanned(account) && opens.removed === undefined && isAccount(way)) this.keptOut.set(way, until);
      this.ways.delete(way);
    }
    this.endAll(user, undefined, "the account was deleted");
    this.endActs((act) => act.user === user, "the account was deleted");
  }

  copied(from: string, to: string): void {
    const copy: Sitting = { ...this.sittings.get(from)!, isCopy: true };
    this.sittings.set(to, copy);
  }

  /** The second factor of the account was set up, replaced or switched off. */
  factorChanged(actor: Actor, browser: string, is: "on" | "off"): void {
    const sitting = this.#changing(
      browser,
      `the second factor is ${is === "on" ? "set up" : "switched off"}`,
    );
    const account = this.accounts.get(sitting.user)!;
    account.factor = is === "on" ? actor : undefined;
    this.forgetBrowsers(sitting.user);
    if (is === "on") this.factorShown(browser);
  }

  factorShown(browser: string): void {
    const sitting = this.sitting(browser);
    if (sitting === undefined) return;
    sitting.factorAt = clock.now;
    // What was replaced itself lives out its half minute, and replaces nothing.
    if (!this.rules.replacesTokens || sitting.replacedAt !== undefined) return;
    for (const name of this.sittings.keys())
      if (this.#isSame(name, browser))
        this.sittings.get(name)!.replacedAt = name === browser ? undefined : clock.now;
  }

  trust(browser: string, user: string): void {
    const users = this.trusted.get(browser) ?? new Set();
    this.trusted.set(browser, users.add(user));
  }

  /** The app has given the token of a provider's account to whoever is in a session. */
  given(browser: string, way: Way): void {
    const user = this.sittings.get(browser)?.user ?? "";
    const opens = this.ways.get(way);
    if (this.uncertain.has(way)) return;
    if (opens?.user !== user) throw new BrokenPromise(1, `${browser} is given the token of ${way}`);
    if (opens.removed !== undefined)
      throw new BrokenPromise(2, `${browser} is given the token of ${way}: ${opens.removed}`);
  }

  /** The token of a browser's cookie, opened without the app. */
  opened(browser: string): void {
    const begunAt = this.sittings.get(browser)?.begunAt ?? clock.now;
    if (clock.now - begunAt > this.rules.absoluteMs + 1000)
      throw new BrokenPromise(2, `the token of ${browser} opens still: its sign-in was too long ago`);
  }

  /** A reader that cannot ask whether a session is over has shown it. @param ends of its token, in seconds */
  read(browser: string, ends: { readonly before: number; readonly after: number }): void {
    if (ends.after > ends.before)
      throw new BrokenPromise(2, `${browser} lives on by a reader that cannot ask whether it is over`);
  }

  /** What the app shows to a browser is compared with what the book says. */
  compare(seen: {
    readonly browser: string;
    readonly actor: Actor;
    readonly user: ShownUser | undefined;
    readonly isFresh: boolean;
    readonly isVaultOpen: boolean;
  }): void {
    const { browser, actor, user } = seen;
    if (user === undefined) return;
    if (user.impersonatedBy !== undefined)
      throw new BrokenPromise(11, `somebody acts in ${browser}, and nobody has begun that`);
    const sitting = this.sittings.get(browser);
    if (sitting === undefined) throw new BrokenPromise(1, `${browser} is signed in, and never came in`);
    if (sitting.ended !== undefined)
      throw new BrokenPromise(2, `${browser} is signed in still: ${sitting.ended}`);
    if (sitting.replacedAt !== undefined && clock.now - sitting.replacedAt > replacedMs)
      throw new BrokenPromise(5, `${browser} is signed in still: its session goes on elsewhere`);
    if (clock.now - sitting.begunAt > this.rules.absoluteMs + 1000)
      throw new BrokenPromise(2, `${browser} is signed in still: its sign-in was too long ago`);
    if (sitting.user !== user.id) throw new BrokenPromise(1, `${browser} is somebody else's all at once`);
    sitting.seenAt = clock.now;
    const isTheirs = this.ownerOf(user.id) === actor;
    const isPlanted = [...this.ways.values()].some((way) => way.user === user.id && way.isPlanted);
    if (!isTheirs && !sitting.isCopy && !sitting.isLured && !isPlanted)
      throw new BrokenPromise(1, `${browser} is in the account of the ${this.ownerOf(user.id)}`);
    if (seen.isFresh && clock.now - sitting.provenAt > factorMs)
      throw new BrokenPromise(4, `${browser} counts as signed in just now`);
    if (seen.isVaultOpen && !isShown(sitting))
      throw new BrokenPromise(5, `${browser} passes for the second factor, which was not shown in it`);
    if (user.role === "admin" && isTheirs && actor !== readerOf(user.email))
      throw new BrokenPromise(7, `the ${actor} has the role of ${user.email}`);
  }
}

const isShown = ({ factorAt }: Sitting): boolean =>
  factorAt !== undefined && clock.now - factorAt <= factorMs;
