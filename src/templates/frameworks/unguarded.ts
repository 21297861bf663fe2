/** What is expected of a route in front of which no guard is in sight. */
import { isMachinePath, isOpenForm, isPrivatePath } from "../../cli/findings/private-paths.js";
import { unclear, type Access } from "../../cli/source/syntax/access.js";

/** Open, unless it looks as if not everybody may use it: a person says then who may. */
export function unguarded(method: string, path: string): Access {
  if (isPrivatePath(path)) return unclear("it looks private, and no guard of it is in sight");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead || isMachinePath(path) || isOpenForm(path)) return { kind: "open" };
  return unclear("it changes something, and no guard of it is in sight");
}
