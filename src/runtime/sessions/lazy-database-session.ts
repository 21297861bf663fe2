/** Sessions in a store, loaded with the first request that asks for one: an app without a store never loads them. */
import type { SessionStrategy } from "../types/resolved-config.js";

/** Keeps the promises of the strategy. */
export function lazyDatabaseSessions(): SessionStrategy {
  let loaded: SessionStrategy | undefined;
  const load = async () => (loaded ??= (await import("./database-session.js")).databaseSessions);
  return {
    shown: async (context) => (await load()).shown(context),
    read: async (context) => (await load()).read(context),
    current: async (context) => (await load()).current(context),
    sessionBinding: async (context) => (await load()).sessionBinding(context),
    refresh: async (context) => (await load()).refresh(context),
    create: async (context, signedIn) => (await load()).create(context, signedIn),
    update: async (context, data) => (await load()).update(context, data),
    end: async (context) => (await load()).end(context),
  };
}
