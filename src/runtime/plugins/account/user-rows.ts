/** What there is to say of a user to an administrator; the account page shows users themselves more than that. */
import type { SessionInfo } from "../../server-functions/plugin-functions.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { AboutRow, AboutText } from "../host/plugin-scope.js";
import type { PluginScope } from "../host/plugin.js";
import { overviewOf } from "./download.js";
import type { ListSessions } from "./sessions.js";
import { accountDeletions } from "./tables.js";
import type { TextName } from "./texts.js";
import type { WayUse } from "./uses.js";

/** Of someone with very many sessions the newest are enough to see what goes on. */
const mostSessions = 20;

/** Ways in, sessions, and a deletion that is planned. */
export async function aboutAccount(
  { own, resolved, userId }: { own: PluginScope; resolved: ResolvedConfig; userId: string },
  listSessions: ListSessions,
): Promise<readonly AboutRow[]> {
  const user = await resolved.adapter?.getUser(userId);
  if (!user) return [];
  const asking = { resolved, own, user, userId, sessionId: undefined };
  const { accounts, passkeys, sessions } = await overviewOf(asking, listSessions);
  const nameOf = (id: string): string => resolved.provider(id)?.name ?? id;
  const plan = await own.records(accountDeletions).find({ userId });
  return [
    ...accounts.map(({ provider, ...use }) => ({ text: nameOf(provider), detail: usedText(use) })),
    ...passkeys.map(({ name, ...use }, at) => ({
      text: name ?? told("passkey", { count: at + 1 }),
      detail: usedText(use),
      mark: "key" as const,
    })),
    ...sessions.slice(0, mostSessions).map(sessionRow),
    ...(plan?.["deleteAt"] instanceof Date
      ? [{ text: told("deleteTitle"), detail: plan["deleteAt"].toISOString().slice(0, 10) }]
      : []),
  ];
}

function usedText({ lastUsed, addedAt }: Partial<WayUse>): AboutText | undefined {
  if (lastUsed) return told("lastUsed", { time: lastUsed });
  return addedAt ? told("added", { time: addedAt }) : undefined;
}

const sessionRow = ({ device, lastSeen, createdAt }: SessionInfo): AboutRow => {
  const time = lastSeen ?? createdAt;
  return {
    text: device ?? told("unknownDevice"),
    detail: time === null ? undefined : told("lastSeen", { time }),
  };
};

const told = (name: TextName, values: Readonly<Record<string, number | Date>> = {}): AboutText => ({
  name,
  values,
});
