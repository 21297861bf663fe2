/** Users whose account page has much to show, or what is hard to show. */
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { encode } from "../../../src/runtime/jwt.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { accountUses, passkeyNames, sessionPlaces } from "../../../src/runtime/plugins/account/tables.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { passwordTable } from "../../../src/runtime/plugins/password/tables.js";
import { sha256Hex } from "../../../src/runtime/security/crypto-node.js";
import { sessionInfo } from "../../../src/runtime/plugins/sessions/session-tables.js";
import { tokenIdOf } from "../../../src/runtime/plugins/sessions/session-ids.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { recoveryTable, secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { usesNoter } from "../../../src/runtime/plugins/account/uses.js";
import Discord from "../../../src/providers/discord.js";
import EntraId from "../../../src/providers/microsoft-entra-id.js";
import GitHub from "../../../src/providers/github.js";
import GitLab from "../../../src/providers/gitlab.js";
import Google from "../../../src/providers/google.js";
import Passkey from "../../../src/providers/passkey.js";
import Auth0 from "../../../src/providers/auth0.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import type { Exhibit } from "../../pages/gallery.js";
import { secret } from "../../support/browser.js";

export interface Person {
  readonly name?: string | null;
  readonly email?: string;
  readonly image?: string | null;
  readonly isEmailConfirmed?: boolean;
  /** Ids of providers. */
  readonly accounts?: readonly string[];
  /** Their names; null: none yet. */
  readonly passkeys?: readonly (string | null)[];
  /** Devices, the one that is open first. */
  readonly sessions?: readonly (string | null)[];
  /** Where they began, from the first one on: city and country. */
  readonly places?: readonly (readonly [string | null, string | null])[];
  readonly hasPassword?: boolean;
  readonly hasFactor?: boolean;
}

const client = { clientId: "id", clientSecret: "secret" };
export const providers = [
  Google(client),
  GitHub(client),
  EntraId(client),
  Discord(client),
  GitLab(client),
  Auth0({ ...client, issuer: "https://shop.auth0.test" }),
];
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const later = new Date(Date.now() + 30 * 86_400_000);
const salt = "authjs.session-token";

/** A signed-in browser at the page of such a user. */
export async function exhibitOf(person: Person, more: Partial<AuthConfig> = {}): Promise<Exhibit> {
  const { name = "Ada Lovelace", email = "ada@example.com", image = null, isEmailConfirmed = true } = person;
  const { accounts = [], passkeys = [], sessions = ["Chrome on Windows"], places = [] } = person;
  const adapter = MemoryAdapter();
  const user = await adapter.createUser!({
    name,
    email,
    image,
    emailVerified: isEmailConfirmed ? new Date() : null,
  } as never);
  const userId = String(user.id);
  const rows = (table: RecordTable) => adapter.records(table);
  const config: AuthConfig = {
    adapter,
    session: { strategy: "jwt" },
    experimental: { enableWebAuthn: true },
    providers: [...providers, Passkey({ enableConditionalUI: false })],
    plugins: [account({ place: "vercel" }), password({ sendMail: () => undefined }), twoFactor()],
    theme: { name: "Lantern" },
    logger: { error: () => undefined, warn: () => undefined },
    ...more,
  };
  const used = { config, logger: { error: () => undefined } } as never;
  const own = { records: rows } as never;
  const ways = [
    ...accounts.map((provider, at) => ({
      provider,
      providerAccountId: `${provider}-${at}`,
      type: "oauth" as const,
    })),
    ...passkeys.map((_, at) => ({
      provider: "passkey",
      providerAccountId: `key-${at}`,
      type: "webauthn" as const,
    })),
  ];
  for (const [at, way] of ways.entries()) {
    await adapter.linkAccount!({ ...way, userId } as never);
    await usesNoter()(used, own, { user, account: way, adds: "session" } as never);
    for (const row of await rows(accountUses).list({ userId }, { limit: 99 }))
      if ((row["usedAt"] as Date).valueOf() > Date.now() - 60_000)
        await rows(accountUses).update(
          { id: String(row["id"]) },
          {},
          { usedAt: hoursAgo(3 + 50 * at), addedAt: hoursAgo(2000) },
        );
  }
  for (const [at, label] of passkeys.entries())
    if (label !== null)
      await rows(passkeyNames).insert({ id: await sha256Hex(`passkey:key-${at}`), userId, name: label });
  for (const [at, device] of sessions.entries())
    await rows(sessionInfo).insert({
      id: await tokenIdOf(`session-${at}`),
      userId,
      device,
      addressRange: at % 2 === 0 ? "203.0.113.0/24" : "2001:db8:1::/48",
      createdAt: hoursAgo(at * 30),
      lastSeen: hoursAgo(at * 20),
      endedAt: null,
      expires: later,
    });
  for (const [at, [city, country]] of places.entries())
    await rows(sessionPlaces).insert({
      id: await tokenIdOf(`session-${at}`),
      userId,
      city,
      country,
      expires: later,
    });
  if (person.hasPassword)
    await rows(passwordTable).insert({ userId, hash: "x", version: 1, changedAt: hoursAgo(2200) });
  if (person.hasFactor) {
    const factor = {
      secret: "x",
      lastStep: 0,
      failures: 0,
      failedAt: 0,
      codeSet: "set",
      createdAt: hoursAgo(99),
    };
    await rows(secretTable).insert({ userId, ...factor });
    for (let at = 0; at < 8; at += 1)
      await rows(recoveryTable).insert({ hash: `h${at}`, userId, codeSet: "set" });
  }
  const claims = { sub: userId, name, email, rid: "session-0", auth_time: Math.floor(Date.now() / 1000) };
  const token = await encode({ token: claims as never, secret, salt });
  return { path: "account", config, cookies: { [salt]: token } };
}
