import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "propelauth",
  name: "PropelAuth",
  type: "oauth",
  status: "active",
  issuer: "https://{authDomain}",
  params: [{ name: "authDomain", required: true, example: "auth.example.com" }],
  authorization: "{issuer}/propelauth/oauth/authorize",
  token: "{issuer}/propelauth/oauth/token",
  userinfo: "{issuer}/propelauth/oauth/userinfo",
  scopes: ["openid", "profile", "email"],
  profile: { id: "user_id", name: "${first_name} ${last_name}", email: "email", image: "picture_url" },
  emailVerified: "email_confirmed",
  docs: "https://docs.propelauth.com/",
  console: "https://auth.propelauth.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  options: { authDomain: "Host of the sign-in pages." },
};
