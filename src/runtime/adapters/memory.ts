/** Entry point `authwright/adapters/memory`: a store for tests and trials. It forgets everything when the process ends. */
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { memoryRows } from "./rows/memory.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

/** The rows, for tests to look at. */
export interface MemoryRows {
  /** By id. */
  readonly users: Map<string, AdapterUser>;
  /** By provider and the id there. */
  readonly accounts: Map<string, AdapterAccount>;
  /** By session token. */
  readonly sessions: Map<string, AdapterSession>;
  /** By address and token. */
  readonly verificationTokens: Map<string, VerificationToken>;
  /** By credential id. */
  readonly authenticators: Map<string, AdapterAuthenticator>;
}

/**
 * A store in memory with every method of an adapter, and the unique indexes that a database would have.
 *
 * @returns the adapter, and its `rows`
 * @throws Error from a method when a unique index would be broken
 * @example const config = { adapter: MemoryAdapter(), providers: [GitHub] };
 */
export function MemoryAdapter(): StoreAdapter & { readonly rows: MemoryRows } {
  const rows: MemoryRows = {
    users: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    verificationTokens: new Map(),
    authenticators: new Map(),
  };
  return { rows, ...adapterOver(memoryRows(tablesOf(rows))) };
}

const tablesOf = ({ users, accounts, sessions, verificationTokens, authenticators }: MemoryRows) =>
  ({
    User: users,
    Account: accounts,
    Session: sessions,
    VerificationToken: verificationTokens,
    Authenticator: authenticators,
  }) as unknown as Parameters<typeof memoryRows>[0];
