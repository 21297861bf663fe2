import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "dingtalk",
  name: "DingTalk",
  type: "oauth",
  status: "active",
  authorization: "https://login.dingtalk.com/oauth2/auth",
  token: "https://api.dingtalk.com/v1.0/oauth2/userAccessToken",
  tokenRequest: {
    format: "json",
    rename: {
      client_id: "clientId",
      client_secret: "clientSecret",
      grant_type: "grantType",
      redirect_uri: "",
    },
  },
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: {
    rename: { accessToken: "access_token", refreshToken: "refresh_token", expireIn: "expires_in" },
  },
  userinfo: "https://api.dingtalk.com/v1.0/contact/users/me",
  userinfoTokenIn: { header: "x-acs-dingtalk-access-token" },
  scopes: ["openid"],
  authorizationParams: { prompt: "consent" },
  openParams: ["prompt"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "unionId", name: "nick", email: "email", image: "avatarUrl" },
  ids: { unionId: "unionId", openId: "openId" },
  docs: "https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information",
  console: "https://open-dev.dingtalk.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: [
    'The account is named by unionId, whatever else an answer holds; idFrom: "openId" chooses the other id',
    "The token request is JSON with names of its own",
  ],
  members: { openId: 'Id of the person for this app: `idFrom: "openId"`.' },
};
