import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "adobe",
  name: "Adobe",
  type: "oauth",
  status: "active",
  issuer: "https://ims-na1.adobelogin.com",
  authorization: "https://ims-na1.adobelogin.com/ims/authorize/v2",
  token: "https://ims-na1.adobelogin.com/ims/token/v3",
  userinfo: "https://ims-na1.adobelogin.com/ims/userinfo/v2",
  scopes: ["openid", "email", "profile"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name", email: "email" },
  emailVerified: "email_verified",
  docs: "https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication/",
  console: "https://developer.adobe.com/console",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "offline_access scope",
  mark: "adobe",
};
