import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/huggingface.js";

/** What is known of Hugging Face, as data. */
export const record = {
  id: "huggingface",
  name: "Hugging Face",
  type: "oidc",
  status: "active",
  issuer: "https://huggingface.co",
  scopes: ["openid", "profile", "email"],
  checks: ["state", "pkce"],
  emailVerified: "email_verified",
  style: { bg: "#FFD21E", text: "#000" },
  docs: "https://huggingface.co/docs/hub/oauth",
  console: "https://huggingface.co/settings/applications/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "a refresh token is returned; the access token of an app lives 8 hours",
  notes: [
    "Scopes must be enabled in the app's settings first, email too: a scope error follows otherwise",
    "The parameter orgIds asks for access to one organisation of the user",
  ],
} as const satisfies ProviderRecord;

/** What an app can ask for with `authorization.params.scope` (joined by spaces). */
export type HuggingFaceScope =
  | "openid"
  | "profile"
  | "email"
  | "read-repos"
  | "write-repos"
  /** Create and delete repositories on the user's behalf. */
  | "manage-repos"
  /** Post on the user's behalf. */
  | "write-discussions"
  /** Learn whether a payment method is set up. */
  | "read-billing"
  /** Call inference providers on the user's behalf. */
  | "inference-api"
  /** Manage webhooks on the user's behalf. */
  | "webhooks";

/** What somebody may do in an organisation. */
export type HuggingFaceRole = "admin" | "write" | "read" | "contributor";

/** An organisation of the user. The optional members are there when the app has access to it. */
export interface HuggingFaceOrganization {
  /** Id of the person at the issuer. */
  sub: string;
  /** Name to show. */
  name: string;
  /** Address of the picture. */
  picture: string;
  /** Name in URLs. */
  preferred_username: string;
  /** Has a paid enterprise subscription. */
  isEnterprise: boolean;
  /** Whether the organisation has a way to pay. */
  canPay?: boolean;
  /** The user must switch on a second factor. */
  missingMFA?: boolean;
  /** The user must sign in once more. */
  pendingSSO?: boolean;
  /** What the person may do there. */
  roleInOrg?: HuggingFaceRole;
  /** Enterprise feature. */
  resourceGroups?: {
    /** Name to show. */
    name: string;
    /** What the person may do in it. */
    role: HuggingFaceRole;
    /** Id of the person at the issuer. */
    sub: string;
  }[];
}

/** Claims of Hugging Face. */
export type HuggingfaceProfile = Record<"sub", string> &
  Partial<Record<"name" | "preferred_username" | "profile" | "picture" | "website" | "email", string>> &
  Partial<Record<"email_verified" | "canPay", boolean>> &
  Record<"isPro", boolean> &
  Record<
    "orgs",
    (Record<"sub" | "name" | "picture" | "preferred_username", string> &
      Record<"isEnterprise", boolean> &
      Partial<Record<"canPay" | "pendingSSO" | "missingMFA", boolean>> &
      Partial<Record<"roleInOrg", "admin" | "write" | "read" | "contributor">> &
      Partial<
        Record<
          "resourceGroups",
          (Record<"sub" | "name", string> & Record<"role", "admin" | "write" | "read" | "contributor">)[]
        >
      >)[]
  >;

/** Claims of Hugging Face. */
export interface HuggingFaceProfile {
  /** Unique id of the user. */
  sub: string;
  /** Has a paid subscription. */
  isPro: boolean;
  /** Organisations of the person. */
  orgs: HuggingFaceOrganization[];
  /** Full name. Scope `profile`, as the four below. */
  name?: string;
  /** Short name that the person wants to be called by. */
  preferred_username?: string;
  /** Address of the user's profile. */
  profile?: string;
  /** Address of the picture. */
  picture?: string;
  /** Address of a web page. */
  website?: string;
  /** Scope `email`. */
  email?: string;
  /** Scope `email`. */
  email_verified?: boolean;
  /** A payment method is set up. Scope `read-billing`. */
  canPay?: boolean;
  [claim: string]: unknown;
}

/**
 * Sign in with Hugging Face.
 *
 * @param options client id and secret (default: `AUTH_HUGGINGFACE_ID`, `AUTH_HUGGINGFACE_SECRET`); any member
 * overrides the provider's own value; `authorization.params` takes `scope` (space-separated) and `orgIds`.
 * Callback URL to register: `{origin}{basePath}/callback/huggingface`
 * @example HuggingFace({ authorization: { params: { scope: "openid profile read-repos", orgIds: "your-organisation-id" } } })
 */
export default function HuggingFace<P extends HuggingFaceProfile = HuggingFaceProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, typeof record>(record, options, { mark });
}
