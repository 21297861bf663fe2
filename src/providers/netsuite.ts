import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of NetSuite, as data. */
export const record: OAuthRecord = {
  id: "netsuite",
  name: "NetSuite",
  type: "oauth",
  status: "active",
  params: [
    { name: "accountId", required: true, example: "1234567" },
    { name: "script", required: true, example: "101" },
    { name: "deploy", required: false, default: "1" },
    { name: "scope", required: false },
    { name: "prompt", required: false, default: "" },
  ],
  authorization: "https://{accountId}.app.netsuite.com/app/login/oauth2/authorize.nl",
  token: "https://{accountId}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
  userinfo:
    "https://{accountId}.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script={script}&deploy={deploy}",
  scopes: ["restlets", "rest_webservices"],
  authorizationParams: { prompt: "{prompt}" },
  openParams: ["prompt"],
  profile: { id: "id", name: "name", email: "email" },
  style: { bg: "#181a1b", text: "#fbfbfb" },
  docs: "https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771281570.html",
  console: "https://system.netsuite.com/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: true },
  refresh: "refresh token returned (7 days)",
  notes: [
    "Deploy a RESTlet that returns id, name and email of the current user; pass its script and deploy numbers, or userinfo",
    "Account ids with _SB1 are written -sb1 in hosts",
  ],
};

/** `GET /app/site/hosting/restlet.nl` of NetSuite; the members that are read. */
export interface NetSuiteProfile
  extends
    Record<"location" | "role", number>,
    Partial<Record<"roleId" | "roleCenter", string>>,
    Partial<Record<"contact" | "subsidiary" | "department", number>> {
  /** Becomes the id of the account. */
  id: number;
  /** Becomes `user.name`. */
  name: string;
  /** Becomes `user.email`. */
  email: string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type NetSuiteOptions<P extends NetSuiteProfile = NetSuiteProfile> = OAuthUserConfig<P> & {
  /** Another name for `accountId`. */
  accountID?: string;
  /** Scopes with spaces between them. Default `restlets rest_webservices`. */
  scope?: string;
  /** `none`, `login` or `consent`; not sent by default. */
  prompt?: string;
  /** Id of the account. */
  accountId?: string;
  /** Id of the script that tells who is signed in. */
  script?: string;
  /** Number of its deployment. Default `1`. */
  deploy?: string;
};

/**
 * Sign in with NetSuite.
 *
 * @param options client id and secret (default: `AUTH_NETSUITE_ID`, `AUTH_NETSUITE_SECRET`), `accountId`,
 * `script`, `deploy`; any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/netsuite`
 * @example NetSuite({ accountId: "1234567", script: "101" })
 */
export default function NetSuite<P extends NetSuiteProfile = NetSuiteProfile>(
  options: NetSuiteOptions<P> = {},
): OAuth2Config<P> {
  const { accountID, ...rest } = options;
  const given = accountID === undefined ? rest : { accountId: accountID, ...rest };
  return fromRecord<P, OAuthRecord>(record, given);
}

/** What the factory takes. */
export type OAuthNetSuiteOptions = Record<"prompt" | "accountID" | "scope" | "userinfo", string>;
