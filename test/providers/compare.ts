/** Our configuration of a provider against the reference's, field by field, each difference with its reason. */
import type { ProviderRecord } from "../../src/providers/kit/record.js";

type Fields = Readonly<Record<string, unknown>>;
export type AnyFactory = (options: Fields) => unknown;

export interface Difference {
  readonly field: string;
  readonly reference: unknown;
  readonly ours: unknown;
  readonly reason: string;
}

/** Why a field differs; the first rule that fits counts. */
const reasons: Readonly<Record<string, string>> = {
  name: "the product's present name",
  type: "what the server speaks",
  issuer: "named, so that `iss` of the answer can be compared (RFC 9207), or built from the options",
  wellKnown: "discovery follows it here; the reference does not read it",
  authorization: "the vendor's present address",
  token: "the vendor's present address",
  userinfo: "the vendor's present address, as data instead of a function",
  scope:
    "the least that gives a profile with an e-mail address, and no scope that the provider does not know",
  params: "as the vendor documents them",
  checks: "state protects too, as does a nonce that the ID token returns",
  clientAuth: "where the vendor's documentation puts the secret",
  idToken: "the profile is read where the claims are",
  style: "a contrast of at least 3 to 1, or the brand's colours",
};

const withoutPkce = "no sign that the provider takes PKCE; state protects the answer";

export function differences(record: ProviderRecord, make: AnyFactory, reference: AnyFactory): Difference[] {
  const issuer = "https://login.example.com";
  const example = Object.fromEntries(
    (record.params ?? []).filter((param) => param.required).map(({ name, example: value }) => [name, value]),
  );
  // An issuer of one's own is an option on both sides; where ours is built from parts, both get the same.
  const needsIssuer = record.issuer === undefined ? false : record.issuer.includes("{");
  const options = { clientId: "cid", clientSecret: "test-secret", ...(needsIssuer && { issuer }) };
  const defaults = record.type === "oidc" ? ["pkce", "state", "nonce"] : ["pkce", "state"];
  const ours = fieldsOf(make({ ...example, ...options }) as Fields, defaults);
  const theirs = fieldsOf(reference({ ...example, ...options }) as Fields, ["pkce"]);
  return Object.keys(reasons)
    .filter((field) => JSON.stringify(ours[field]) !== JSON.stringify(theirs[field]))
    .map((field) => ({
      field,
      reference: theirs[field],
      ours: ours[field],
      reason:
        field === "checks" && !String(ours[field]).includes("pkce") ? withoutPkce : (reasons[field] ?? ""),
    }));
}

/** One shape for what either side writes as text or as an object. */
function fieldsOf(config: Fields, defaultChecks: readonly string[]): Fields {
  const isOidc = config["type"] === "oidc";
  const authorization = endpoint(config["authorization"]);
  const { scope, ...params } = authorization.params;
  const style = config["style"] as Fields | undefined;
  return {
    name: config["name"],
    type: config["type"],
    issuer: (config["options"] as Fields)["issuer"] ?? config["issuer"],
    // Discovery tells the endpoints of an OpenID Connect provider.
    ...(!isOidc && {
      authorization: authorization.url,
      token: endpoint(config["token"]).url,
      userinfo: endpoint(config["userinfo"]).url,
    }),
    wellKnown: config["wellKnown"],
    scope: scope === "" ? "none" : (scope ?? "openid profile email"),
    params: Object.keys(params).length > 0 ? sorted(params) : undefined,
    checks: [...((config["checks"] as string[] | undefined) ?? defaultChecks)].sort(),
    clientAuth:
      (config["client"] as Fields | undefined)?.["token_endpoint_auth_method"] ?? "client_secret_basic",
    idToken: isOidc ? (config["idToken"] ?? true) : undefined,
    style: style?.["bg"]
      ? { bg: style["bg"], text: String(style["text"] ?? "#fff").replace("#ffffff", "#fff") }
      : undefined,
  };
}

function endpoint(value: unknown): { url: string | undefined; params: Record<string, unknown> } {
  const { url, params = {} } =
    typeof value === "string"
      ? { url: value, params: {} }
      : ((value ?? {}) as { url?: string; params?: Fields });
  if (url === undefined || !URL.canParse(url)) return { url, params: { ...params } };
  const { origin, pathname, searchParams } = new URL(url);
  return { url: origin + pathname, params: { ...Object.fromEntries(searchParams), ...params } };
}

const sorted = (params: Fields): Fields =>
  Object.fromEntries(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
