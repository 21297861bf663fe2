/**
 * The issuer of an ID token from a multi-tenant Microsoft endpoint (common, organizations, consumers): its metadata
 * names a template, and the tenant stands in the token's `tid`.
 * Source: Microsoft identity platform, "OpenID Connect metadata" (issuer with `{tenantid}`).
 *
 * @param claims claims of the ID token, signature already verified
 * @param issuer issuer of the metadata, perhaps with `{tenantid}`
 */
export function entraIssuer(claims: Record<string, unknown>, issuer: string): string {
  const { tid } = claims;
  // A tenant id is a UUID. Anything else could spell another issuer into the template.
  return typeof tid === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(tid)
    ? issuer.replace("{tenantid}", tid)
    : issuer;
}
