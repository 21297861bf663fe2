import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
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
  options: { region: "Region of the servers.", userPoolId: "Id of the user pool." },
  title: "Amazon Cognito",
};

/** Claims of Amazon Cognito. */
export type CognitoProfile = WithMembers<Profile, Record<"sub" | "name" | "email" | "picture", string>>;
