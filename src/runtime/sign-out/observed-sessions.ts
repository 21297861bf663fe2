/** A request whose sessions are told of as they begin and end: by the id in a token, or by the token of a row. */
import { sessionIdIn } from "../security/own-claims.js";
import type { AdapterSession } from "../types/adapter.js";
import type { JWT } from "../types/entities.js";
import type { SessionContext } from "../types/resolved-config.js";

type Tell = (token: string) => void;

/** The same request, for a strategy. */
export function observed(
  context: SessionContext,
  { begun, ended }: { readonly begun?: Tell; readonly ended?: Tell },
): SessionContext {
  const { resolved } = context;
  const { revokedSessions, adapter } = resolved;
  const tellOf = (tell: Tell | undefined, token: JWT): void => {
    const id = sessionIdIn(token);
    if (id !== undefined) tell?.(id);
  };
  return {
    ...context,
    resolved: {
      ...resolved,
      revokedSessions: {
        ...revokedSessions,
        stamp(token: JWT, before?: JWT, askedAt?: number) {
          const stamped = revokedSessions.stamp(token, before, askedAt);
          tellOf(begun, stamped);
          return stamped;
        },
        add(token: JWT, until: Date) {
          tellOf(ended, token);
          return revokedSessions.add(token, until);
        },
      },
      adapter: adapter && {
        ...adapter,
        async createSession(session: AdapterSession) {
          const created = await adapter.createSession(session);
          begun?.(created?.sessionToken ?? session.sessionToken);
          return created;
        },
        deleteSession(token: string) {
          ended?.(token);
          return adapter.deleteSession(token);
        },
      },
    },
  };
}
