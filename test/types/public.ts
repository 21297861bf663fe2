/** Compiled, never run: what an application writes must type-check against the packed declarations. */
import {
  Auth,
  customFetch,
  raw,
  skipCSRFCheck,
  setEnvDefaults,
  type AuthConfig,
  type Session,
} from "authwright";
import type { Adapter } from "authwright/adapters";
import { AuthError, CredentialsSignin, type MissingSecret, type MissingSecretError } from "authwright/errors";
import {
  type ExpressAuth,
  getSession,
  type MiddlewareAuth,
  type MiddlewareAuthConfig,
} from "authwright/express";
import { decode, encode, getToken, type JWT } from "authwright/jwt";
import type { OAuthConfig, Provider } from "authwright/providers";
import Credentials from "authwright/providers/credentials";
import Discord from "authwright/providers/discord";
import GitHub, { type GitHubProfile } from "authwright/providers/github";
import GitLab from "authwright/providers/gitlab";
import Google from "authwright/providers/google";
import HuggingFace, { type HuggingFaceProfile } from "authwright/providers/huggingface";
import MicrosoftEntraID from "authwright/providers/microsoft-entra-id";
import OpenIDConnect from "authwright/providers/oidc";
import Vk, { type VkProfile } from "authwright/providers/vk";
import Yandex, { type YandexProfile } from "authwright/providers/yandex";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(proof: Equal<A, B>): void => void proof;

class Locked extends CredentialsSignin {
  override code = "locked";
}

const config: AuthConfig = {
  providers: [
    GitHub,
    Google({ clientId: "id", clientSecret: "secret" }),
    GitLab({ issuer: "https://gitlab.example.com" }),
    Discord,
    MicrosoftEntraID({ tenant: "common" }),
    HuggingFace({ authorization: { params: { scope: "openid profile email read-repos", orgIds: "org" } } }),
    Yandex,
    Vk({ authorizationUrl: "https://oauth.vk.com/authorize?v=5.199" }),
    OpenIDConnect({ issuer: "https://idp.example.com" }),
    GitHub({
      profile: (profile: GitHubProfile) => ({ id: String(profile.id), name: profile.login }),
      [customFetch]: (...args: Parameters<typeof fetch>) => fetch(...args),
    }),
    Credentials({
      credentials: { username: { label: "User" }, password: { type: "password" } },
      authorize: async (fields, request) => {
        const username: unknown = fields.username;
        if (request.method !== "POST") throw new Locked();
        return username === "alice" ? { id: "1", name: "Alice" } : null;
      },
    }),
    { id: "own", name: "Own", type: "oidc", issuer: "https://own.example.com", clientId: "id" },
  ],
  secret: ["new", "old"],
  session: { generateSessionToken: async () => crypto.randomUUID(), strategy: "jwt", maxAge: 60 },
  skipCSRFCheck,
  callbacks: {
    jwt: ({ token, user, account, profile, trigger, session }) => {
      if (trigger === "update") token["theme"] = (session as { theme?: string }).theme;
      if (user) token["uid"] = user.id;
      token["with"] = account?.provider ?? profile?.sub;
      return token;
    },
    session: ({ session, token }) => ({ ...session, uid: token["uid"] }),
    redirect: ({ url, baseUrl }) => (url.startsWith("/") ? baseUrl + url : baseUrl),
    signIn: async ({ account, email }) => account?.type !== "email" || Boolean(email?.verificationRequest),
  },
  events: { signOut: (message) => ("token" in message ? void message.token?.sub : void message.session) },
  logger: { error: (error) => error.message, warn: (code) => code, debug: (message) => message },
};

export const answer: Promise<Response> = Auth(new Request("https://app.example.com/auth/session"), config);
setEnvDefaults({ AUTH_SECRET: "x" }, config);
same<ReturnType<typeof Auth>, Promise<Response>>(true);
Auth(new Request("https://app.example.com/"), { ...config, raw });

const express: MiddlewareAuthConfig = config;
same<typeof ExpressAuth, typeof MiddlewareAuth>(true);
export const session: Promise<Session | null> = getSession(
  { headers: { cookie: "a=b" }, protocol: "https" } as never,
  express,
);

const token: Promise<string> = encode({ token: { sub: "1" }, secret: "s", salt: "authjs.session-token" });
export const payload: Promise<JWT | null> = token.then((value) =>
  decode({ token: value, secret: ["s"], salt: "x" }),
);
export const found: Promise<JWT | null> = getToken({ req: { headers: { cookie: "a=b" } }, secret: "s" });
export const rawFound: Promise<string | null> = getToken({
  req: new Request("https://x.example"),
  secret: "s",
  raw: true,
});

same<typeof MissingSecret, typeof MissingSecretError>(true);
export const type: string = new AuthError("no").type;

export const adapter: Adapter = { getUser: async () => null };
export const provider: Provider = GitHub;
export const named: OAuthConfig<GitHubProfile> = GitHub({ clientId: "id" });

// The three providers whose profiles are part of the interface.
declare const vk: VkProfile;
same<typeof vk.id, number>(true);
same<typeof vk.can_access_closed, boolean>(true);
same<typeof vk.sex, 0 | 1 | 2 | undefined>(true);
same<typeof vk.wall_default, "all" | "owner" | undefined>(true);
declare const yandex: YandexProfile;
same<typeof yandex.psuid, string>(true);
same<typeof yandex.sex, "male" | "female" | null | undefined>(true);
declare const hugging: HuggingFaceProfile;
same<typeof hugging.isPro, boolean>(true);
same<(typeof hugging.orgs)[number]["isEnterprise"], boolean>(true);
