import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "docusign",
  name: "DocuSign",
  type: "oauth",
  status: "active",
  issuer: "https://account.docusign.com/",
  authorization: "https://account.docusign.com/oauth/auth",
  token: "https://account.docusign.com/oauth/token",
  userinfo: "https://account.docusign.com/oauth/userinfo",
  scopes: ["signature"],
  profile: { id: "sub", name: "name", email: "email" },
  docs: "https://developers.docusign.com/platform/auth/authcode/",
  console: "https://admindemo.docusign.com/apps-and-keys",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "extended scope lengthens it; refresh token returned",
  notes: ["Demo accounts: issuer https://account-d.docusign.com"],
  mark: "docusign",
};
