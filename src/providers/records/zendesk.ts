import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "zendesk",
  name: "Zendesk",
  type: "oauth",
  status: "active",
  params: [{ name: "subdomain", required: true, example: "example" }],
  authorization: "https://{subdomain}.zendesk.com/oauth/authorizations/new",
  token: "https://{subdomain}.zendesk.com/oauth/tokens",
  userinfo: "https://{subdomain}.zendesk.com/api/v2/users/me.json",
  scopes: ["read"],
  clientAuth: "client_secret_post",
  profile: { id: "user.id", name: "user.name", email: "user.email", image: "user.photo.content_url" },
  emailVerified: "user.verified",
  style: { bg: "#03363d", text: "#fff" },
  docs: "https://developer.zendesk.com/documentation/ticketing/working-with-oauth/",
  console: "https://www.zendesk.com/admin/apps-integrations/apis/zendesk-api/oauth_clients",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (newer clients)",
  mark: "zendesk",
  options: { subdomain: "First part of the host name." },
};
