/**
 * What the modules of providers bring along for their kind, for objects that an app has written by hand: loaded when such a
 * provider is used. (Also for plain OAuth servers that answer as OpenID Connect does, which their modules cannot know; and
 * for addresses of pages, an option that no module comes with.)
 */
export const parts = {
  email: () => import("./email.js"),
  credentials: () => import("./credentials.js"),
  oidc: () => import("../oauth/openid-connect.js"),
  openid2: () => import("../oauth/openid2.js"),
  tokenDialect: () => import("../oauth/token-dialect.js"),
  userinfoDialect: () => import("../oauth/userinfo-dialect.js"),
  pageAddresses: () => import("../pages/page-addresses.js"),
} as const;
