import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { entraIssuers } from "./kit/entra-issuer.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/microsoft.js";

/** What is known of Microsoft Entra ID, as data. */
export const record = {
  id: "microsoft-entra-id",
  name: "Microsoft Entra ID",
  type: "oidc",
  status: "active",
  issuer: "https://login.microsoftonline.com/{tenant}/v2.0",
  params: [
    {
      name: "tenant",
      required: false,
      default: "common",
      example: "00000000-0000-0000-0000-000000000000",
    },
    { name: "profilePhotoSize", required: false, default: "48" },
  ],
  userinfoExtra: [
    {
      url: "https://graph.microsoft.com/v1.0/me/photos/{profilePhotoSize}x{profilePhotoSize}/$value",
      at: "photo",
      as: "data-url",
      optional: true,
    },
  ],
  tokenRequest: { assertionAudience: "token_endpoint" },
  scopes: ["openid", "profile", "email", "User.Read"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name", email: "email", image: "photo" },
  style: { bg: "#0072c6", text: "#fff" },
  docs: "https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc",
  console: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (http only for localhost)",
    checked: true,
  },
  refresh: "add the offline_access scope",
  signOut: ["federated"],
  notes: [
    "Every tenant may sign in by default: pass tenant, or the issuer of your own one, to admit it alone",
    "The email claim doesn't prove that the user owns the address",
    "sub differs from app to app; oid with tid is the key of the directory",
  ],
} as const satisfies ProviderRecord;

/** Claims of Entra's ID token. */
export interface MicrosoftEntraIDProfile
  extends
    Record<
      | "aud"
      | "iss"
      | "idp"
      | "c_hash"
      | "at_hash"
      | "aio"
      | "rh"
      | "sid"
      | "uti"
      | "acrs"
      | "ctry"
      | "fwd"
      | "login_hint"
      | "tenant_ctry"
      | "tenant_region_scope"
      | "upn"
      | "vnet"
      | "xms_cc"
      | "xms_pdl"
      | "xms_pl"
      | "xms_tpl"
      | "ztdid"
      | "ipaddr"
      | "onprem_sid"
      | "pwd_url"
      | "in_corp"
      | "family_name"
      | "given_name",
      string
    >,
    Record<"iat" | "nbf" | "exp" | "auth_time", Date>,
    Record<"hasgroups" | "xms_edov", boolean>,
    Record<"acct", 0 | 1>,
    Record<"verified_primary_email" | "verified_secondary_email", string[]>,
    Record<"pwd_exp", number> {
  /** Becomes the id of the account. */
  sub: string;
  /** Becomes `user.name`. */
  name: string;
  /** Becomes `user.email`. */
  email: string;
  /** Short name that the person wants to be called by. */
  preferred_username: string;
  /** Object id in the directory. */
  oid: string;
  /** Tenant id. */
  tid: string;
  /** Version of the token: `2.0`. */
  ver: "2.0";
  /** Repeats the nonce of the request. */
  nonce: string;
  /** Groups that the person is in. */
  groups: string;
  /** Roles of the person in the app. */
  roles: string[];
  /** The photo as a `data:` URL, when the person has one. */
  photo?: string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type MicrosoftEntraIDOptions<P extends MicrosoftEntraIDProfile = MicrosoftEntraIDProfile> =
  OIDCUserConfig<P> & {
    /** Tenant id or domain, or `common`, `organizations`, `consumers`; default `common`. */
    tenant?: string;
    /** The name that `tenant` had in next-auth 4. Not reading it would let in everybody where one tenant was meant. */
    tenantId?: string;
    /** Edge of the photo in pixels (default 48), or false for no photo and one request less at sign-in. */
    profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648 | false;
  };

/**
 * Sign in with Microsoft Entra ID (formerly Azure AD).
 *
 * @param options client id and secret (default: `AUTH_MICROSOFT_ENTRA_ID_ID`, `_SECRET`), `tenant` or `issuer`
 * (`AUTH_MICROSOFT_ENTRA_ID_ISSUER`), `profilePhotoSize`; any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/microsoft-entra-id`
 * @example MicrosoftEntraID({ tenant: "contoso.onmicrosoft.com", profilePhotoSize: false })
 */
export default function MicrosoftEntraID<P extends MicrosoftEntraIDProfile = MicrosoftEntraIDProfile>(
  options: MicrosoftEntraIDOptions<P> = {},
): OIDCConfig<P> {
  const { profilePhotoSize, tenantId, ...given } = options;
  const tenant = given.tenant ?? tenantId;
  const rest = { ...given, ...(tenant !== undefined && { tenant }) };
  const hooks = { issuer: entraIssuers, mark };
  // `false` is spelled as "no value", which leaves the photo request out.
  const photo = profilePhotoSize === false ? "" : profilePhotoSize;
  return {
    ...fromOidcRecord<P, typeof record>(
      record,
      { ...rest, ...(photo !== undefined && { profilePhotoSize: photo }) },
      hooks,
    ),
    options: rest,
  };
}
