/** What the provider can do differently from the usual. */
import type { Faults } from "../../oauth/fake-provider.js";

const now = () => Math.floor(Date.now() / 1000);

export const faults: Readonly<Record<string, () => Faults>> = {
  "": () => ({}),
  "person-2": () => both({ sub: "user-2", name: "Pia", email: "pia@example.com" }),
  "same-mail": () => both({ sub: "user-3", email: "Known@example.com" }),
  "no-mail": () => both({ sub: "user-4", email: undefined }),
  "number-sub": () => ({ userinfo: (json) => ({ ...json, sub: 77 }) }),
  "no-sub": () => ({ userinfo: (json) => ({ ...json, sub: undefined }) }),
  "token-error": () => ({
    answer: { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) },
  }),
  "token-500": () => ({ answer: { token: () => new Response("down", { status: 500 }) } }),
  "no-access-token": () => ({ tokens: (json) => ({ ...json, access_token: undefined }) }),
  "no-id-token": () => ({ tokens: (json) => ({ ...json, id_token: undefined }) }),
  "no-expiry": () => ({ tokens: (json) => ({ ...json, expires_in: undefined }) }),
  "odd-type": () => ({ tokens: (json) => ({ ...json, token_type: "mac" }) }),
  "text-expiry": () => ({ tokens: (json) => ({ ...json, expires_in: "600" }) }),
  "other-nonce": () => ({ claims: (json) => ({ ...json, nonce: "other" }) }),
  "other-audience": () => ({ claims: (json) => ({ ...json, aud: "other" }) }),
  expired: () => ({ claims: (json) => ({ ...json, exp: now() - 400, iat: now() - 800 }) }),
  "userinfo-other-sub": () => ({ userinfo: (json) => ({ ...json, sub: "other" }) }),
  "userinfo-500": () => ({ answer: { userinfo: () => Response.json({ sub: "x" }, { status: 500 }) } }),
};

const both = (changed: Record<string, unknown>): Faults => ({
  claims: (json) => ({ ...json, ...changed }),
  userinfo: (json) => ({ ...json, ...changed }),
});
