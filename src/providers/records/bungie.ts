import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "bungie",
  name: "Bungie",
  type: "oauth",
  status: "active",
  params: [{ name: "apiKey", required: true, env: "AUTH_BUNGIE_KEY", example: "your-api-key" }],
  authorization: "https://www.bungie.net/en/oauth/authorize",
  token: "https://www.bungie.net/platform/app/oauth/token/",
  userinfo: "https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/",
  userinfoHeaders: { "x-api-key": "{apiKey}" },
  scopes: [],
  authorizationParams: { reauth: "true" },
  checks: ["state"],
  profile: {
    id: "Response.bungieNetUser.membershipId",
    name: "Response.bungieNetUser.displayName||Response.bungieNetUser.uniqueName",
    image: "https://www.bungie.net${Response.bungieNetUser.profilePicturePath}",
  },
  style: { bg: "#0075bb", text: "#fff" },
  docs: "https://github.com/Bungie-net/api/wiki/OAuth-Documentation",
  console: "https://www.bungie.net/en/Application",
  localhost: {
    rule: "loopback-ip",
    note: "https only; 127.0.0.1 works with https (Auth.js note)",
    checked: true,
  },
  refresh: "confidential apps get one (90 days)",
  notes: ["Every API call carries the API key", "The settings of the app decide on scopes"],
  options: { apiKey: "Key that every API call carries." },
};
