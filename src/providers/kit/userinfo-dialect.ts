/** Requests for the profile in the provider's own words, for records that have any; others do not carry them. */
export const userinfoDialect = () => import("../../runtime/oauth/userinfo-dialect.js");
