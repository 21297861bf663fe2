/** Sessions in a store, loaded with the first request that asks for one: an app without a store never loads them. */
import type { SessionStrategy } from "../types/resolved-config.js";

const names = [
  "shown",
  "read",
  "current",
  "sessionBinding",
  "refresh",
  "create",
  "update",
  "end",
] as const satisfies readonly (keyof SessionStrategy)[];

/** Keeps the promises of the strategy. */
export function lazyDatabaseSessions(): SessionStrategy {
  let loaded: SessionStrategy | undefined;
  const load = async () => (loaded ??= (await import("./database-session.js")).databaseSessions);
  const members = names.map((name) => [
    name,
    async (...given: never[]) => ((await load())[name] as (...passed: never[]) => unknown)(...given),
  ]);
  return Object.fromEntries(members) as SessionStrategy;
}
