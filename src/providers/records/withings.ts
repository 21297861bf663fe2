import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "withings",
  name: "Withings",
  type: "oauth",
  status: "active",
  authorization: "https://account.withings.com/oauth2_user/authorize2",
  token: "https://wbsapi.withings.net/v2/oauth2",
  tokenRequest: { body: { action: "requesttoken" } },
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: { unwrap: "body" },
  success: { member: "status", value: 0 },
  profileFrom: "tokens",
  scopes: ["user.info"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "userid" },
  docs: "https://developer.withings.com/api-reference/#tag/oauth2",
  console: "https://developer.withings.com/dashboard/",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate), localhost not accepted reports",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The answer to the token request is wrapped; it holds the id and nothing else of the user"],
};
