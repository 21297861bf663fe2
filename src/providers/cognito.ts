import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of Cognito, as data. */
export const record: OIDCRecord = {
  id: "cognito",
  name: "Cognito",
  type: "oidc",
  status: "active",
  issuer: "https://cognito-idp.{region}.amazonaws.com/{userPoolId}",
  params: [
    { name: "region", required: true, example: "eu-west-1" },
    { name: "userPoolId", required: true, example: "eu-west-1_EXAMPLE" },
  ],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#C17B9E", text: "#fff" },
  docs: "https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html",
  console: "https://console.aws.amazon.com/cognito/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (http only for localhost)",
    checked: true,
  },
  refresh: "refresh token always returned for the code grant",
  notes: [
    "The sign-in page stands on another host than the issuer",
    "identity_provider skips the choice of a provider",
    'For a public client pass client: { token_endpoint_auth_method: "none" }',
  ],
};

/** Claims of Amazon Cognito. */
export type CognitoProfile = WithMembers<Profile, Record<"sub" | "name" | "email" | "picture", string>>;

/** What the factory takes. */
export type CognitoOptions<P extends CognitoProfile = CognitoProfile> = OIDCUserConfig<P> & {
  /** Region of the servers. */
  region?: string;
  /** Id of the user pool. */
  userPoolId?: string;
};

/**
 * Sign in with Amazon Cognito.
 *
 * @param options client id and secret (default: `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET`), `region`,
 * `userPoolId`, or `issuer` in their place (`AUTH_COGNITO_ISSUER`); any member overrides the provider's own
 * value. Callback URL to register: `{origin}{basePath}/callback/cognito`
 * @example Cognito({ region: "eu-west-1", userPoolId: "eu-west-1_EXAMPLE" })
 */
export default function Cognito<P extends CognitoProfile = CognitoProfile>(
  options: CognitoOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
