const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The tenant of everybody's own Microsoft account. */
const consumers = "9188040d-6c67-4c5b-b112-36a304b66dad";

/**
 * Whether metadata that names this issuer is that of the configured one: Microsoft names a tenant by its id, whatever it
 * was asked by.
 * Source: Microsoft identity platform, "OpenID Connect on the Microsoft identity platform" (tenant values).
 *
 * @param named issuer of the metadata, such as `https://login.microsoftonline.com/<id>/v2.0`
 * @param issuer with the tenant as it is configured: a domain, `consumers`, or an id, which is then the only one
 */
export function entraNames(named: string, issuer: string): boolean {
  const [, before, tenant, after] = /^(https:\/\/[^/]+\/)([^/]+)(\/v2\.0)$/.exec(issuer) ?? [];
  if (before === undefined || after === undefined || tenant === undefined) return false;
  const id =
    named.startsWith(before) && named.endsWith(after) ? named.slice(before.length, -after.length) : "";
  if (tenant === "consumers") return id === consumers;
  return tenant.includes(".") && uuid.test(id);
}

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
  return typeof tid === "string" && uuid.test(tid) ? issuer.replace("{tenantid}", tid) : issuer;
}

/** Both judgements. */
export const entraIssuers = { expectedIssuer: entraIssuer, acceptsIssuer: entraNames };
