/** The store that others publish for Drizzle, unmodified, on libsql: it makes its own ids and lists nothing. */
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import type { Adapter } from "../../src/runtime/types/adapter.js";

export async function drizzleStore(): Promise<Adapter> {
  const client = createClient({ url: ":memory:" });
  await client.executeMultiple(`
    create table user (id text primary key, name text, email text unique, emailVerified integer, image text);
    create table account (userId text not null, type text not null, provider text not null, providerAccountId text not null,
      refresh_token text, access_token text, expires_at integer, token_type text, scope text, id_token text, session_state text,
      primary key (provider, providerAccountId));
    create table session (sessionToken text primary key, userId text not null, expires integer not null);
    create table verificationToken (identifier text not null, token text not null, expires integer not null,
      primary key (identifier, token));
  `);
  return DrizzleAdapter(drizzle(client)) as Adapter;
}
