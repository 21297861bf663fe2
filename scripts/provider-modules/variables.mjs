/** The variables of the environment that fill the options of a provider, by what they hold. */
/** AUTH_{ID}_ID and friends: the id in upper case, "-" as "_". What a mail provider reads its factory says. */
export function variablesOf(record, factory) {
  const prefix = `AUTH_${record.id.toUpperCase().replaceAll("-", "_")}`;
  if (record.type === "email") {
    const suffixes = Object.values(factory({}).env);
    return Object.fromEntries(suffixes.map((suffix) => [suffix.toLowerCase(), `${prefix}_${suffix}`]));
  }
  if (record.type !== "oauth" && record.type !== "oidc") return {};
  const text = JSON.stringify([
    record.issuer,
    record.authorization,
    record.token,
    record.tokenRequest,
    record.userinfo,
  ]);
  const hasSecret = record.clientAuth !== "none" || text.includes("{clientSecret}");
  const needsIssuer =
    text.includes("{issuer}") || (record.type === "oidc" && (!record.issuer || record.issuer.includes("{")));
  return {
    // OpenID 2.0 knows no clients.
    ...(!record.openid2 && { id: `${prefix}_ID` }),
    ...(hasSecret && { secret: `${prefix}_SECRET` }),
    ...(needsIssuer && { issuer: `${prefix}_ISSUER` }),
    ...(record.params?.some(({ env }) => env === `${prefix}_KEY`) && { key: `${prefix}_KEY` }),
  };
}
