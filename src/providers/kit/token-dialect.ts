/** Token requests in the provider's own words, for records whose `tokenRequest` has any; others do not carry them. */
export const tokenDialect = () => import("../../runtime/oauth/token-dialect.js");
