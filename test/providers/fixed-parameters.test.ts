import { describe, expect, test } from "vitest";
import { inferProvider, normalizeProvider } from "../../src/runtime/settings/provider.js";
import { authorizationUrl } from "../../src/runtime/oauth/authorization.js";
import type { OAuthProvider } from "../../src/runtime/types/finished-provider.js";
import { all, exampleOptions, type Factory } from "./all.js";

const declaring = all.filter(([, record]) => record.authorizationParams !== undefined);
const metadata = { issuer: "https://op.example", authorization_endpoint: "https://op.example/authorize" };
const route = {
  redirectUri: "https://app.example/cb",
  origin: undefined,
  usesProxy: false,
  proxyFor: undefined,
};

function start(make: Factory, options: object, asked: Record<string, string>): URLSearchParams {
  const made = make({ clientId: "cid", issuer: "https://op.example", ...options });
  const provider = normalizeProvider(inferProvider(made, {})) as OAuthProvider;
  const server = { metadata, keys: {}, refetch: { at: 0, end: Promise.resolve() }, hasIssuer: true };
  const checks = { params: [], cookies: [] };
  return new URL(authorizationUrl({ provider, server }, route, new URLSearchParams(asked), checks))
    .searchParams;
}

const spellings = (name: string): string[] => {
  const base = name.replace(/\[.*$/, "");
  return [name, base, base.toUpperCase(), `${base}[]`, `${base}[0]`, `${base}[x][y]`];
};

describe("SEC2-27 parameters that a record declares", () => {
  test("are in the catalogue", () => expect(declaring.length).toBeGreaterThan(15));

  test.each(declaring)("%s: are not the request's to change, but for the open ones", (_id, record, make) => {
    // A parameter with an option of its own is fixed once the app gives that.
    const own = (record.params ?? [])
      .filter((param) => param.default === "")
      .map(({ name }) => [name, "given"]);
    const options = { ...exampleOptions(record), ...Object.fromEntries(own) };
    const usual = start(make, options, {});
    for (const name of Object.keys(record.authorizationParams ?? {})) {
      const isOpen = record.openParams?.includes(name) === true;
      if (isOpen) expect(start(make, options, { [name]: "asked" }).getAll(name)).toEqual(["asked"]);
      else
        for (const asked of spellings(name))
          for (const value of ["asked", ""])
            expect([...start(make, options, { [asked]: value })]).toEqual([...usual]);
    }
    for (const name of record.openParams ?? []) expect(record.authorizationParams).toHaveProperty([name]);
  });

  test("are the app's to change, in its configuration", () => {
    const [, record, make] = declaring.find(([id]) => id === "boxyhq-saml") ?? declaring[0]!;
    const authorization = { params: { provider: "oidc" } };
    const params = start(make, { ...exampleOptions(record), authorization }, { provider: "asked" });
    expect(params.getAll("provider")).toEqual(["oidc"]);
  });

  test("leave scope, prompt and login_hint to the request", () => {
    const [, record, make] = declaring.find(([id]) => id === "notion") ?? declaring[0]!;
    const asked = { scope: "read", prompt: "login", login_hint: "ada", owner: "workspace" };
    const params = Object.fromEntries(start(make, exampleOptions(record), asked));
    expect(params).toMatchObject({ scope: "read", prompt: "login", login_hint: "ada", owner: "user" });
  });

  test("OAUTH-40: arrays and capitals of a reserved name are that name", () => {
    const [, record, make] = declaring[0]!;
    const asked = { "state[]": "x", Client_Id: "evil", "redirect_uri[0]": "https://evil.example" };
    expect([...start(make, exampleOptions(record), asked)]).toEqual([
      ...start(make, exampleOptions(record), {}),
    ]);
  });
});
