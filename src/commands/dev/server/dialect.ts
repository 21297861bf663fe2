/** Translates between RFC 6749 and the words of a provider whose record says that it has its own. */
import type { ProviderRecord } from "../../../providers/kit/record.js";
import type { SimulatedRequest } from "./simulate.js";

/** The request in the words of RFC 6749: what the record renames, packs otherwise or leaves out is undone. */
export function standardized(request: SimulatedRequest): SimulatedRequest {
  const { record, url } = request;
  if (!record) return request;
  if (url.searchParams.has("response_type")) return { ...request, url: standardAuthorization(record, url) };
  return record.tokenRequest && isAt(record.token, url)
    ? { ...request, form: standardToken(record.tokenRequest, request) }
    : request;
}

function standardAuthorization(record: ProviderRecord, address: URL): URL {
  const url = new URL(address);
  const { searchParams: params } = url;
  for (const [standard, own] of Object.entries(record.authorizationRename ?? {})) {
    const value = params.get(own);
    params.delete(own);
    if (value !== null) params.set(standard, value);
  }
  // A provider may have a word of its own for the code flow.
  const declared = record.authorizationParams?.["response_type"];
  if (declared !== undefined && params.get("response_type") === declared) params.set("response_type", "code");
  return url;
}

type TokenDialect = NonNullable<ProviderRecord["tokenRequest"]>;

function standardToken(dialect: TokenDialect, { url, form, headers }: SimulatedRequest): URLSearchParams {
  const fields = new URLSearchParams(dialect.format === "query" ? url.searchParams : form);
  for (const [standard, own] of Object.entries(dialect.rename ?? {})) {
    const value = own === "" ? null : fields.get(own);
    if (value !== null) fields.set(standard, value);
  }
  for (const [name, value] of clientInHeaders(dialect, headers)) fields.set(name, value);
  if (!hasFixedFields(dialect, fields)) return new URLSearchParams();
  if (fields.get("grant_type") !== "refresh_token") fields.set("grant_type", "authorization_code");
  return fields;
}

const clientFields: Readonly<Record<string, string>> = {
  "{clientId}": "client_id",
  "{clientSecret}": "client_secret",
};

function clientInHeaders(dialect: TokenDialect, headers: Headers): [string, string][] {
  return Object.entries(dialect.headers ?? {}).flatMap(([name, template]): [string, string][] => {
    const field = clientFields[template];
    const value = headers.get(name);
    return field === undefined || value === null ? [] : [[field, value]];
  });
}

const hasFixedFields = (dialect: TokenDialect, fields: URLSearchParams): boolean =>
  Object.entries(dialect.body ?? {}).every(
    ([name, value]) => value.includes("{") || fields.get(name) === value,
  );

/** Is this the address of a template? Hosts do not count: holes may stand for them. */
export function isAt(template: string | undefined, url: URL): boolean {
  if (template === undefined) return false;
  const path = template.replace(/^(?:https?:\/\/[^/]+|\{\w+\})/, "").replace(/[?#].*$/, "");
  const pattern = path
    .split(/\{[^}]+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]+");
  return new RegExp(`${pattern}$`).test(url.pathname);
}

/** The access token, from where the record says that it stands and from nowhere else. */
export function accessTokenOf({ record, headers, url, form }: SimulatedRequest): string | null {
  const place = record?.userinfoTokenIn ?? { scheme: "Bearer" };
  if (place === "url") return decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  if ("header" in place) return headers.get(place.header);
  if ("query" in place) return url.searchParams.get(place.query);
  if ("form" in place) return form.get(place.form);
  const authorization = headers.get("authorization") ?? "";
  const scheme = place.scheme === "" ? "" : `${place.scheme} `;
  return authorization.toLowerCase().startsWith(scheme.toLowerCase())
    ? authorization.slice(scheme.length)
    : null;
}

/** The token answer as the provider words it: the record's mending, undone. */
export function providerAnswer(record: ProviderRecord | undefined, standard: object): string {
  const { tokenDefaults, tokenAnswer: { prefix = "", unwrap, rename } = {}, success } = record ?? {};
  const own = new Map(Object.entries(rename ?? {}).map(([theirs, ours]) => [ours, theirs]));
  const members = Object.entries(standard)
    .filter(([name]) => !tokenDefaults || !Object.hasOwn(tokenDefaults, name))
    .map(([name, value]): [string, unknown] => [own.get(name) ?? name, value]);
  const answer: object = Object.fromEntries(members);
  const wrapped = unwrap === undefined ? answer : wrap(answer, unwrap);
  return prefix + JSON.stringify(success ? { ...wrapped, ...successOf(success) } : wrapped);
}

const wrap = (answer: object, path: string): object =>
  path.endsWith("[0]") ? { [path.slice(0, -3)]: [answer] } : { [path]: answer };

/** `error.code` becomes an object in an object. */
export const successOf = ({ member, value }: NonNullable<ProviderRecord["success"]>): object =>
  member.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
