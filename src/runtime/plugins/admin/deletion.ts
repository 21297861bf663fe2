/** The end of a user by an administrator. */
import { deleteUser, forgetInApp } from "../accounts/delete-user.js";
import { assertMayForget, DeletionRefused } from "../accounts/may-forget.js";
import { isTyped } from "../page-kit/is-typed.js";
import { AdminError } from "./admin-error.js";
import { changingUser, type ChangedUser } from "./banning.js";
import type { OfficeAsking } from "./call.js";

/** What is typed before a user goes. */
export const typedName = ({ user, userId }: Pick<ChangedUser, "user" | "userId">): string =>
  user.email || userId;

/** @throws AdminError with `kept` where a plugin keeps the user; what the app's own code throws */
export async function removeUser(asking: OfficeAsking, id: unknown): Promise<void> {
  await remove(await changingUser(asking, id));
}

/** As the page does it. @throws AdminError with `invalid` where something else was typed */
export async function removeTyped(asking: OfficeAsking, id: unknown, confirm: unknown): Promise<void> {
  const changed = await changingUser(asking, id);
  if (!isTyped(confirm, typedName(changed)))
    throw new AdminError("invalid", "The name that was typed is another one", { field: "confirm" });
  await remove(changed);
}

async function remove({ context: { resolved }, own, user, userId }: ChangedUser): Promise<void> {
  await assertMayForget(resolved, userId, "click").catch((thrown: unknown) => {
    if (thrown instanceof DeletionRefused) throw new AdminError("kept", thrown.message);
    throw thrown;
  });
  await forgetInApp(resolved, user);
  await deleteUser(resolved, own, userId);
}
