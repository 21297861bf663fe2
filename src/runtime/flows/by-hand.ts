/**
 * What modules of providers bring along for their kind, for objects that an app has written by hand: loaded when such a
 * provider is used. (Also for addresses of pages, an option that no module comes with.)
 */
export const parts = {
  email: () => import("./email.js"),
  credentials: () => import("./credentials.js"),
  pageAddresses: () => import("../pages/page-addresses.js"),
} as const;

export type Parts = typeof parts;
