import { beforeAll, describe, expect, test } from "vitest";
import { records } from "../../src/providers/records.js";
import { authorizationUrl } from "../../src/runtime/oauth/authorization.js";
import { customFetch as theirFetch } from "@auth/core";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { inferProvider, normalizeProvider } from "../../src/runtime/settings/provider.js";
import type { OAuthProvider } from "../../src/runtime/types/finished-provider.js";
import type { AnyProviderConfig } from "../../src/runtime/types/provider.js";
import { exampleOptions } from "./all.js";
import { profileDifferences } from "./compare-profiles.js";
import { meant, meantProfiles } from "./meant-options.js";
import { compileErrors, type ReferenceFactory, referenceFactories } from "./reference-options.js";
import { isUntyped, neededOptions, valuesOf, writtenOptions } from "./option-values.js";

type Fields = Readonly<Record<string, unknown>>;
type Make = (options: Fields) => unknown;

const { default: parseProviders } = (await import(
  new URL("../../node_modules/@auth/core/lib/utils/providers.js", import.meta.url).href
)) as { default: (params: object) => { provider: Fields } };

const callback = "https://app.example.com/auth/callback/x";
const someServer = "https://op.example.com/authorize";

let factories: ReferenceFactory[] = [];
const makers = new Map<string, { ours: Make; theirs: Make }>();

beforeAll(async () => {
  factories = referenceFactories();
  for (const { id, file } of factories) {
    const ours = (await import(`../../src/providers/${id}.ts`)) as { default: Make };
    const theirs = (await import(`@auth/core/providers/${file}`)) as { default: Make };
    makers.set(id, { ours: ours.default, theirs: theirs.default });
  }
});

const isOAuth = ({ id }: ReferenceFactory): boolean => records[id] !== undefined;

/** What both sides need to work at all. */
function baseOf(id: string): Fields {
  const record = records[id];
  const issuer = record?.issuer?.includes("{") ? { issuer: "https://login.example.com" } : {};
  return { clientId: "cid", clientSecret: "test-secret", ...(record && exampleOptions(record)), ...issuer };
}

function withOption(id: string, option: string, value: unknown): Fields {
  return {
    ...baseOf(id),
    [option]: value,
    ...(option === "customFetch" && { [customFetch]: value, [theirFetch]: value }),
  };
}

/** Endpoints, parameters and the rest of a finished provider, in one shape for both sides. */
function fieldsOf(provider: Fields, start: URL): Fields {
  const { scope, redirect_uri: redirect, ...params } = Object.fromEntries(start.searchParams);
  return {
    ...shown(provider, [
      "id",
      "name",
      "type",
      "clientId",
      "clientSecret",
      "allowDangerousEmailAccountLinking",
    ]),
    issuer: provider["issuer"],
    idToken: provider["idToken"] ?? true,
    checks: [
      ...new Set([...(provider["checks"] as string[]), ...(provider["redirectProxyUrl"] ? ["state"] : [])]),
    ].sort(),
    ...members(provider, "client"),
    ...members(provider, "style"),
    profile: typeof provider["profile"] === "function" ? String(provider["profile"]) : undefined,
    account: typeof provider["account"] === "function" ? String(provider["account"]) : undefined,
    fetch: provider[customFetch as unknown as string] ?? provider[theirFetch as unknown as string],
    authorization: start.origin + start.pathname,
    scope,
    redirect,
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [`param ${name}`, value])),
    token: address(provider["token"]),
    userinfo: address(provider["userinfo"]),
    // Where discovery goes when nobody says otherwise.
    wellKnown:
      provider["wellKnown"] ??
      (provider["issuer"] && `${String(provider["issuer"])}/.well-known/openid-configuration`),
    redirectProxyUrl: String(provider["redirectProxyUrl"]).replace(/\/callback\/.*$/, ""),
  };
}

const members = (from: Fields, name: string): Fields =>
  Object.fromEntries(
    Object.entries((from[name] ?? {}) as Fields).map(([key, value]) => [`${name}.${key}`, value]),
  );

const shown = (from: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** Address and declared parameters of an endpoint. */
function address(endpoint: unknown): string | undefined {
  const { url, params = {} } = (endpoint ?? {}) as { url?: string | URL; params?: Fields };
  if (url === undefined || String(url).startsWith("https://authjs.dev")) return undefined;
  const full = new URL(String(url).replace(/\{\w+\}/g, "x"));
  for (const [name, value] of Object.entries(params)) full.searchParams.set(name, String(value));
  return full.href;
}

function theirFields(make: Make, options: Fields): Fields {
  const made = make(options) as Fields;
  const config = { providers: [made], basePath: "/auth" };
  const id = ((made["options"] as Fields | undefined)?.["id"] ?? made["id"]) as string;
  const { provider } = parseProviders({ url: new URL(callback), providerId: id, config });
  const given = (provider["authorization"] as { url?: URL } | undefined)?.url;
  const isOwn = given !== undefined && given.host !== "authjs.dev";
  const start = new URL(isOwn ? given.origin + given.pathname : someServer);
  const params = {
    response_type: "code",
    client_id: String(provider["clientId"]),
    redirect_uri: callback,
    ...Object.fromEntries(given?.searchParams ?? []),
  };
  for (const [name, value] of Object.entries(params)) start.searchParams.set(name, value);
  if (!start.searchParams.has("scope")) start.searchParams.set("scope", "openid profile email");
  return fieldsOf(provider, start);
}

function ourFields(make: Make, options: Fields): Fields {
  const config = inferProvider(make(options) as AnyProviderConfig, {});
  const provider = normalizeProvider(config) as OAuthProvider;
  const endpoint = provider.authorization?.url ?? someServer;
  const start = authorizationUrl(
    {
      provider,
      server: {
        metadata: { issuer: "https://op.example.com", authorization_endpoint: endpoint },
        keys: {},
        refetch: { at: 0, end: Promise.resolve() },
        hasIssuer: true,
      },
    },
    { redirectUri: callback },
    new URLSearchParams(),
    { params: [] },
  );
  return fieldsOf(provider as unknown as Fields, new URL(start));
}

const text = (value: unknown): string =>
  typeof value === "function" ? String(value) : (JSON.stringify(value) ?? "");

/** Fields that an option changes on one side, and that end differently on the two. */
function differing(id: string, option: string, value: unknown): string[] {
  const make = makers.get(id);
  if (!make) throw new Error(`No factory ${id}`);
  const before = { ours: ourFields(make.ours, baseOf(id)), theirs: theirFields(make.theirs, baseOf(id)) };
  const options = withOption(id, option, value);
  const after = { ours: ourFields(make.ours, options), theirs: theirFields(make.theirs, options) };
  const names = new Set([
    ...Object.keys(after.ours),
    ...Object.keys(after.theirs),
    ...Object.keys(before.ours),
    ...Object.keys(before.theirs),
  ]);
  return [...names]
    .filter((name) => {
      const isTouched = (["ours", "theirs"] as const).some(
        (side) => text(before[side][name]) !== text(after[side][name]),
      );
      return isTouched && text(after.ours[name]) !== text(after.theirs[name]);
    })
    .map((name) => `${name} ${text(after.theirs[name])} ours ${text(after.ours[name])}`);
}

const factoryName = (id: string): string => `make_${id.replace(/\W/g, "_")}`;

const unexplained = (found: readonly string[], reasons: typeof meant): string[] =>
  found.filter((line) => !reasons.some(({ lines }) => lines.test(line)));

/** A row that explains nothing is an old one. */
const stale = (found: readonly string[], reasons: typeof meant): typeof meant =>
  reasons.filter(({ lines }) => !found.some((line) => lines.test(line)));

describe("F-51 options of the reference's factories", () => {
  test("F-41 each has the effect here that it has there, or a reason stands in the table", () => {
    const found: string[] = [];
    for (const { id, options } of factories.filter(isOAuth))
      for (const option of options)
        for (const value of valuesOf(option, id))
          for (const field of differing(id, option, value)) found.push(`${id} ${option}: ${field}`);
    expect(unexplained(found, meant)).toEqual([]);
    expect(stale(found, meant)).toEqual([]);
  });

  test("each compiles here, with values that compile there", () => {
    const lines = factories.flatMap(({ id, options }) =>
      options
        .filter((option) => !isUntyped(id, option))
        .flatMap((option) =>
          writtenOptions(option, id).map(
            (written) => `${factoryName(id)}({ ${neededOptions(id, option)}${written} });`,
          ),
        ),
    );
    const imports = factories.map(
      ({ id }) => `import ${factoryName(id)} from "../../src/providers/${id}.js";`,
    );
    const symbol = 'import { customFetch } from "../../src/runtime/types/symbols.js";';
    expect(lines.length).toBeGreaterThan(2000);
    expect(compileErrors("written-options.ts", [...imports, symbol, ...lines, ""].join("\n"))).toEqual([]);
  });

  test("a profile becomes the same user, or a reason stands in the table", async () => {
    const found: string[] = [];
    for (const { id } of factories.filter(isOAuth)) {
      const { ours, theirs } = makers.get(id)!;
      for (const { line } of await profileDifferences(records[id]!, ours, theirs)) found.push(line);
    }
    expect(unexplained(found, meantProfiles)).toEqual([]);
    expect(stale(found, meantProfiles)).toEqual([]);
  });
});
