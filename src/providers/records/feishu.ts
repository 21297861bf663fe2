import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "feishu",
  name: "Feishu",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.feishu.cn/open-apis/authen/v1/authorize",
  token: "https://open.feishu.cn/open-apis/authen/v2/oauth/token",
  tokenRequest: { format: "json" },
  success: { member: "code", value: 0 },
  userinfo: "https://open.feishu.cn/open-apis/authen/v1/user_info",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.union_id",
    name: "data.name",
    email: "data.email||data.enterprise_email",
    image: "data.avatar_url",
  },
  ids: { union_id: "data.union_id", open_id: "data.open_id" },
  docs: "https://open.feishu.cn/document/authentication-management/access-token/get-user-access-token",
  console: "https://open.feishu.cn/app",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  notes: [
    'The account is named by union_id, whatever else an answer holds; idFrom: "open_id" chooses the other id',
    "The token request is JSON",
    "Scopes that can be asked for: contact:user.email:readonly",
  ],
  members: { "data.open_id": 'Id of the person for this app: `idFrom: "open_id"`.' },
};
