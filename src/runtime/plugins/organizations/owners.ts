/**
 * How memberships change. An organisation with members is never without an owner: a change of who owns it stands in
 * `_change` first, whole, by one write that only succeeds where nobody else has written since the owners were counted.
 * Then it is carried out. Where a process dies in between, whoever comes next carries it out.
 */
import { timedId } from "../../security/timed-id.js";
import { randomId } from "../../security/random.js";
import { isObject, membersOf } from "../../types/members.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "../host/ask-plugins.js";
import { deleteRows } from "../host/delete-rows.js";
import type { PluginScope } from "../host/plugin.js";
import { type Member, memberOf, memberRows, over } from "./memberships.js";
import { OrganizationError } from "./organization-error.js";
import { owner } from "./permissions.js";
import { changeTable, invitationTable, memberTable } from "./tables.js";

/** What a membership becomes. */
export interface Turn {
  readonly userId: string;
  /** Version of the row that is meant; a row that was changed meanwhile stays as it is. */
  readonly from: string;
  /** The version that it gets. */
  readonly to: string;
  /** Before and after; {@link over}: the membership ends. */
  readonly was: string;
  readonly role: string;
}

export const turnOf = ({ userId, version, role: was }: Member, role: string): Turn => ({
  userId,
  from: version,
  to: newVersion(),
  was,
  role,
});

export const newVersion = (): string => randomId();

/** Where changes of one organisation are made. */
export interface OrganizationPlace {
  readonly own: PluginScope;
  readonly resolved: ResolvedConfig;
  readonly organizationId: string;
}

const mostTries = 20;

/**
 * Makes a change of memberships.
 *
 * @param judge looks at the memberships as they are, and says what becomes of them; asked anew where others were faster.
 *   It is given the version of `_change` that it judges at
 * @returns what was changed; empty: the judge changes nothing
 * @throws OrganizationError `not-found` for an organisation that is gone, `last-owner`, `busy`; and what the judge throws
 */
export async function changeMemberships(
  place: OrganizationPlace,
  judge: (version: string) => Promise<readonly Turn[]>,
): Promise<readonly Turn[]> {
  const { own, organizationId } = place;
  for (let time = 0; time < mostTries; time += 1) {
    const version = await settle(own, organizationId);
    const turns = await judge(version);
    if (turns.length === 0) return turns;
    if (turns.every(({ was, role }) => was !== owner && role !== owner)) {
      if (await carryOut(own, organizationId, turns)) return turns;
      continue;
    }
    await assertOwned(place, turns);
    const planned = JSON.stringify({ id: timedId(), turns });
    const changes = own.records(changeTable);
    if (!(await changes.update({ organizationId }, { version }, { version: planned }))) continue;
    const isDone = await carryOut(own, organizationId, turns);
    await changes.update({ organizationId }, { version: planned }, { version: timedId() });
    if (isDone) return turns;
  }
  throw new OrganizationError("busy", "Others change the members of this organisation now");
}

/**
 * Carries out a change that somebody has left behind.
 *
 * @returns the version that a next change begins at
 */
async function settle(own: PluginScope, organizationId: string): Promise<string> {
  const changes = own.records(changeTable);
  for (let time = 0; time < mostTries; time += 1) {
    const row = await changes.find({ organizationId });
    if (row === undefined) throw new OrganizationError("not-found", "The organisation is gone");
    const version = String(row["version"]);
    const turns = turnsIn(version);
    if (turns.length === 0) return version;
    await carryOut(own, organizationId, turns);
    await changes.update({ organizationId }, { version }, { version: timedId() });
  }
  throw new OrganizationError("busy", "Others change the owners of this organisation now");
}

function turnsIn(version: string): readonly Turn[] {
  if (!version.startsWith("{")) return [];
  const { turns } = membersOf(JSON.parse(version));
  return Array.isArray(turns) ? turns.filter(isTurn) : [];
}

const isTurn = (value: unknown): value is Turn =>
  isObject(value) &&
  ["userId", "from", "to", "was", "role"].every((name) => typeof membersOf(value)[name] === "string");

/** In their order: who becomes an owner comes first. @returns false: one row was another one already, and those behind it stay */
async function carryOut(own: PluginScope, organizationId: string, turns: readonly Turn[]): Promise<boolean> {
  for (const turn of turns) if (!(await carryOutOne(own, organizationId, turn))) return false;
  return true;
}

async function carryOutOne(
  own: PluginScope,
  organizationId: string,
  { userId, from, to, role }: Turn,
): Promise<boolean> {
  const members = own.records(memberTable);
  const key = { organizationId, userId };
  const isMade = await members.update(key, { version: from }, { role, version: to });
  const row = isMade ? undefined : await members.find(key);
  if (!isMade && row === undefined) return role === over;
  if (!isMade && row?.["version"] !== to) return false;
  if (role === over) await endMembership(own, key);
  return true;
}

/** What hangs on a membership goes before its row. */
async function endMembership(
  own: PluginScope,
  key: { readonly organizationId: string; readonly userId: string },
): Promise<void> {
  const { organizationId, userId } = key;
  await deleteRows(own, invitationTable, { organizationId, invitedBy: userId });
  const row = await own.records(memberTable).consume(key);
  // The user came back just now: that membership is another one.
  if (row !== undefined && row["role"] !== over) await own.records(memberTable).insert(row);
}

/** Adds a member. @returns false: the user is one already */
export async function addMember(
  place: OrganizationPlace,
  { userId, role }: { readonly userId: string; readonly role: string },
): Promise<boolean> {
  const { own, organizationId } = place;
  const members = own.records(memberTable);
  const key = { organizationId, userId };
  // Owners come by a change of owners, too: until then the row is that of nobody.
  const isOwner = role === owner;
  const row = { role: isOwner ? over : role, version: newVersion(), createdAt: new Date() };
  if ((await members.insert({ ...key, ...row })) === "taken") {
    const present = await members.find(key);
    if (present === undefined || memberOf(present) !== undefined) return false;
    if (!(await members.update(key, { version: present["version"] ?? null, role: over }, row))) return false;
  }
  if (isOwner) {
    const turn = { userId, from: row.version, to: newVersion(), was: over, role };
    const made = await changeMemberships(place, () => Promise.resolve([turn]));
    return made.length > 0;
  }
  return true;
}

/** @throws OrganizationError with `last-owner` where a change leaves nobody who owns the organisation and can act */
async function assertOwned(place: OrganizationPlace, turns: readonly Turn[]): Promise<void> {
  if (turns.some(({ role }) => role === owner)) return;
  const leaving = new Set(turns.map(({ userId }) => userId));
  if (!(await hasAbleOwner(place, leaving)))
    throw new OrganizationError("last-owner", "Nobody would own the organisation: hand it over first");
}

/** Is there an owner who can act, beside these users? */
export const hasAbleOwner = async (
  place: OrganizationPlace,
  except: ReadonlySet<string> = new Set(),
): Promise<boolean> => (await ownershipOf(place, except)) === "able";

/** `away`: owners are there, and none can act. `none`: nobody is there, by no door of ours. */
export type Ownership = "able" | "away" | "none";

/** @param except users who do not count */
export async function ownershipOf(
  { own, resolved, organizationId }: OrganizationPlace,
  except: ReadonlySet<string> = new Set(),
): Promise<Ownership> {
  let ownership: Ownership = "none";
  for await (const { userId } of memberRows(own, { organizationId, role: owner })) {
    if (except.has(userId) || (await isGone(resolved, userId))) continue;
    if (!(await isAway(resolved, userId))) return "able";
    ownership = "away";
  }
  return ownership;
}

/** A row of a user may go by other hands than ours. */
export const isGone = async ({ adapter }: ResolvedConfig, userId: string): Promise<boolean> =>
  (await adapter?.getUser(userId)) === null;

/** Who is banned, or is to be deleted, is no owner in any count. */
export async function isAway(resolved: ResolvedConfig, userId: string): Promise<boolean> {
  const answers = await askPlugins(resolved, (plugin, own) => plugin.isAway?.(own, userId));
  return [...answers.values()].includes(true);
}
