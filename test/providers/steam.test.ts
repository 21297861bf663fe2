import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { customFetch } from "../../src/runtime/types/symbols.js";
import Steam from "../../src/providers/steam.js";
import { appWithEnv, Browser, locationOf, origin, watched } from "../support/browser.js";

const key = "test-web-api-key-0000";
const endpoint = "https://steamcommunity.com/openid/login";
const account = "76561197960287930";
const now = Date.UTC(2026, 5, 1, 12, 0, 0);

beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly form: URLSearchParams;
}

/** An app and a Steam that knows each nonce once. */
function stage(options: { answer?: string; status?: number; apiKey?: string } = {}) {
  const sent: Sent[] = [];
  const nonces = new Set<string>();
  const { seen, config } = watched();
  const fetched = async (url: string, init: RequestInit = {}) => {
    const form = new URLSearchParams(init.body as URLSearchParams | undefined);
    sent.push({ url, headers: new Headers(init.headers), form });
    if (!url.startsWith(endpoint))
      return Response.json({ response: { players: [{ steamid: "1", personaname: "Mira" }] } });
    const nonce = form.get("openid.response_nonce") ?? "";
    const isNew = !nonces.has(nonce);
    nonces.add(nonce);
    const said = `ns:http://specs.openid.net/auth/2.0\nis_valid:${String(isNew)}\n`;
    return new Response(options.answer ?? said, { status: options.status ?? 200 });
  };
  const provider = Steam({ apiKey: options.apiKey ?? key });
  const browser = new Browser(
    appWithEnv({ providers: [{ ...provider, [customFetch]: fetched as typeof fetch }], ...config }),
  );
  return { browser, seen, sent };
}

/** What Steam sends back, with changes; undefined leaves a parameter out. */
function assertion(start: URL, changes: Readonly<Record<string, string | undefined>> = {}): URL {
  const returnTo = start.searchParams.get("openid.return_to") ?? "";
  const fields = {
    ns: "http://specs.openid.net/auth/2.0",
    mode: "id_res",
    op_endpoint: endpoint,
    claimed_id: `https://steamcommunity.com/openid/id/${account}`,
    identity: `https://steamcommunity.com/openid/id/${account}`,
    return_to: returnTo,
    response_nonce: "2026-06-01T12:00:00Zabc",
    assoc_handle: "1234567890",
    signed: "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle",
    sig: "c2lnbmF0dXJl",
    ...changes,
  };
  const url = new URL(returnTo);
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) url.searchParams.set(`openid.${name}`, value);
  return url;
}

async function begin(browser: Browser): Promise<URL> {
  return new URL(locationOf(await browser.startSignIn("steam")));
}

async function refused(browser: Browser, url: URL | string): Promise<void> {
  const end = await browser.send(String(url));
  expect(locationOf(end)).toContain("error=");
  expect(await browser.session()).toBeNull();
}

describe("Steam", () => {
  test("the browser goes to Steam with our address and state, and without the key", async () => {
    const url = await begin(stage().browser);
    expect(url.origin + url.pathname).toBe(endpoint);
    const { "openid.return_to": returnTo = "", ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      "openid.ns": "http://specs.openid.net/auth/2.0",
      "openid.mode": "checkid_setup",
      "openid.claimed_id": "http://specs.openid.net/auth/2.0/identifier_select",
      "openid.identity": "http://specs.openid.net/auth/2.0/identifier_select",
      "openid.realm": origin,
    });
    expect(returnTo).toMatch(/^http:\/\/localhost:3000\/auth\/callback\/steam\?state=[\w.-]{40,}$/);
    expect(url.href).not.toContain(key);
  });

  test("Steam is asked whether it said so; the account is the asserted one, whatever the API says", async () => {
    const { browser, seen, sent } = stage();
    const answer = assertion(await begin(browser));
    expect(locationOf(await browser.send(answer.href))).toBe(`${origin}/after`);
    const [check, api] = sent;
    expect(check?.url).toBe(endpoint);
    const given = Object.fromEntries([...answer.searchParams].filter(([name]) => name !== "state"));
    expect(Object.fromEntries(check?.form ?? [])).toEqual({
      ...given,
      "openid.mode": "check_authentication",
    });
    expect(api?.url).toBe(
      `https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/?steamids=${account}`,
    );
    expect(api?.headers.get("x-webapi-key")).toBe(key);
    expect(api?.headers.has("authorization")).toBe(false);
    expect(seen.accounts).toEqual([{ provider: "steam", type: "oauth", providerAccountId: account }]);
    expect((await browser.session())?.user).toMatchObject({ name: "Mira" });
    expect(sent.map(({ url, form }) => url + String(form)).join()).not.toContain(key);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["another op_endpoint", { op_endpoint: "https://evil.example/openid/login" }],
    ["an op_endpoint that begins like Steam's", { op_endpoint: `${endpoint}/x` }],
    ["another return_to", { return_to: `${origin}/auth/callback/steam?state=other` }],
    ["a return_to of another app", { return_to: "https://evil.example/auth/callback/steam" }],
    [
      "an identifier of another host",
      {
        claimed_id: `https://evil.example/openid/id/${account}`,
        identity: `https://evil.example/openid/id/${account}`,
      },
    ],
    [
      "an identifier behind Steam's name",
      {
        claimed_id: `https://steamcommunity.com.evil.example/openid/id/${account}`,
        identity: `https://steamcommunity.com.evil.example/openid/id/${account}`,
      },
    ],
    [
      "an identifier with something behind it",
      {
        claimed_id: `https://steamcommunity.com/openid/id/${account}/x`,
        identity: `https://steamcommunity.com/openid/id/${account}/x`,
      },
    ],
    [
      "an identity that is not the claimed one",
      { identity: "https://steamcommunity.com/openid/id/76561197960287931" },
    ],
    ["an old nonce", { response_nonce: "2026-06-01T11:54:59Zabc" }],
    ["a nonce of the future", { response_nonce: "2026-06-01T12:05:01Zabc" }],
    ["a nonce without a time", { response_nonce: "abc" }],
    ["another version", { ns: "http://openid.net/signon/1.1" }],
    ["no version", { ns: undefined }],
    ["another mode", { mode: "setup_needed" }],
    ["a nonce that is signed but not there", { response_nonce: undefined }],
  ])("%s is refused before anybody is asked", async (_what, changes) => {
    const { browser, sent } = stage();
    await refused(browser, assertion(await begin(browser), changes));
    expect(sent).toEqual([]);
  });

  test.each(["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"])(
    "an answer whose %s is not signed is refused",
    async (name) => {
      const { browser, sent } = stage();
      const whole = ["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"];
      const signed = whole.filter((each) => each !== name).join(",");
      await refused(browser, assertion(await begin(browser), { signed }));
      expect(sent).toEqual([]);
    },
  );

  test.each<[string, { answer?: string; status?: number }]>([
    ["is_valid:false", { answer: "ns:http://specs.openid.net/auth/2.0\nis_valid:false\n" }],
    ["is_valid:true in another line", { answer: "error:is_valid:true\n" }],
    ["an empty answer", { answer: "" }],
    ["is_valid:true with status 500", { answer: "is_valid:true\n", status: 500 }],
  ])("a forged signature is refused: %s", async (_what, options) => {
    const { browser, sent } = stage(options);
    await refused(browser, assertion(await begin(browser)));
    expect(sent).toHaveLength(1);
  });

  test("a repeated parameter is refused", async () => {
    const { browser, sent } = stage();
    const answer = assertion(await begin(browser));
    await refused(browser, `${answer.href}&openid.claimed_id=x`);
    expect(sent).toEqual([]);
  });

  test("an answer works once, and in the browser that asked for it only", async () => {
    const { browser, sent } = stage();
    const answer = assertion(await begin(browser));
    const other = stage();
    await refused(other.browser, answer);
    // Another sign-in of the other browser does not help: the state is not its own.
    await begin(other.browser);
    await refused(other.browser, answer);
    expect(other.sent).toEqual([]);
    await browser.send(answer.href);
    expect(await browser.session()).not.toBeNull();
    browser.cookies.delete("authjs.session-token");
    const before = sent.length;
    expect(locationOf(await browser.send(answer.href))).toContain("error=");
    expect(sent).toHaveLength(before);
  });

  test("a nonce that Steam has confirmed before is refused, with a new state as well", async () => {
    const { browser, sent } = stage();
    await browser.send(assertion(await begin(browser)).href);
    browser.cookies.clear();
    await refused(browser, assertion(await begin(browser)));
    expect(sent.at(-1)?.url).toBe(endpoint);
  });

  test("who cancels is back on the sign-in page", async () => {
    const { browser, sent } = stage();
    const url = new URL((await begin(browser)).searchParams.get("openid.return_to") ?? "");
    url.searchParams.set("openid.ns", "http://specs.openid.net/auth/2.0");
    url.searchParams.set("openid.mode", "cancel");
    expect(locationOf(await browser.send(url.href))).toContain("/auth/signin?error=OAuthCallbackError");
    expect(sent).toEqual([]);
    expect(browser.has("state")).toBe(false);
  });

  test("without a key it says which option and variable are missing", async () => {
    const { browser, seen } = stage({ apiKey: "" });
    await refused(browser, assertion(await begin(browser)));
    expect(String(seen.errors[0])).toContain('"apiKey"');
    expect(String(seen.errors[0])).toContain("AUTH_STEAM_KEY");
  });
});
