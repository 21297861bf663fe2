/** Rows of memberships that nobody was invited to: for the tests of apps, in a store of theirs. */
import { timedId } from "../../security/timed-id.js";
import { randomId } from "../../security/random.js";
import type { Adapter } from "../../types/adapter.js";
import type { Records, RecordTable } from "../../types/records.js";
import { owner } from "./permissions.js";
import { isRoleName, slugOf } from "./spelling.js";
import { changeTable, memberTable, organizationTable } from "./tables.js";

/** Of an adapter that keeps rows of plugins. */
export interface SeededStore {
  readonly users: Pick<Required<Adapter>, "createUser" | "getUserByEmail">;
  readonly records: (table: RecordTable) => Records;
}

/** One membership. */
interface Seed {
  readonly userId: string;
  readonly slug: string;
  readonly role: string;
}

const noWords: ReadonlySet<string> = new Set();
const mostTries = 5;

/**
 * Makes a user a member, and the organisation where it is missing. One that nobody else owns gets an owner of its own:
 * without one its page would offer it to the member.
 *
 * @throws OrganizationError for a slug that nobody can have
 * @throws TypeError for a text that is no role
 */
export async function seedMembership(store: SeededStore, { userId, slug, role }: Seed): Promise<void> {
  if (!isRoleName(role)) throw new TypeError(`memberOf: ${JSON.stringify(role)} is no name of a role`);
  slugOf(slug, noWords);
  const id = await organizationOf(store, slug);
  if (role !== owner && !(await hasOtherOwner(store, id, userId)))
    await writeMember(store, id, await founderOf(store, slug), owner);
  await writeMember(store, id, userId, role);
}

/** The organisation of a slug; where another test makes it at the same time it is that one's. */
async function organizationOf({ records }: SeededStore, slug: string): Promise<string> {
  const organizations = records(organizationTable);
  const present = await organizations.find({ slug });
  if (present !== undefined) return String(present["id"]);
  const id = timedId();
  await records(changeTable).insert({ organizationId: id, version: timedId() });
  const made = await organizations.insert({ id, slug, name: slug, createdAt: new Date() });
  if (made === "inserted") return id;
  await records(changeTable).consume({ organizationId: id });
  return String((await organizations.find({ slug }))?.["id"] ?? id);
}

async function hasOtherOwner({ records }: SeededStore, organizationId: string, userId: string) {
  const owners = await records(memberTable).list({ organizationId, role: owner }, { limit: 2 });
  return owners.some((row) => row["userId"] !== userId);
}

async function founderOf({ users }: SeededStore, slug: string): Promise<string> {
  const email = `founder@${slug}.invalid`;
  const known = await users.getUserByEmail(email);
  if (known !== null) return known.id;
  const id = crypto.randomUUID();
  const user = { id, name: null, email, image: null, emailVerified: new Date() };
  return (await users.createUser(user)).id;
}

/** Whatever the row was before. */
async function writeMember(
  { records }: SeededStore,
  organizationId: string,
  userId: string,
  role: string,
): Promise<void> {
  const members = records(memberTable);
  const key = { organizationId, userId };
  for (let time = 0; time < mostTries; time += 1) {
    const row = { role, version: randomId(), createdAt: new Date() };
    const present = await members.find(key);
    if (present?.["role"] === role) return;
    const isWritten =
      present === undefined
        ? (await members.insert({ ...key, ...row })) === "inserted"
        : await members.update(key, { version: present["version"] ?? null }, row);
    if (isWritten) return;
  }
  throw new TypeError("memberOf: others change this membership now");
}
