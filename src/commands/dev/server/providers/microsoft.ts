import { claimsOf, type Face } from "../provider.js";

const tenant = "11111111-2222-4333-8444-555555555555";
const shared = /\/(common|organizations|consumers)\//;

/** The shared endpoints name a template in their metadata; the tenant comes with the token. */
export const microsoft: Face = {
  profile: (visit) => ({
    ...claimsOf(visit),
    picture: undefined,
    oid: `00000000-0000-4000-8000-${String(visit.user.number).padStart(12, "0")}`,
    tid: tenant,
    ver: "2.0",
    preferred_username: visit.user.email,
  }),
  issuers: (asked) => ({
    metadata: asked.replace(shared, "/{tenantid}/"),
    token: asked.replace(shared, `/${tenant}/`),
  }),
};
