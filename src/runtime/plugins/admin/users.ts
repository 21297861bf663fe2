/** Users as the back office finds and lists them. */
import type { AdapterUser } from "../../types/adapter.js";
import { AdminError } from "./admin-error.js";
import { type AdminAsking, type OfficeAsking, reading } from "./call.js";
import type { UserInfo, UserPageInfo } from "./function-types.js";

/** Rows of a page. */
const pageSize = 50;

/** No address and no id is longer; a search for more finds nobody. */
const longestSearch = 320;

/** By which column users are listed. Who has no address is found by id alone. */
export type ListOrder = "email" | "id";

/** Where a list begins. */
export interface AskedList {
  readonly by: ListOrder;
  /** As the store has it; "": at the beginning. */
  readonly from: string;
}

/** @throws AdminError with `invalid` */
export function askedList({ by = "email", from = "" }: Readonly<Record<string, unknown>>): AskedList {
  if (by !== "email" && by !== "id")
    throw new AdminError("invalid", 'Users are listed by "email" or by "id"', { field: "by" });
  if (typeof from !== "string" || from.length > longestSearch)
    throw new AdminError("invalid", "The list begins at a text of 320 characters at most", { field: "from" });
  return { by, from };
}

export const infoOf = ({ id, name, email, image, emailVerified }: AdapterUser): UserInfo => ({
  id: String(id),
  name: name ?? null,
  email: email || null,
  image: image ?? null,
  isEmailConfirmed: emailVerified instanceof Date,
});

/**
 * One indexed read, as in a dictionary: the list begins where the text would stand.
 *
 * @throws AdminError with `unable` where the store lists no users
 */
export async function listPage(
  { context: { resolved } }: Pick<AdminAsking, "context">,
  { by, from }: AskedList,
): Promise<UserPageInfo> {
  const { adapter, config } = resolved;
  if (adapter === undefined || config.adapter?.pageUsers === undefined)
    throw new AdminError("unable", "This store cannot list users: its adapter has no pageUsers");
  const found = await adapter.pageUsers({ by, from, limit: pageSize + 1 });
  const next = found[pageSize];
  return {
    users: found.slice(0, pageSize).map(infoOf),
    next: next === undefined ? null : String(by === "id" ? next.id : next.email),
  };
}

/** The user with exactly this address or id. */
export async function exactMatch(
  { context: { resolved } }: Pick<AdminAsking, "context">,
  from: string,
): Promise<UserInfo | null> {
  if (from === "") return null;
  const found = from.includes("@")
    ? await resolved.adapter?.getUserByEmail(from.toLowerCase())
    : await resolved.adapter?.getUser(from);
  return found ? infoOf(found) : null;
}

/** @throws AdminError with `not-found` */
export async function findUser(
  { context }: Pick<OfficeAsking, "context">,
  id: unknown,
): Promise<AdapterUser> {
  const isId = typeof id === "string" && id !== "" && id.length <= longestSearch;
  const user = isId ? await context.resolved.adapter?.getUser(id) : undefined;
  if (!user) throw new AdminError("not-found", "There is no such user");
  return user;
}

export async function listUsers(asking: OfficeAsking, asked: Readonly<Record<string, unknown>>) {
  const asker = await reading(asking);
  return listPage(asker, askedList(asked));
}

export async function getUser(asking: OfficeAsking, id: unknown): Promise<UserInfo> {
  const asker = await reading(asking);
  return infoOf(await findUser(asker, id));
}
