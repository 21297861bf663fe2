/** Every provider of the package, played by `auth dev` and signed in to by `authwright/oauth`. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../src/commands/dev/server/index.js";
import { fullName, simulatedUsers } from "../../src/commands/dev/server/users.js";
import type { ProviderRecord } from "../../src/providers/kit/record.js";
import { records } from "../../src/providers/records.js";
import type { AuthError } from "../../src/runtime/errors/index.js";
import { refresh } from "../../src/runtime/oauth-client/index.js";
import { all, exampleOptions } from "../providers/all.js";
import { signIn } from "./play.js";

/** Sets the environment of `auth dev` for the tests of a file. */
export function playedByDev(): void {
  let idp: IdentityProvider;
  beforeAll(async () => {
    idp = await startIdentityProvider({ records });
  });
  afterAll(() => idp.close());
  beforeEach(() => {
    vi.stubEnv("AUTH_DEV_IDP", idp.url);
    vi.stubEnv("NODE_ENV", "development");
    return () => vi.unstubAllEnvs();
  });
}

const tells = ({ profile }: ProviderRecord, member: "name" | "email"): boolean =>
  profile === undefined || profile[member] !== undefined;

const mira = simulatedUsers.find(({ id }) => id === "mira") ?? simulatedUsers[0]!;
const secret = "a secret of the app that seals what it keeps";

/** @param isMeant which providers, by their place in the list */
export function everyProviderSignsIn(isMeant: (at: number) => boolean): void {
  test.each(all.filter((_each, at) => isMeant(at)))(
    "OC-01: %s signs in, and refuses",
    async (_id, record, make) => {
      const provider = make(exampleOptions(record));
      const { end } = await signIn(provider, { person: mira.id }, { secret });
      expect(end.user.id).toMatch(/^\d+$/);
      expect(end.user.name ?? null).toBe(tells(record, "name") ? fullName(mira) : null);
      expect(end.user.email ?? null).toBe(tells(record, "email") ? mira.email.toLowerCase() : null);
      expect(typeof end.profile).toBe("object");
      expect(end.emailVerified).toBe(record.emailVerified === undefined ? undefined : mira.emailVerified);
      // OpenID 2.0 has no tokens.
      if (record.openid2) expect(end.tokens).toEqual({});
      else expect(end.tokens.access_token).toMatch(/./);
      if (end.tokens.refresh_token !== undefined && record.tokenRequest === undefined)
        expect((await refresh(provider, end.tokens)).access_token).toMatch(/./);
      const refused = await signIn(provider, { deny: "1" }).catch((error: unknown) => error);
      expect((refused as AuthError).type).toBe("OAuthCallbackError");
    },
  );
}
