/** Since when nobody owns an organisation: its owners are gone by no door of ours, as by a statement of SQL. */
import { timedId } from "../../security/timed-id.js";
import { membersOf } from "../../types/members.js";
import type { PluginScope } from "../host/plugin.js";
import { changeTable } from "./tables.js";

/** Who may take over, and from when on. */
export interface TakeOver {
  readonly userId: string;
  readonly from: Date;
}

/** Who wants to own it waits so long: somebody may put the owner back. */
const waitMs = 30 * 24 * 3_600_000;

/** From when on the longest member with the highest role may take over. */
export const takeOverFrom = (since: Date): Date => new Date(since.valueOf() + waitMs);

/**
 * It stands in `_change` from the first look on, until somebody owns the organisation.
 *
 * @param judged the version of `_change`, and whether nobody owned the organisation at it
 */
export async function noteVacancy(
  own: PluginScope,
  organizationId: string,
  { version, isVacant }: { readonly version: string; readonly isVacant: boolean },
): Promise<Date | undefined> {
  const since = vacantSince(version);
  if (isVacant === (since !== undefined)) return since;
  const now = new Date();
  const next = isVacant ? JSON.stringify({ id: timedId(), vacantSince: now.valueOf() }) : timedId();
  // Of several that look at once one writes; the others find it the next time.
  await own.records(changeTable).update({ organizationId }, { version }, { version: next });
  return isVacant ? now : undefined;
}

function vacantSince(version: string): Date | undefined {
  if (!version.startsWith("{")) return undefined;
  const { vacantSince: since } = membersOf(JSON.parse(version));
  return typeof since === "number" ? new Date(since) : undefined;
}
