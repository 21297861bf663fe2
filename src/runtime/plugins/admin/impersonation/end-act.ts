/** Ends what somebody does for a user, and tells it. */
import type { PluginScope } from "../../host/plugin.js";
import { type Act, endRow } from "./acts.js";

export async function endAct(own: PluginScope, { id, adminId, userId }: Act): Promise<void> {
  if (await endRow(own, { id })) await own.record({ action: "impersonation.ended", userId, by: adminId });
}
