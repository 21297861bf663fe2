/**
 * An app for `known-or-unknown.test.ts`: `password-app <setup as JSON>`, in a process of its own, so that what it does
 * behind an answer holds up nobody who measures. It tells its parent the port, and how many mails went when it is asked.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { type AuthTables, KyselyAdapter } from "../../../src/runtime/adapters/kysely.js";
import { createAuth } from "../../../src/runtime/integrations/node.js";
import { hashPassword } from "../../../src/runtime/plugins/password/hashes/password-hash.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import Nodemailer from "../../../src/providers/nodemailer.js";
import Passkey from "../../../src/providers/passkey.js";
import { passwordTable } from "../../../src/runtime/plugins/password/tables.js";
import { workFor } from "./work.js";

/** What the parent asks for. */
export interface Setup {
  /** Addresses that have an account, with a password. */
  readonly known: readonly string[];
  /** How much longer the store takes for a user whom it finds. */
  readonly storeMicroseconds: number;
  /** Whether the accounts have a second factor and a passkey, too. */
  readonly hasMore: boolean;
}

const { known, storeMicroseconds, hasMore } = JSON.parse(process.argv[2] ?? "{}") as Setup;

// In memory: times of a disk would hide differences.
const client = createClient({ url: ":memory:" });
const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ client: client as never }) });
const store = KyselyAdapter(db, { migrate: true });

let mails = 0;
const auth = createAuth({
  secret: randomUUID() + randomUUID(),
  basePath: "/auth",
  adapter: {
    ...store,
    async getUserByEmail(email) {
      const user = await store.getUserByEmail(email);
      if (user !== null) workFor(storeMicroseconds);
      return user;
    },
  },
  providers: [
    Nodemailer({ from: "app@example.com", sendVerificationRequest: () => void (mails += 1) }),
    Passkey,
  ],
  experimental: { enableWebAuthn: true },
  session: { strategy: "jwt" },
  plugins: [password({ sendMail: () => void (mails += 1) }), twoFactor()],
  logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
});

const hash = await hashPassword("correct horse battery");
const rows = store.records(passwordTable);
for (const email of known) {
  const { id: userId } = await store.createUser({ id: randomUUID(), email, emailVerified: new Date() });
  await rows.insert({ userId, hash, version: 1, changedAt: new Date() });
  if (hasMore) await addMore(userId, email);
}

/** A second factor that is on, and a passkey. */
async function addMore(userId: string, email: string): Promise<void> {
  const secret = { userId, secret: randomUUID(), lastStep: 0, failures: 0, failedAt: 0 };
  await store.records(secretTable).insert({ ...secret, codeSet: randomUUID(), createdAt: new Date() });
  const credentialID = Buffer.from(randomUUID()).toString("base64");
  const account = { userId, providerAccountId: credentialID, provider: "passkey", type: "webauthn" as const };
  await store.linkAccount?.(account);
  await store.createAuthenticator?.({
    userId,
    credentialID,
    providerAccountId: credentialID,
    credentialPublicKey: Buffer.from(email).toString("base64"),
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal",
  });
}

process.on("message", () => process.send?.(mails));
process.on("disconnect", () => process.exit(0));
const server = createServer((req, res) => {
  workFor(Number(req.headers["x-work-microseconds"] ?? 0));
  void auth.handler(req, res);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
