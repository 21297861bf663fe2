/**
 * What the modules of providers bring along, for objects that an app has written by hand: loaded when such a provider is
 * used. (Also for plain OAuth servers that answer as OpenID Connect does, which their modules cannot know.)
 */
export const parts = {
  oidc: () => import("./oauth/openid-connect.js"),
  openid2: () => import("./oauth/openid2.js"),
} as const;

export type Part = keyof typeof parts;
