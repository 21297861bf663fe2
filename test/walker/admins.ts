/**
 * The walker's book of the back office: who was let in by the terminal, and what an administrator has done to whom. What
 * is true of accounts and sessions afterwards stands in the other book. Promise 11 of docs/security/invariants.md is told
 * here, and what promises 3, 4 and 7 say of administrators.
 */
import {
  type Act,
  type Book,
  BrokenPromise,
  isBanned,
  goesOn,
  type ShownUser,
  type Sitting,
} from "./book.js";
import { clock, minutes } from "./clock.js";

/** What counts as lately, of a sign-in and of a second factor. */
const freshMs = 10 * minutes;

/** What a browser is shown where somebody acts in it. */
export interface SeenActing {
  readonly browser: string;
  readonly user: ShownUser | undefined;
  readonly isFresh: boolean;
  readonly isVaultOpen: boolean;
  /** Of accounts at providers. */
  readonly tokens: readonly string[];
}

export class AdminBook {
  /** User → when the terminal let them in. */
  readonly grants = new Map<string, number>();
  readonly #book: Book;
  readonly #hasFactor: boolean;

  /** @param hasFactor is there a second factor in the configuration? */
  constructor(book: Book, hasFactor: boolean) {
    this.#book = book;
    this.#hasFactor = hasFactor;
  }

  /** Enters all that another book holds. */
  fill(other: AdminBook): void {
    for (const [user, at] of other.grants) this.grants.set(user, at);
  }

  /** The terminal has let somebody in; who is in already is no further in. */
  granted(user: string): void {
    if (this.grants.has(user)) return;
    this.grants.set(user, clock.now);
    this.#book.endActs((act) => act.user === user, "the user is an administrator");
  }

  revoked(user: string): void {
    this.grants.delete(user);
    this.#book.endActs((act) => act.admin === user, "the grant is gone");
  }

  /**
   * A browser is shown something of the back office.
   *
   * @param what it does there
   * @returns the administrator's session
   * @throws BrokenPromise where nobody sits there who may
   */
  assertReads(browser: string, what: string): Sitting {
    const sitting = this.#book.sitting(browser);
    if (sitting === undefined) throw new BrokenPromise(2, `${browser} ${what} in a session that is over`);
    if (sitting.actedBy !== undefined)
      throw new BrokenPromise(11, `${browser} ${what} as the user for whom somebody acts`);
    const granted = this.grants.get(sitting.user);
    if (granted === undefined) throw new BrokenPromise(7, `${browser} ${what}, and has no grant`);
    if (sitting.provenAt <= granted)
      throw new BrokenPromise(4, `${browser} ${what} in a session of before the grant`);
    if (this.#hasFactor && sitting.factorAt === undefined)
      throw new BrokenPromise(3, `${browser} ${what} without the second factor`);
    return sitting;
  }

  /**
   * A browser changes a user in the back office.
   *
   * @param user whom; undefined: nobody who is there
   */
  assertChanges(browser: string, what: string, user?: string): Sitting {
    const sitting = this.assertReads(browser, what);
    if (clock.now - sitting.provenAt > freshMs)
      throw new BrokenPromise(4, `${browser} ${what}, whose user was not proven lately`);
    if (this.#hasFactor && clock.now - (sitting.factorAt ?? 0) > freshMs)
      throw new BrokenPromise(3, `${browser} ${what}, and has not shown the second factor lately`);
    if (user !== undefined && this.grants.has(user))
      throw new BrokenPromise(7, `${browser} ${what}, who is an administrator`);
    return sitting;
  }

  /** @param until in milliseconds; Infinity: until it is taken back */
  banned(browser: string, user: string, until: number): void {
    this.assertChanges(browser, "bans somebody", user);
    this.#book.accounts.get(user)!.bannedUntil = until;
    this.#book.endAll(user, undefined, "its user was banned");
    this.#book.endActs((act) => act.user === user, "the user was banned");
  }

  unbanned(browser: string, user: string): void {
    this.assertChanges(browser, "takes a ban back", user);
    this.#book.accounts.get(user)!.bannedUntil = undefined;
  }

  signedOut(browser: string, user: string): void {
    this.assertChanges(browser, "ends somebody's sessions", user);
    this.#book.endAll(user, undefined, "an administrator has ended it");
  }

  deleted(browser: string, user: string): void {
    this.assertChanges(browser, "deletes somebody", user);
    this.#book.gone(user);
  }

  /** From now on the browser is in as that user, for so many milliseconds. */
  began(browser: string, user: string, lasting: number): void {
    const own = this.assertChanges(browser, "acts for somebody", user);
    const account = this.#book.accounts.get(user);
    if (account === undefined || account.isDeleted)
      throw new BrokenPromise(2, `${browser} acts for somebody who is gone`);
    if (isBanned(account)) throw new BrokenPromise(11, `${browser} acts for somebody who is banned`);
    const { isCopy } = own;
    const sitting = { user, provenAt: 0, actedBy: own.user, ...(isCopy && { isCopy }) };
    const session = this.#book.sit(browser, sitting);
    this.#book.acts.set(session, { admin: own.user, user, own: { ...own }, endsAt: clock.now + lasting });
  }

  /** Stop has given the administrator's own session back. */
  stopped(browser: string): void {
    const [sitting, act] = this.#acting(browser);
    if (act === undefined || !goesOn(act))
      throw new BrokenPromise(
        11,
        `Stop gives a session back to ${browser}: ${act?.over ?? "its time is over"}`,
      );
    act.over = "it was stopped";
    const { isCopy } = sitting ?? {};
    this.#book.sittings.set(browser, { ...act.own, ...(isCopy && { isCopy }) });
  }

  /** Nobody is in any more. */
  left(browser: string): void {
    this.#book.sittings.delete(browser);
  }

  #acting(browser: string): readonly [Sitting | undefined, Act | undefined] {
    const sitting = this.#book.sittings.get(browser);
    return [sitting, sitting && this.#book.actIn(sitting)];
  }

  /** The user for whom somebody acts has ended that. */
  endedByUser(user: string): void {
    this.#book.endActs((act) => act.user === user, "its user has ended it");
  }

  /** What the app shows where somebody acts, compared with what was pressed. */
  compare({ browser, user, isFresh, isVaultOpen, tokens }: SeenActing): void {
    if (user === undefined) return;
    const [sitting, act] = this.#acting(browser);
    if (sitting === undefined || act === undefined)
      throw new BrokenPromise(11, `somebody acts in ${browser}, and nobody has begun that`);
    if (user.impersonatedBy === undefined)
      throw new BrokenPromise(11, `${browser} is in as ${user.email}, and nobody's name is on it`);
    if (user.impersonatedBy !== act.admin || user.id !== act.user)
      throw new BrokenPromise(11, `${browser} acts for somebody else, or with another name`);
    if (!goesOn(act))
      throw new BrokenPromise(11, `${browser} acts still: ${act.over ?? "its minutes are over"}`);
    if (isFresh || isVaultOpen)
      throw new BrokenPromise(11, `${browser} passes for somebody who has proven who they are`);
    if (tokens.some((token) => token !== ""))
      throw new BrokenPromise(11, `${browser} is given the token of the user for whom it acts`);
  }

  /** The names of those who act for a user, as that user is shown them. @param listed users */
  compareListed(browser: string, user: string, listed: readonly string[]): void {
    const acts = [...this.#book.acts.values()].filter((act) => act.user === user);
    if (acts.some((act) => goesOn(act) && !listed.includes(act.admin)))
      throw new BrokenPromise(11, `${browser} is not told who acts for its user`);
    if (listed.some((admin) => !acts.some((act) => act.admin === admin)))
      throw new BrokenPromise(11, `${browser} is told of somebody who has never acted for its user`);
  }
}
