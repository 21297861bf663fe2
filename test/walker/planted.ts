/** Faults that a search has to find: each is a text of the package with another one in its place. */
import type { Alphabet } from "./search.js";

export interface Planted {
  readonly id: string;
  /** Below `dist/runtime`. */
  readonly file: string;
  /** It stands in the file, each time to be replaced. */
  readonly text: string;
  readonly instead: string;
  readonly alphabet: Alphabet;
}

const organizations = "plugins/organizations/index.js";
const states = "plugins/sessions/session-states.js";

const inTeam = (...features: Alphabet["features"]): Alphabet => ({
  house: "team jwt",
  opening: "members",
  features,
});
const amongAcquaintances = (...features: Alphabet["features"]): Alphabet => ({
  ...inTeam(...features),
  opening: "acquaintances",
});
const settled = (house: "jwt" | "database", ...features: Alphabet["features"]): Alphabet => ({
  house,
  opening: "settled",
  features,
});

export const plantedInTeams: readonly Planted[] = [
  {
    id: "the last owner may go",
    file: organizations,
    text: "if (!await hasAbleOwner(place, leaving)) throw",
    instead: "if (leaving === undefined) throw",
    alphabet: inTeam("leaving", "roles", "handing over"),
  },
  {
    id: "two changes at once are both carried out",
    file: organizations,
    text: "if (!await changes.update({ organizationId }, { version }, { version: planned })) continue;",
    instead: "await changes.update({ organizationId }, {}, { version: planned });",
    alphabet: inTeam("two at once", "roles", "leaving"),
  },
  {
    id: "whoever has the link of an invitation is let in",
    file: organizations,
    text: "address === null || isSameAddress(asker.user.email, address)",
    instead: "true",
    alphabet: amongAcquaintances("invitation", "name", "roles"),
  },
  {
    id: "an invitation by mail is not used up",
    file: organizations,
    text: "if (await rows.consume({ token }) === void 0) throw isOver();",
    instead: "",
    alphabet: amongAcquaintances("invitation", "withdrawal", "leaving"),
  },
  {
    id: "an invitation that is withdrawn is good",
    file: organizations,
    text: "await own.records(invitationTable).consume({ token });",
    instead: "",
    alphabet: amongAcquaintances("invitation", "withdrawal", "name"),
  },
  {
    id: "an invitation is good for ever",
    file: organizations,
    text: "if (!(expires instanceof Date) || expires.valueOf() <= Date.now()) return void 0;",
    instead: "",
    alphabet: amongAcquaintances("invitation", "days"),
  },
  {
    id: "who has invited may be anybody by now",
    file: organizations,
    text: 'can(roles, inviter.role, "member:invite") && mayGive(roles, inviter.role, role)',
    instead: "true",
    alphabet: inTeam("invitation by the colleague", "roles"),
  },
  {
    id: "an admin makes owners",
    file: organizations,
    text: "assertMayGive(asker, actor.role, [target.role, role]);",
    instead: "",
    alphabet: inTeam("invitation by the colleague", "roles", "name"),
  },
  {
    id: "a member hands over",
    file: organizations,
    text: 'if (actor.role !== "owner") throw',
    instead: "if (actor.role === undefined) throw",
    alphabet: inTeam("handing over", "name", "colleague"),
  },
  {
    id: "a member renames",
    file: organizations,
    text: 'assertCan(asker, "organization:rename");',
    instead: "",
    alphabet: inTeam("name", "handing over", "colleague"),
  },
  {
    id: "a member deletes the team",
    file: organizations,
    text: 'assertCan(asker, "organization:delete");',
    instead: "",
    alphabet: inTeam("handing over", "name", "colleague"),
  },
  {
    id: "everybody is led on by the name of before",
    file: organizations,
    text: "return member && organization && {\n\t\torganization,\n\t\trole: member.role,",
    instead:
      'const led = await findOrganization(own, id);\n\treturn led && {\n\t\torganization: led,\n\t\trole: member?.role ?? "member",',
    alphabet: inTeam("name", "leaving", "out"),
  },
  {
    id: "a process keeps for a minute who was let in",
    file: organizations,
    text: "if (isKept) {\n",
    instead: 'if (isKept) {\n\t\t\treturn { organization: known.organization, role: "member" };\n',
    alphabet: inTeam("leaving", "name", "roles"),
  },
  {
    id: "the account of the last owner may be deleted",
    file: organizations,
    text: 'if (at === "due") return void 0;',
    instead: "return void 0;",
    alphabet: inTeam("leaving", "roles", "delete"),
  },
];

export const plantedInPersons: readonly Planted[] = [
  {
    id: "sessions that were ended by their row go on",
    file: states,
    text: 'return row["endedAt"] !== null;',
    instead: "return false;",
    alphabet: settled("jwt", "issuer", "copy", "vouch"),
  },
  {
    id: "every browser is trusted",
    file: "plugins/two-factor/index.js",
    text: "async function isTrusted(context, own, userId) {",
    instead: "async function isTrusted(context, own, userId) {\n\treturn true;",
    alphabet: settled("jwt", "factor", "vouch", "seconds"),
  },
  {
    id: "every sign-in is one of lately",
    file: "plugins/sessions/sign-in-time.js",
    text: "async function isFresh(context, seconds) {",
    instead: "async function isFresh(context, seconds) {\n\treturn true;",
    alphabet: settled("jwt", "passkey", "copy", "minutes"),
  },
  {
    id: "a new password ends no session",
    file: "plugins/password/index.js",
    text: "await endAllSessions(resolved, own, userId);",
    instead: "",
    alphabet: settled("jwt", "reset", "copy", "vouch"),
  },
  {
    id: "a new password ends no session of the store",
    file: "plugins/password/index.js",
    text: "await endAllSessions(resolved, own, userId);",
    instead: "",
    alphabet: settled("database", "reset", "copy", "vouch"),
  },
];
