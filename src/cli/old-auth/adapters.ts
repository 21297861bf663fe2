// data file
/** Adapters that are for next-auth 4 only, and the published ones of the same tables that work here. */

export interface AdapterSwap {
  readonly to: string;
  readonly range: string;
  /** Exports that are called differently. */
  readonly names?: Readonly<Record<string, string>>;
}

export const adapterSwaps: Readonly<Record<string, AdapterSwap>> = {
  "@next-auth/dynamodb-adapter": { to: "@auth/dynamodb-adapter", range: "^2.11.0" },
  "@next-auth/firebase-adapter": { to: "@auth/firebase-adapter", range: "^2.11.0" },
  "@next-auth/mongodb-adapter": { to: "@auth/mongodb-adapter", range: "^3.11.0" },
  "@next-auth/prisma-adapter": { to: "@auth/prisma-adapter", range: "^2.11.0" },
  "@next-auth/sequelize-adapter": { to: "@auth/sequelize-adapter", range: "^2.11.0" },
  "@next-auth/supabase-adapter": { to: "@auth/supabase-adapter", range: "^1.11.0" },
  "@next-auth/typeorm-legacy-adapter": {
    to: "@auth/typeorm-adapter",
    range: "^2.11.0",
    names: { TypeORMLegacyAdapter: "TypeORMAdapter" },
  },
  "@next-auth/upstash-redis-adapter": { to: "@auth/upstash-redis-adapter", range: "^2.11.0" },
};
