/**
 * The walker's book of teams: who is a member of what, as what, and who was invited. It alone says who may do what; the
 * store is never asked. Promises 9 and 10 of docs/security/invariants.md are told here.
 */
import { type Book, BrokenPromise } from "./book.js";
import { clock, days } from "./clock.js";

/** As the app's configuration has them, the highest first. */
export const roles = {
  owner: ["*"],
  admin: ["member:*", "organization:rename"],
  member: [],
} as const;

export type Role = keyof typeof roles;

/** What a member may do by the rules of the app, and of the plugin. */
const mayDo = {
  invite: ["owner", "admin"],
  "give roles": ["owner", "admin"],
  remove: ["owner", "admin"],
  rename: ["owner", "admin"],
  delete: ["owner"],
  "hand over": ["owner"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Deed = keyof typeof mayDo;

interface Invitation {
  readonly token: string;
  readonly team: Team;
  /** undefined: for whoever is signed in. */
  readonly address: string | undefined;
  readonly role: Role;
  /** The user who has invited. */
  readonly by: string;
  readonly at: number;
  /** Why it lets nobody in any more. */
  over?: string;
}

interface Team {
  slug: string;
  readonly members: Map<string, Role>;
  readonly former: Set<string>;
  /** User → what they may be, too: a process died while that was changed. */
  readonly uncertain: Map<string, ReadonlySet<Role | undefined>>;
}

/** What a browser is shown of a team. */
export interface SeenTeam {
  /** What a route says that asks for a member. */
  readonly guarded: Role | undefined;
  /** What a route says that asks for an owner or an admin. */
  readonly isOfficeOpen: boolean;
  /** A page by this name leads to another one, which is the team's now. */
  readonly isLedOn: boolean;
  /** User → role, on the page of the team; undefined: there is none for this visitor. */
  readonly members: ReadonlyMap<string, Role> | undefined;
}

const invitationMs = 7 * days;

/** Of nobody it is known that they are a member. */
const mayBeGone = ({ members, uncertain }: Team): boolean =>
  members.size === 0 && [...uncertain.values()].every((may) => may.has(undefined));

export class TeamBook {
  readonly teams: Team[] = [];
  readonly invitations: Invitation[] = [];
  readonly #book: Book;

  constructor(book: Book) {
    this.#book = book;
  }

  /** Enters all that another book holds. */
  fill(other: TeamBook): void {
    if (other.teams.length === 0 && other.invitations.length === 0) return;
    const { teams, invitations } = structuredClone({ teams: other.teams, invitations: other.invitations });
    this.teams.push(...teams);
    this.invitations.push(...invitations);
  }

  named = (slug: string): Team | undefined => this.teams.find((team) => team.slug === slug);

  /** Of the link in a mail: does it lead to an invitation that is over? */
  isOver = (url: string): boolean =>
    this.invitations.some(({ token, over }) => over !== undefined && url.includes(token));

  made(browser: string, slug: string): void {
    const user = this.#actor(browser, `the team ${slug} is made`);
    const known = this.named(slug) ?? this.teams.find(({ former }) => former.has(slug));
    if (known && mayBeGone(known)) this.#end(known);
    else if (known) throw new BrokenPromise(9, `a second team is called ${slug}`);
    this.teams.push({
      slug,
      members: new Map([[user, "owner"]]),
      former: new Set(),
      uncertain: new Map(),
    });
  }

  /** @throws BrokenPromise where whoever sits in a browser may not do that */
  #member(browser: string, team: Team, deed: Deed | "leave"): string {
    const what = `${browser} can ${deed} in ${team.slug}`;
    const user = this.#actor(browser, what);
    const own = this.#rolesOf(team, user);
    const may = [...own].some(
      (role) => role !== undefined && (deed === "leave" || (mayDo[deed] as readonly Role[]).includes(role)),
    );
    if (!may) throw new BrokenPromise(9, `${what}, with the role ${String([...own])}`);
    return user;
  }

  /** @throws BrokenPromise where nobody sits there */
  #actor(browser: string, what: string): string {
    const sitting = this.#book.sitting(browser);
    if (sitting === undefined) throw new BrokenPromise(9, `${what}, and the session is over`);
    return sitting.user;
  }

  #rolesOf = (team: Team, user: string): ReadonlySet<Role | undefined> =>
    new Set([team.members.get(user), ...(team.uncertain.get(user) ?? [])]);

  renamed(browser: string, from: string, to: string): void {
    const team = this.#present(from);
    this.#member(browser, team, "rename");
    team.former.add(from);
    team.former.delete(to);
    team.slug = to;
  }

  #present(slug: string): Team {
    const team = this.named(slug);
    if (team === undefined) throw new BrokenPromise(9, `something is changed in ${slug}, which is not there`);
    return team;
  }

  /** A member is given a role, or none. */
  changed(browser: string, slug: string, user: string, role: Role | undefined): void {
    const team = this.#present(slug);
    const actor = this.#member(browser, team, role === undefined ? "remove" : "give roles");
    const isOwner = this.#rolesOf(team, actor).has("owner");
    const were = this.#rolesOf(team, user);
    if (!isOwner && (role === "owner" || (were.size === 1 && were.has("owner"))))
      throw new BrokenPromise(9, `${browser} makes or unmakes an owner, and is none`);
    this.#put(team, user, role);
    this.#assertOwned(team);
  }

  left(browser: string, slug: string): void {
    const team = this.#present(slug);
    this.#put(team, this.#member(browser, team, "leave"), undefined);
    this.#assertOwned(team);
  }

  handedOver(browser: string, slug: string, user: string): void {
    const team = this.#present(slug);
    const actor = this.#member(browser, team, "hand over");
    const were = this.#rolesOf(team, user);
    const given = team.members.get(user) ?? "member";
    // To whom it belongs already nothing is handed over; nobody may know whether it does.
    if (were.size > 1)
      for (const role of were) {
        this.mayHave(slug, new Map([[actor, role]]));
        this.mayHave(slug, new Map([[user, "owner"]]));
      }
    else if (given !== "owner") {
      this.#put(team, user, "owner");
      this.#put(team, actor, given);
    }
    this.#assertOwned(team);
  }

  deleted(browser: string, slug: string): void {
    const team = this.#present(slug);
    this.#member(browser, team, "delete");
    this.#end(team);
  }

  #end(team: Team): void {
    this.teams.splice(this.teams.indexOf(team), 1);
    for (const invitation of this.invitations)
      if (invitation.team === team) invitation.over ??= "the team is gone";
  }

  #put(team: Team, user: string, role: Role | undefined): void {
    team.uncertain.delete(user);
    if (role !== undefined) team.members.set(user, role);
    else team.members.delete(user);
    // Whoever leaves takes along what was sent in their name.
    if (role === undefined)
      for (const invitation of this.invitations)
        if (invitation.team === team && invitation.by === user) invitation.over ??= "its inviter has left";
  }

  /** Nobody leaves a team empty: it is deleted, or handed over. @throws BrokenPromise for one without an owner */
  #assertOwned(team: Team): void {
    const all = [...team.members.keys(), ...team.uncertain.keys()];
    if (!all.some((user) => this.#rolesOf(team, user).has("owner")))
      throw new BrokenPromise(10, `nobody owns ${team.slug}`);
  }

  invited(browser: string, slug: string, given: Pick<Invitation, "token" | "address" | "role">): void {
    const team = this.#present(slug);
    const by = this.#member(browser, team, "invite");
    for (const invitation of this.invitations)
      if (invitation.team === team && given.address !== undefined && invitation.address === given.address)
        invitation.over ??= "a newer one was sent";
    this.invitations.push({ ...given, team, by, at: clock.now });
  }

  withdrawn(browser: string, slug: string, address: string): void {
    const team = this.#present(slug);
    this.#member(browser, team, "invite");
    for (const invitation of this.invitations)
      if (invitation.team === team && invitation.address === address) invitation.over ??= "it was withdrawn";
  }

  /** Whoever sits in a browser has joined. */
  joined(browser: string, token: string): void {
    const invitation = this.invitations.find((each) => each.token === token);
    const user = this.#actor(browser, "an invitation lets somebody in");
    if (invitation === undefined) throw new BrokenPromise(9, `${browser} joins, and nobody has invited`);
    const { team, address, role, by, at, over } = invitation;
    const whose = this.#book.accounts.get(user)?.address;
    if (over !== undefined) throw new BrokenPromise(9, `${browser} joins ${team.slug}: ${over}`);
    if (clock.now - at > invitationMs)
      throw new BrokenPromise(9, `${browser} joins by an invitation of before`);
    const inviter = this.#rolesOf(team, by);
    if (!inviter.has("owner") && !inviter.has("admin"))
      throw new BrokenPromise(9, `${browser} joins ${team.slug} by somebody who is ${[...inviter]}`);
    if (address !== undefined && address !== whose)
      throw new BrokenPromise(9, `${whose} joins by the invitation of ${address}`);
    this.#put(team, user, role);
    invitation.over = "it is used up";
  }

  /** A user is gone. */
  forgot(user: string): void {
    for (const team of this.teams.filter(({ members }) => members.has(user))) {
      this.#put(team, user, undefined);
      // With its last member the team goes, too.
      if (team.members.size === 0 && team.uncertain.size === 0) this.#end(team);
      else if (mayBeGone(team))
        for (const [other, may] of team.uncertain) team.uncertain.set(other, new Set([...may, "owner"]));
      else this.#assertOwned(team);
    }
  }

  /** A process died while these were changed: they are what they were, or this. */
  mayHave(slug: string, changes: ReadonlyMap<string, Role | undefined>): void {
    const team = this.#present(slug);
    for (const [user, role] of changes)
      team.uncertain.set(user, new Set([...this.#rolesOf(team, user), role]));
  }

  /** What the app shows of teams to whoever sits in a browser, compared with what the book says. */
  compare(browser: string, user: string, seen: ReadonlyMap<string, SeenTeam>): void {
    for (const [slug, { guarded, isOfficeOpen, isLedOn, members }] of seen) {
      const team = this.named(slug) ?? this.teams.find(({ former }) => former.has(slug));
      const own = team === undefined ? new Set([undefined]) : this.#rolesOf(team, user);
      // The name of before leads members on, or is none any more.
      const isFormer = team !== undefined && team.slug !== slug;
      const is = (role: Role | undefined) => own.has(role) || (isFormer && role === undefined);
      if (!is(guarded))
        throw new BrokenPromise(9, `${browser} is ${guarded} in ${slug}, and has to be ${[...own]}`);
      if (isLedOn && [...own].every((role) => role === undefined))
        throw new BrokenPromise(9, `${browser} is told what ${slug} is called now`);
      if (isOfficeOpen && guarded === "member")
        throw new BrokenPromise(9, `${browser} is in the office of ${slug}`);
      if (members === undefined) {
        if (!is(undefined)) throw new BrokenPromise(9, `${browser} is shown no page of ${slug}`);
        continue;
      }
      if (team === undefined || ![...own].some((role) => role !== undefined))
        throw new BrokenPromise(9, `${browser} is shown the members of ${slug}`);
      this.#compareMembers(team, members);
    }
  }

  /** The teams that the app lists for a user. */
  compareList(browser: string, user: string, listed: readonly string[]): void {
    for (const slug of new Set([...listed, ...this.teams.map((team) => team.slug)])) {
      const team = this.named(slug);
      const own = team ? this.#rolesOf(team, user) : new Set([undefined]);
      const isListed = listed.includes(slug);
      if (isListed ? [...own].every((role) => role === undefined) : !own.has(undefined))
        throw new BrokenPromise(9, `${browser} ${isListed ? "is" : "is not"} told of ${slug}`);
    }
  }

  #compareMembers(team: Team, members: ReadonlyMap<string, Role>): void {
    const all = new Set([...team.members.keys(), ...team.uncertain.keys(), ...members.keys()]);
    for (const user of all)
      if (!this.#rolesOf(team, user).has(members.get(user)))
        throw new BrokenPromise(
          9,
          `in ${team.slug} somebody is ${members.get(user)}, not ${[...this.#rolesOf(team, user)]}`,
        );
    if (![...members.values()].includes("owner"))
      throw new BrokenPromise(10, `${team.slug} has members, and no owner`);
  }
}
