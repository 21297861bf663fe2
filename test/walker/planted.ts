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

const admin = "plugins/admin/index.js";

/** Without a second factor, where nothing else is said. */
const inOffice = (
  opening: "office" | "acting",
  features: Alphabet["features"],
  house: Alphabet["house"] = "admin jwt, without a factor",
): Alphabet => ({ house, opening, features });

export const plantedInOffices: readonly Planted[] = [
  {
    id: "a grant counts in sessions of before",
    file: admin,
    text: "if (askedAt !== void 0 && askedAt > createdAt) return askedAt;",
    instead: "if (askedAt !== void 0) return askedAt;",
    alphabet: inOffice("office", ["grant", "office"]),
  },
  {
    id: "administrators show no second factor",
    file: admin,
    text: "if (factor === void 0 || !await factor.isProven({",
    instead: "if (factor === void 0 || false && !await factor.isProven({",
    alphabet: inOffice("office", ["factor of the administrator", "office"], "admin database"),
  },
  {
    id: "administrators change things long after their sign-in",
    file: admin,
    text: 'if (Date.now() - askedAt.valueOf() > maxAge * 1e3) throw new AdminError("stale"',
    instead: 'if (maxAge === 0) throw new AdminError("stale"',
    alphabet: inOffice("office", ["end of sessions", "minutes"]),
  },
  {
    id: "administrators are changed, too",
    file: admin,
    text: "if (await isAdministrator(asker.own, userId)) throw",
    instead: "if (asker.own === void 0) throw",
    alphabet: inOffice("office", ["office", "grant", "ban"]),
  },
  {
    id: "a ban ends no session",
    file: admin,
    text: "await endAllSessions(context.resolved, own, userId);\n\tawait endActsFor(own, userId);",
    instead: "",
    alphabet: inOffice("office", ["ban", "end of sessions"]),
  },
  {
    id: "a ban that is taken back gives back who acts",
    file: admin,
    text: "await endActsFor(own, userId);\n\tawait outliveLost(",
    instead: "await outliveLost(",
    alphabet: inOffice("acting", ["second browser of the administrator", "end by the user"]),
  },
  {
    id: "a session that is made while somebody is banned goes on",
    file: admin,
    text: "if (!await isBanned(own, userId)) return;",
    instead: "return;",
    alphabet: inOffice("office", ["ban while somebody comes", "processes"]),
  },
  {
    id: "a ban ends with the account",
    file: admin,
    text: "if (await isKeptOut(own, resolved, {",
    instead: "if (!resolved && await isKeptOut(own, resolved, {",
    alphabet: inOffice("office", ["ban", "end of a user"]),
  },
  {
    id: "a ban is forgotten with the address that it was about",
    file: admin,
    text: "address: user ? provenAddress(user) : null,",
    instead: "address: null,",
    alphabet: inOffice("office", ["ban", "end of a user"], "admin database, alone"),
  },
  {
    id: "whoever acts goes on without the grant",
    file: admin,
    text: "if (grant === void 0 || grant.createdAt >= act.createdAt || kept.includes(true)) return",
    instead: "if (kept.includes(true)) return",
    alphabet: inOffice("acting", ["grant", "acting"]),
  },
  {
    id: "whoever acted goes on by the next grant",
    file: admin,
    text: " || grant.createdAt >= act.createdAt",
    instead: "",
    alphabet: inOffice("acting", ["grant", "acting"], "admin database, alone"),
  },
  {
    id: "Stop ends nothing",
    file: admin,
    text: "await endAct(own, open.act);\n\tconst { sessionToken } = context.cookies;",
    instead: "const { sessionToken } = context.cookies;",
    alphabet: inOffice("acting", ["acting", "copy of the administrator's"]),
  },
  {
    id: "sign-out leaves the administrator's own session",
    file: admin,
    text: "await inner.end(open.aside.own);",
    instead: "",
    alphabet: inOffice("office", ["acting", "copy of the administrator's"], "admin database, alone"),
  },
  {
    id: "nobody's name is on it",
    file: admin,
    text: "impersonatedBy: impersonatorOf(open.admin)\n\t\t},",
    instead: "impersonatedBy: void 0\n\t\t},",
    alphabet: inOffice("office", ["acting", "own hand"]),
  },
  {
    id: "whoever acts changes things",
    file: admin,
    text: "if (await isImpersonating(context)) throw new PluginError(",
    instead: "if (context === void 0) throw new PluginError(",
    alphabet: inOffice("acting", ["acting", "own hand"]),
  },
  {
    id: "a sign-in that comes back is added to the user",
    file: admin,
    text: "flow(await isImpersonating(context) ? withoutSession(context) : context)",
    instead: "flow(context)",
    alphabet: inOffice("office", ["way back", "acting"], "admin database, alone"),
  },
  {
    id: "the app is not asked for whom somebody may act",
    file: admin,
    text: 'if (!may) throw new AdminError("forbidden"',
    instead: 'if (may === void 0) throw new AdminError("forbidden"',
    alphabet: inOffice("office", ["acting", "end of sessions"]),
  },
  {
    id: "a link of before moves an administrator",
    file: admin,
    text: "if (await isAdministrator(own, userId)) throw over();",
    instead: "",
    alphabet: inOffice("office", ["entered address", "grant"]),
  },
  {
    id: "another address ends no session",
    file: admin,
    text: "await endAllSessions(resolved, own, userId);\n\tawait askPlugins(",
    instead: "await askPlugins(",
    alphabet: inOffice("office", ["entered address", "copy"], "admin database, alone"),
  },
  {
    id: "the end of somebody's sessions ends none",
    file: admin,
    text: "await changingUser(asking, id);\n\tawait endAllSessions(context.resolved, own, userId);",
    instead: "await changingUser(asking, id);",
    alphabet: inOffice("office", ["end of sessions", "processes"], "admin database"),
  },
  {
    id: "whoever acts is given what the user's accounts hold",
    file: admin,
    text: "declared.some((one) => one && needsOwnHand(one))",
    instead: "declared.includes(null)",
    alphabet: inOffice("office", ["acting", "end by the user"]),
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
