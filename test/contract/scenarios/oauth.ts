import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { customFetch } from "../../../src/runtime/types/symbols.js";
import type { OAuth2Config, OIDCConfig } from "../../../src/runtime/types/provider.js";
import { type Faults, FakeProvider, tampered } from "../../oauth/fake-provider.js";
import { baseConfig, type Trace } from "../trace.js";
import { credentials } from "./scenario.js";

/** host:port that the recordings write as `<idp>`; it is asked in memory. */
export const idpHost = "localhost:9";
const issuer = `http://${idpHost}`;

const client = { clientId: "cid", clientSecret: "csecret" };

/**
 * The providers of the recordings. They name no checks there and get the reference's default, PKCE alone; ours
 * would add state and nonce, which the judging rules allow, so the recorded set is written out.
 */
export function oauthConfig(trace: Trace, fake: FakeProvider): AuthConfig {
  const oidc = (id: string, changes: Partial<OIDCConfig> = {}): OIDCConfig => ({
    id,
    name: "My OIDC",
    type: "oidc",
    issuer,
    ...client,
    checks: ["pkce"],
    [customFetch]: fake.fetch,
    ...changes,
  });
  const oauth = (id: string, changes: Partial<OAuth2Config> = {}): OAuth2Config => ({
    id,
    name: "My OAuth",
    type: "oauth",
    ...client,
    authorization: `${issuer}/authorize?scope=read`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
    profile: (profile) => ({ id: String(profile.sub), name: "Joe", email: "joe@example.com" }),
    checks: ["pkce"],
    [customFetch]: fake.fetch,
    ...changes,
  });
  return {
    ...baseConfig(trace),
    providers: [
      oidc("myoidc"),
      oauth("myoauth"),
      oidc("state-only", { checks: ["state"] }),
      oidc("nonce-only", { checks: ["nonce"] }),
      oidc("all", { checks: ["pkce", "state", "nonce"] }),
      oidc("nochecks", { checks: ["none"] }),
      oidc("ui", { idToken: false }),
      oauth("post", { client: { token_endpoint_auth_method: "client_secret_post" } }),
      oauth("badprofile", {
        profile: () => {
          throw new Error("the user's own code failed");
        },
      }),
      oauth("nopkce", { checks: ["state"] }),
      oauth("uireq", {
        userinfo: {
          url: `${issuer}/userinfo`,
          request: ({ tokens }) => {
            trace.add(`provider:userinfo.request(${Object.keys(tokens).sort().join(",")})`);
            return { sub: "johndoe" };
          },
        },
      }),
      oidc("formpost", {
        checks: ["state", "nonce"],
        authorization: { params: { response_mode: "form_post", scope: "openid" } },
      }),
      oidc("params", {
        authorization: {
          params: { prompt: "consent", scope: "openid x", claims: { id_token: { a: null } } },
        },
      }),
    ],
  };
}

/** What the provider does wrong, by the step's name without its last word. */
export const stepFaults: Readonly<Record<string, Faults>> = {
  "idt-badaud": { claims: (claims) => ({ ...claims, aud: "other" }) },
  "idt-badiss": { claims: (claims) => ({ ...claims, iss: "http://evil" }) },
  "idt-expired": { claims: (claims) => ({ ...claims, exp: 1 }) },
  "idt-badnonce": { claims: (claims) => ({ ...claims, nonce: "other" }) },
  "idt-nosub": { claims: ({ sub: _sub, ...claims }) => claims },
  "idt-badsignature": { sign: (claims) => tampered(claims, { sub: "admin" }) },
  "idt-missing": { tokens: ({ id_token: _token, ...tokens }) => tokens },
  "oauth-noidt": { tokens: ({ id_token: _token, ...tokens }) => tokens },
  "token-error": { answer: { token: () => Response.json({ error: "invalid_grant" }, { status: 400 }) } },
  "userinfo-submismatch": { userinfo: (answer) => ({ ...answer, sub: "other" }) },
  "userinfo-500": { answer: { userinfo: () => Response.json({ sub: "johndoe" }, { status: 500 }) } },
};

/** As the recorded provider: the ID token holds a subject and nothing else about the person. */
export const plainClaims: Faults["claims"] = ({
  name: _name,
  email: _email,
  picture: _picture,
  ...claims
}) => ({
  ...claims,
  sub: "johndoe",
});

export function fakeProvider(): FakeProvider {
  return new FakeProvider(issuer);
}

export const httpsConfig = (trace: Trace, fake: FakeProvider): AuthConfig => ({
  ...baseConfig(trace),
  basePath: "/api/auth",
  providers: [
    credentials(trace),
    {
      id: "myoidc",
      name: "My OIDC",
      type: "oidc",
      issuer,
      ...client,
      checks: ["pkce", "state", "nonce"],
      [customFetch]: fake.fetch,
    },
  ],
});
