/** Providers whose answers the data of their records cannot say, for the simulated profile and tokens. */
import { fullName, type SimulatedUser } from "./users.js";
import { createHmac } from "node:crypto";

/** Who signed in, at which client, and where pictures can be had. */
export interface Visit {
  readonly user: SimulatedUser;
  readonly clientId: string;
  readonly scope: string;
  /** Address of the person's picture, if there is one. */
  readonly picture: string | undefined;
  /** The provider says nothing of an e-mail address. */
  readonly withoutEmail?: boolean;
}

export type ProviderAnswer = Record<string, unknown>;

/** What a provider answers where data cannot say it. Every member is optional: the record says the rest. */
export interface Face {
  /** The profile as users of the provider see it: the userinfo answer unwrapped, or the claims of the ID token. */
  readonly profile?: (visit: Visit) => ProviderAnswer;
  /** Answers of further API calls, by the end of their path. */
  readonly answers?: Readonly<Record<string, (visit: Visit) => unknown>>;
  /** Members of the token answer beside the usual ones; undefined removes a usual one. */
  readonly tokens?: (visit: Visit) => ProviderAnswer;
  /** Form-encoded unless the request accepts JSON. */
  readonly tokensAsForm?: boolean;
  /** Adds what the provider signs its answer with. `asked`: address of the sign-in page. */
  readonly sealAnswer?: (fields: URLSearchParams, asked: URL) => void;
  /** Issuer in the metadata and in ID tokens where they differ from the one that was asked for. */
  readonly issuers?: (asked: string) => { readonly metadata: string; readonly token: string };
}

/** Standard claims of OpenID Connect Core 1.0, section 5.1. */
export function claimsOf({ user, picture }: Visit): ProviderAnswer {
  return {
    sub: String(user.number),
    name: fullName(user),
    given_name: user.givenName,
    family_name: user.familyName,
    preferred_username: user.username,
    email: user.email,
    email_verified: user.emailVerified,
    locale: user.locale,
    ...(picture !== undefined && { picture }),
    ...user.claims,
  };
}

const discord: Face = {
  profile: ({ user }) => ({
    id: String(BigInt(user.number) << 30n),
    username: user.username,
    discriminator: "0",
    global_name: fullName(user),
    avatar: user.hasPicture ? "a_d5efa99b3eeaa7dd43acca82f5692432" : null,
    mfa_enabled: true,
    locale: user.locale,
    verified: user.emailVerified,
    email: user.email,
    flags: 0,
    premium_type: 1,
    public_flags: 0,
  }),
};

/** Mira keeps her address private, as most people do, so that the second request is part of every trial. */
const github: Face = {
  profile: ({ user, picture }) => ({
    login: user.username,
    id: user.number,
    node_id: `U_${user.number}`,
    avatar_url: picture ?? null,
    html_url: `https://github.com/${user.username}`,
    type: "User",
    site_admin: false,
    name: fullName(user),
    email: user.id === "mira" ? null : user.email,
    public_repos: 12,
    followers: 34,
    created_at: "2019-04-01T09:00:00Z",
  }),
  answers: {
    "/user/emails": ({ user }) => [
      {
        email: `${user.username}@users.noreply.example.com`,
        primary: false,
        verified: true,
        visibility: null,
      },
      { email: user.email, primary: true, verified: user.emailVerified, visibility: "private" },
    ],
  },
  tokens: ({ scope }) => ({ token_type: "bearer", scope: scope.replaceAll(" ", ","), expires_in: undefined }),
  tokensAsForm: true,
};

const gitlab: Face = {
  profile: ({ user, picture }) => ({
    id: user.number,
    username: user.username,
    name: fullName(user),
    state: "active",
    avatar_url: picture ?? null,
    web_url: `https://gitlab.com/${user.username}`,
    email: user.email,
    confirmed_at: user.emailVerified ? "2020-02-02T02:02:02.000Z" : null,
    two_factor_enabled: true,
  }),
};

const huggingface: Face = {
  profile: (visit) => ({
    ...claimsOf(visit),
    profile: `https://huggingface.co/${visit.user.username}`,
    isPro: visit.user.id === "mira",
    ...(visit.scope.includes("read-billing") && { canPay: true }),
    orgs: [
      {
        sub: "6400000000000000000000aa",
        name: "Lantern Research",
        picture: "https://huggingface.co/avatars/lantern.svg",
        preferred_username: "lantern-research",
        isEnterprise: true,
        roleInOrg: "write",
        resourceGroups: [{ name: "readers", role: "read", sub: "6400000000000000000000ab" }],
      },
    ],
  }),
};

const tenant = "11111111-2222-4333-8444-555555555555";
const shared = /\/(common|organizations)\//;
const ofEverybody = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** A tenant that is asked for by its domain, or by a word, is named by its id. */
const byId = (asked: string): string =>
  asked
    .replace("/consumers/", `/${ofEverybody}/`)
    .replace(/\/[\w-]+(?:\.[\w-]+)+\/v2\.0$/, `/${tenant}/v2.0`);

/** The shared endpoints name a template in their metadata; the tenant comes with the token. */
const microsoft: Face = {
  profile: (visit) => ({
    ...claimsOf(visit),
    picture: undefined,
    oid: `00000000-0000-4000-8000-${String(visit.user.number).padStart(12, "0")}`,
    tid: tenant,
    ver: "2.0",
    preferred_username: visit.user.email,
  }),
  issuers: (asked) => ({
    metadata: byId(asked.replace(shared, "/{tenantid}/")),
    token: byId(asked.replace(shared, `/${tenant}/`)),
  }),
};

/** The client secret of a provider that signs with it, as the runtime has it while it is simulated. */
const sharedSecret = "auth-dev";

const shopify: Face = {
  sealAnswer: (fields, asked) => {
    fields.set("shop", asked.host);
    fields.set("timestamp", String(Math.floor(Date.now() / 1000)));
    const sorted = new URLSearchParams([...fields].sort(([a], [b]) => (a < b ? -1 : 1)));
    fields.set("hmac", createHmac("sha256", sharedSecret).update(sorted.toString()).digest("hex"));
  },
};

const vk: Face = {
  profile: ({ user, picture }) => ({
    id: user.number,
    first_name: user.givenName,
    last_name: user.familyName,
    is_closed: false,
    can_access_closed: true,
    photo_100: picture ?? "https://vk.com/images/camera_100.png",
  }),
  tokens: ({ user }) => ({ user_id: user.number, email: user.email, token_type: undefined }),
};

const yandex: Face = {
  profile: ({ user, clientId }) => ({
    id: String(user.number),
    login: user.username,
    client_id: clientId,
    psuid: `1.AAA.${user.number}`,
    default_email: user.email,
    emails: [user.email],
    default_avatar_id: user.hasPicture ? "31804/BYkogAC6AoB17bN1HKRFAyKiM4-1" : "0/0-0",
    is_avatar_empty: !user.hasPicture,
    display_name: fullName(user),
    real_name: fullName(user),
    first_name: user.givenName,
    last_name: user.familyName,
    sex: null,
    birthday: null,
  }),
};

const special: Readonly<Record<string, Face>> = {
  "azure-ad": microsoft,
  discord,
  github,
  gitlab,
  huggingface,
  "microsoft-entra-id": microsoft,
  shopify,
  vk,
  yandex,
  "shopify-customer": {
    answers: {
      "/.well-known/customer-account-api": () => ({
        graphql_api: "https://shopify.com/1/account/customer/api/graphql",
      }),
    },
  },
  // The host that a template takes from the token answer.
  wrike: { tokens: () => ({ host: "www.wrike.com" }) },
};

export const faceOf = (providerId: string): Face => special[providerId] ?? {};
