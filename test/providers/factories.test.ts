import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import AzureAD from "../../src/providers/azure-ad.js";
import Credentials from "../../src/providers/credentials.js";
import Discord, { type DiscordProfile } from "../../src/providers/discord.js";
import { entraIssuer, entraNames } from "../../src/providers/kit/entra-issuer.js";
import GitHub, { type GitHubProfile } from "../../src/providers/github.js";
import GitLab from "../../src/providers/gitlab.js";
import HuggingFace from "../../src/providers/huggingface.js";
import { compilePath } from "../../src/runtime/oauth/profile-path.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import AzureADB2C from "../../src/providers/azure-ad-b2c.js";
import MicrosoftEntraID from "../../src/providers/microsoft-entra-id.js";
import Nextcloud, { type NextcloudProfile } from "../../src/providers/nextcloud.js";
import OIDC from "../../src/providers/oidc.js";
import Vk, { type VkProfile } from "../../src/providers/vk.js";
import Yandex, { type YandexProfile } from "../../src/providers/yandex.js";
import type { AnyProviderConfig } from "../../src/runtime/types/provider.js";
import { records } from "../../src/providers/records.js";
import { all, exampleOptions, filled } from "./all.js";
import { Browser, coreApp, locationOf, origin, watched } from "../support/browser.js";

const client = { clientId: "cid", clientSecret: "test-secret" };

async function authorizationUrl(provider: AnyProviderConfig, search = ""): Promise<URL> {
  const { seen, config } = watched();
  const browser = new Browser(coreApp({ providers: [provider], ...config }));
  const location = locationOf(await browser.startSignIn(provider.id, search));
  expect(seen.errors).toEqual([]);
  return new URL(location);
}

describe.each(all)("%s", (id, record, make) => {
  test("says of itself what its record says", () => {
    expect(make()).toMatchObject({ id, name: record.name, type: record.type, options: {} });
    expect(make().style).toEqual(record.style);
  });

  test("keeps what the user passed, and changes nothing of it", () => {
    const options = Object.freeze({ ...client, allowDangerousEmailAccountLinking: true });
    expect(make(options).options).toEqual(options);
  });

  test("gives the same for the same options, in objects of its own", () => {
    const [one, two] = [make(client), make(client)];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
    expect(one).not.toBe(two);
  });

  test("has no path in its record that breaks the grammar", () => {
    const paths = [...Object.values(record.profile ?? {}), ...Object.values(record.userinfoFill ?? {})];
    const written = [
      ...paths,
      record.emailVerified,
      record.userinfoUnwrap,
      record.tokenAnswer?.unwrap,
    ].filter((path) => path !== undefined);
    expect(() => written.map(compilePath)).not.toThrow();
  });
});

test.each(all.filter(([, { type, openid2 }]) => type === "oauth" && !openid2))(
  "%s: the authorization URL is the data's",
  async (id, record, make) => {
    const url = await authorizationUrl(make({ ...client, ...exampleOptions(record) }));
    const rename: Readonly<Record<string, string>> = record.authorizationRename ?? {};
    const value = (name: string) => url.searchParams.get(rename[name] ?? name);
    const template = new URL(filled(record, record.authorization ?? ""));
    expect(url.origin + url.pathname).toBe(template.origin + template.pathname);
    for (const [name, expected] of template.searchParams) expect(url.searchParams.get(name)).toBe(expected);
    for (const [name, expected] of Object.entries(record.authorizationParams ?? {}))
      // What has an option of its own is sent when that is given; the redirect address is always sent.
      if (filled(record, expected) !== "") expect(url.searchParams.get(name)).toBe(filled(record, expected));
    expect(value("scope") ?? "").toBe(record.scopes?.join(record.scopeSeparator ?? " "));
    expect(value("client_id")).toBe("cid");
    expect(value("redirect_uri")).toBe(`${origin}/auth/callback/${id}`);
    expect(url.searchParams.getAll("response_type")).toEqual([
      record.authorizationParams?.["response_type"] ?? "code",
    ]);
    const checks: readonly string[] = record.checks ?? ["pkce", "state"];
    expect(value("code_challenge_method")).toBe(
      checks.includes("pkce") ? (record.pkceMethod ?? "S256") : null,
    );
    expect(url.searchParams.has("state")).toBe(checks.includes("state"));
    for (const own of Object.keys(rename)) expect(url.searchParams.has(own)).toBe(false);
  },
);

describe("GitHub", () => {
  test("Enterprise Server moves every address", () => {
    const provider = GitHub({ enterprise: { baseUrl: "https://git.example.com/" } });
    expect(provider.authorization).toMatchObject({ url: "https://git.example.com/login/oauth/authorize" });
    expect(provider.userinfo).toMatchObject({
      url: "https://git.example.com/api/v3/user",
      extra: [{ url: "https://git.example.com/api/v3/user/emails" }],
    });
    expect(provider.issuer).toBe("https://git.example.com/login/oauth");
  });

  test("maps a number to an id that is text, and the user name where the name is empty", () => {
    const profile = { id: 42, login: "ada", name: null, email: null, avatar_url: "https://a.example/1" };
    expect(GitHub().profile?.(profile as GitHubProfile, {})).toEqual({
      id: "42",
      name: "ada",
      email: null,
      image: "https://a.example/1",
    });
  });
});

describe("GitLab", () => {
  test("baseUrl moves every address", () => {
    const provider = GitLab({ baseUrl: "https://git.example.com" });
    expect(provider).toMatchObject({
      issuer: "https://git.example.com",
      token: { url: "https://git.example.com/oauth/token" },
      userinfo: { url: "https://git.example.com/api/v4/user" },
    });
  });
});

describe("VK", () => {
  test("speaks API 5.126 and asks for the e-mail address", async () => {
    const url = await authorizationUrl(Vk(client));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      v: "5.126",
      scope: "email",
      response_type: "code",
    });
    expect(Vk().token).toMatchObject({ url: "https://oauth.vk.com/access_token?v=5.126" });
    expect(Vk().userinfo).toMatchObject({
      url: "https://api.vk.com/method/users.get?fields=photo_100&v=5.126",
    });
  });

  test("the four option names stand for the standard keys", async () => {
    const url = await authorizationUrl(
      Vk({ ...client, authorizationUrl: "https://oauth.vk.com/authorize?response_type=code&v=5.199" }),
    );
    expect(url.searchParams.get("v")).toBe("5.199");
    expect(url.searchParams.get("scope")).toBe("email");
    const moved = Vk({ requestTokenUrl: "https://t.example/1", profileUrl: "https://p.example/1" }).options;
    expect(moved).toMatchObject({ token: "https://t.example/1", userinfo: "https://p.example/1" });
    expect(
      Vk({ accessTokenUrl: "https://a.example", requestTokenUrl: "https://r.example" }).options?.token,
    ).toBe("https://a.example");
  });

  test("a standard key wins over its other name", () => {
    const { options } = Vk({ token: "https://standard.example", accessTokenUrl: "https://other.example" });
    expect(options?.token).toBe("https://standard.example");
  });

  test("a parameter of the user joins the default address", async () => {
    const url = await authorizationUrl(Vk({ ...client, authorization: { params: { display: "page" } } }));
    expect(url.searchParams.get("display")).toBe("page");
    expect(url.searchParams.get("v")).toBe("5.126");
  });

  test("unwraps the answer and takes the address from the token answer", () => {
    const { userinfo, profile } = Vk();
    const conform = typeof userinfo === "object" ? userinfo.conform : undefined;
    const answer = {
      response: [{ id: 1, first_name: "Ada", last_name: "L", photo_100: "https://p.example/1" }],
    };
    const unwrapped = conform?.(answer, { email: "Ada@example.com" }) as VkProfile;
    expect(unwrapped).toMatchObject({ id: 1, email: "Ada@example.com" });
    expect(profile?.(unwrapped, {})).toEqual({
      id: "1",
      name: "Ada L",
      email: "Ada@example.com",
      image: "https://p.example/1",
    });
    expect(conform?.({ response: [] }, {})).toEqual({ email: null });
  });
});

describe("Discord", () => {
  const image = async (profile: Partial<DiscordProfile>) => {
    const whole = { username: "ada", discriminator: "0", avatar: null, ...profile } as DiscordProfile;
    return (await Discord().profile?.(whole, {}))?.image;
  };

  test("an animated picture is a gif, another a png", async () => {
    expect(await image({ id: "80351110224678912", avatar: "a_12" })).toBe(
      "https://cdn.discordapp.com/avatars/80351110224678912/a_12.gif",
    );
    expect(await image({ id: "80351110224678912", avatar: "12" })).toBe(
      "https://cdn.discordapp.com/avatars/80351110224678912/12.png",
    );
  });

  test("without one the default picture follows from the id, for old names from the number", async () => {
    expect(await image({ id: "80351110224678912" })).toBe("https://cdn.discordapp.com/embed/avatars/5.png");
    expect(await image({ id: "80351110224678912", discriminator: "1337" })).toBe(
      "https://cdn.discordapp.com/embed/avatars/2.png",
    );
    expect(await image({ id: "no number" })).toBeNull();
  });
});

describe("Nextcloud", () => {
  const image = async (options: object, id: unknown) =>
    (await Nextcloud(options).profile?.({ id } as NextcloudProfile, {}))?.image;

  test("the picture stands on the server that was named, by host or by issuer", async () => {
    const id = "ada l/1";
    const expected = "https://cloud.example.com/avatar/ada%20l%2F1/512";
    expect(await image({ domain: "cloud.example.com" }, id)).toBe(expected);
    expect(await image({ issuer: "https://cloud.example.com/" }, id)).toBe(expected);
    expect(await image({ issuer: "https://cloud.example.com/x", domain: "other" }, id)).toContain(
      "/x/avatar/",
    );
    expect(await image({}, id)).toBeNull();
  });

  test("surprises in the answer are no picture", async () => {
    for (const odd of [null, undefined, {}, ["a"]])
      expect(await image({ domain: "c.example" }, odd)).toBeNull();
    expect(await Nextcloud({ domain: "c.example" }).profile?.({} as never, {})).toMatchObject({
      image: null,
    });
  });
});

describe("Yandex", () => {
  const map = (profile: Partial<YandexProfile>) =>
    Yandex().profile?.({ id: "1", ...profile } as YandexProfile, {});

  test("the stub picture of a new account is none", () => {
    expect(map({ default_avatar_id: "0/0-0", is_avatar_empty: true })).toMatchObject({ image: null });
    expect(map({ default_avatar_id: "31804/x-1" })).toMatchObject({
      image: "https://avatars.yandex.net/get-yapic/31804/x-1/islands-200",
    });
  });

  test("names and addresses fall back in order", () => {
    expect(map({ real_name: "Ada L", first_name: "Ada", emails: ["a@ya.example"] })).toMatchObject({
      name: "Ada L",
      email: "a@ya.example",
    });
    expect(map({ display_name: "", first_name: "Ada" })).toMatchObject({ name: "Ada", email: null });
  });
});

test.each(all)(
  "OAUTH-55: %s maps any JSON to short text or nothing, and never throws",
  (_id, _record, make) => {
    const map = make().profile;
    if (!map) return;
    const wild = fc.dictionary(
      fc.constantFrom(
        "id",
        "sub",
        "name",
        "login",
        "email",
        "emails",
        "first_name",
        "last_name",
        "display_name",
        "photo_100",
        "default_avatar_id",
        "avatar",
        "discriminator",
        "username",
        "picture",
      ),
      fc.oneof(
        fc.jsonValue(),
        // An object that no text can be made of, a text that no address can hold, a text that is too long.
        fc.constantFrom({ toString: 0 }, "\ud800", "x".repeat(1_000_000)),
      ),
    );
    fc.assert(
      fc.property(wild, (profile) => {
        const user = map(profile, {}) as Record<string, unknown>;
        const isShortText = (value: unknown) => typeof value === "string" && value.length <= 100_000;
        expect(Object.values(user).filter((value) => value !== null && !isShortText(value))).toEqual([]);
      }),
      { numRuns: 50, examples: [[{ id: { toString: 0 } }], [{ id: "1", discriminator: { toString: 0 } }]] },
    );
  },
);

describe("Azure AD B2C", () => {
  test("RA2-A13: reads the names of next-auth 4, ours before them", () => {
    const at = (tenant: string, policy: string) =>
      `https://${tenant}.b2clogin.com/${tenant}.onmicrosoft.com/${policy}/v2.0/.well-known/openid-configuration`;
    expect(AzureADB2C({ tenantId: "t", primaryUserFlow: "f" }).wellKnown).toBe(at("t", "f"));
    expect(AzureADB2C({ tenant: "own", policy: "own", tenantId: "t", primaryUserFlow: "f" }).wellKnown).toBe(
      at("own", "own"),
    );
    const given = AzureADB2C({ tenantId: "t", primaryUserFlow: "f", [customFetch]: fetch });
    expect([given.options?.[customFetch], Object.keys(given.options ?? {}).sort()]).toEqual([
      fetch,
      ["policy", "tenant"],
    ]);
  });
});

describe("Microsoft Entra ID", () => {
  const tid = "9188040d-6c67-4c5b-b112-36a304b66dad";

  test("a tenant is a part of the issuer; an issuer of the user wins", () => {
    expect(MicrosoftEntraID().issuer).toBe("https://login.microsoftonline.com/common/v2.0");
    const own = `https://login.microsoftonline.com/${tid}/v2.0`;
    expect(MicrosoftEntraID({ tenant: tid }).issuer).toBe(own);
    // The option's name in next-auth 4: unread, it would let in everybody.
    expect(MicrosoftEntraID({ tenantId: tid }).issuer).toBe(own);
    expect(AzureAD({ tenantId: tid }).issuer).toBe(own);
    expect(MicrosoftEntraID({ issuer: "https://own.example" }).options?.issuer).toBe("https://own.example");
  });

  test("the expected issuer holds the tenant of the token, and only a tenant id", () => {
    const template = "https://login.microsoftonline.com/{tenantid}/v2.0";
    expect(entraIssuer({ tid }, template)).toBe(`https://login.microsoftonline.com/${tid}/v2.0`);
    for (const wrong of [undefined, 7, "", "../evil", `${tid}/x`])
      expect(entraIssuer({ tid: wrong }, template)).toBe(template);
  });

  test("PR-05 metadata may name the tenant by its id: any for a domain, the one for consumers, none for another id", () => {
    const at = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;
    const other = "11111111-2222-4333-8444-555555555555";
    const named = (name: string, tenant: string) => entraNames(name, at(tenant));
    expect(named(at(other), "contoso.onmicrosoft.com")).toBe(true);
    expect(named(at(tid), "consumers")).toBe(true);
    for (const [name, tenant] of [
      [at(other), "consumers"],
      [at(other), tid],
      [at(other), "common"],
      [at("evil.example"), "contoso.onmicrosoft.com"],
      [at(`${other}/x`), "contoso.onmicrosoft.com"],
      [`https://evil.example/${other}/v2.0`, "contoso.onmicrosoft.com"],
      [`https://login.microsoftonline.com/${other}/v2.0/`, "contoso.onmicrosoft.com"],
      [`https://login.microsoftonline.com/${other}`, "contoso.onmicrosoft.com"],
    ])
      expect(named(name ?? "", tenant ?? ""), `${name} for ${tenant}`).toBe(false);
    expect(entraNames(at(other), "https://own.example/contoso.com")).toBe(false);
  });

  test("the photo is one more request, or none", () => {
    expect(MicrosoftEntraID().userinfo).toMatchObject({
      extra: [
        { url: "https://graph.microsoft.com/v1.0/me/photos/48x48/$value", as: "data-url", optional: true },
      ],
    });
    expect(MicrosoftEntraID({ profilePhotoSize: false }).userinfo).toMatchObject({ extra: [] });
  });
});

describe("a provider of Hugging Face", () => {
  test("takes scope and orgIds through authorization.params", () => {
    const provider = HuggingFace({
      authorization: { params: { scope: "openid read-repos", orgIds: "org" } },
    });
    expect(provider.options?.authorization).toEqual({
      params: { scope: "openid read-repos", orgIds: "org" },
    });
    expect(provider.checks).toEqual(["state", "pkce"]);
  });
});

describe("generic OIDC", () => {
  test("keeps the issuer byte for byte, slash and all", () => {
    expect(OIDC({ issuer: "https://tenant.example.com/" }).issuer).toBe("https://tenant.example.com/");
    expect(OIDC().issuer).toBeUndefined();
  });
});

describe("credentials", () => {
  test("keeps what the user passed as options", () => {
    const authorize = () => null;
    const provider = Credentials({ credentials: { username: {} }, authorize });
    expect(provider).toMatchObject({ id: "credentials", type: "credentials", options: { authorize } });
  });
});

test("no e-mail address of Entra counts as verified: anybody can write one into a tenant", () => {
  expect(records["microsoft-entra-id"]?.emailVerified).toBeUndefined();
});

test("records hold nothing but data", () => {
  const generated = readFileSync(new URL("../../src/providers/records.ts", import.meta.url), "utf8");
  expect(generated).not.toContain("function");
  expect(JSON.parse(JSON.stringify(records))).toEqual(records);
});
