/** F-06: with `pageAddresses` nobody reads a page below the path of the endpoints: every link and form is walked. */
import { describe, expect, it } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import { type App, Browser, coreApp, locationOf, origin } from "../support/browser.js";
import { csrf, Stage } from "../plugins/stage.js";
import { codeOf, withFactor } from "../plugins/two-factor/visit.js";

/** What is typed into each field. Where several are, the second walk has the next one. */
const typed: Readonly<Record<string, string>> = {
  email: "ada@example.com",
  password: "correct horse battery staple",
  username: "ada",
  code: "000000",
  recovery: "AAAAA-AAAAA",
  name: "Ada",
};

interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

const plain = (text: string): string => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
const attribute = (tag: string, name: string): string =>
  plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** What a person may press on a page; what a script alone sends is left out. */
function formsOf(page: string): readonly Form[] {
  return [...page.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].flatMap(([, head = "", content = ""]) => {
    if (head.includes("data-passkey")) return [];
    const inputs = [...content.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
    const fields = inputs.map((tag) => {
      const name = attribute(tag, "name");
      return [name, attribute(tag, "value") || (typed[name] ?? "something")] as const;
    });
    const others = [...content.matchAll(/<button[^>]*formaction[^>]*>/g)].map(([tag]) => tag);
    const actions = [attribute(head, "action"), ...others.map((tag) => attribute(tag, "formaction"))];
    return actions.map((action) => ({ action, fields: Object.fromEntries(fields) }));
  });
}

const linksOf = (page: string): readonly string[] =>
  [...page.matchAll(/<a\b[^>]*>/g)].map(([tag]) => attribute(tag, "href"));

/** An app that notes the pages below the endpoints, with the request that was answered so. */
function walkedApp(): { stage: Stage; app: App; below: Set<string> } {
  const stage = new Stage({
    plugins: [account(), password({ sendMail: () => undefined }), twoFactor()],
    pageAddresses: true,
  });
  stage.config.providers = stage.config.providers.map((each) =>
    "type" in each && each.type === "webauthn" ? Passkey() : each,
  );
  const below = new Set<string>();
  const answer = coreApp(stage.config);
  const app: App = async (request) => {
    const response = await answer(request);
    const { pathname } = new URL(request.url);
    if (response.headers.get("content-type")?.startsWith("text/html") && pathname.startsWith("/auth/"))
      below.add(`${request.method} ${pathname}: ${response.status}`);
    return response;
  };
  return { stage, app, below };
}

/** Follows links and sends forms, each once, as far as they lead. @returns the pages that were seen */
async function walk(browser: Browser, begin: readonly string[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const done = new Set<string>();
  const open = begin.map((address) => ({ address, form: undefined as Form | undefined }));
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { address, form } = next;
    const url = new URL(address, origin);
    const { csrfToken: _token, code: _code, setUp: _setUp, ...same } = form?.fields ?? {};
    const key = JSON.stringify([url.pathname, form === undefined ? [...url.searchParams.keys()] : same]);
    if (url.origin !== origin || done.has(key) || done.size > 400) continue;
    done.add(key);
    const answer = await (form === undefined
      ? browser.send(url.href)
      : browser.post(url.href, { ...form.fields, ...(form.fields["csrfToken"] && (await csrf(browser))) }));
    if (answer.status === 302) open.unshift({ address: locationOf(answer), form: undefined });
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    seen.add(url.pathname);
    const page = await answer.text();
    // What ends the session comes last.
    for (const sent of formsOf(page)) {
      const isEnd = /signout/.test(sent.action) || /sessions|delete/.test(sent.fields["do"] ?? "");
      open[isEnd ? "push" : "unshift"]({ address: sent.action, form: sent });
    }
    for (const link of linksOf(page)) open.unshift({ address: link, form: undefined });
  }
  return seen;
}

async function signIn({ provider }: Stage, browser: Browser): Promise<void> {
  const claims = (given: Record<string, unknown>) => ({
    ...given,
    sub: "ada",
    email: "ada@example.com",
    email_verified: true,
    name: "ada",
  });
  provider.faults = { claims, userinfo: claims };
  const query = provider.authorize(locationOf(await browser.startSignIn("op")));
  await browser.send(`/auth/callback/op?${query}`);
}

describe("F-06: with pageAddresses no page is below the endpoints", () => {
  it("for who is signed out", async () => {
    const { app, below } = walkedApp();
    const seen = await walk(new Browser(app), ["/sign-in", "/auth/signin", "/auth-error?error=Verification"]);
    expect([...below]).toEqual([]);
    expect([...seen]).toEqual(
      expect.arrayContaining(["/sign-in", "/sign-up", "/forgot", "/check-your-email", "/auth-error"]),
    );
  });

  it("for who is signed in", async () => {
    const { stage, app, below } = walkedApp();
    const browser = new Browser(app);
    await signIn(stage, browser);
    const seen = await walk(browser, ["/account", "/sign-in?add=passkey", "/auth/two-factor/manage"]);
    expect([...below]).toEqual([]);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        "/account",
        "/link-account",
        "/two-factor-set-up",
        "/two-factor-manage",
        "/sign-out",
      ]),
    );
  });

  it("for who has a second factor", async () => {
    const { stage, app, below } = walkedApp();
    const browser = new Browser(app);
    await signIn(stage, browser);
    const [userId = ""] = stage.store.rows.users.keys();
    const secret = await withFactor(stage, userId);
    const last = new Browser(app);
    await signIn(stage, last);
    await last.post("/two-factor", { ...(await csrf(last)), code: await codeOf(secret, 1) });
    // New codes are shown where they were asked for.
    const codes = await last.post("/two-factor-manage", { ...(await csrf(last)), callbackUrl: "/after" });
    expect([codes.status, await codes.text()]).toEqual([200, expect.stringContaining('class="codes"')]);
    const seen = new Set(await walk(browser, ["/account", "/two-factor-manage", "/two-factor-set-up"]));
    const again = new Browser(app);
    await signIn(stage, again);
    for (const page of await walk(again, ["/two-factor"])) seen.add(page);
    expect([...below]).toEqual([]);
    expect([...seen]).toEqual(
      expect.arrayContaining(["/two-factor", "/two-factor-manage", "/two-factor-confirm"]),
    );
  });

  it("for a mail: a wrong code, and a link that is opened elsewhere", async () => {
    const { stage, app, below } = walkedApp();
    const browser = new Browser(app);
    const form = { ...(await csrf(browser)), email: "ada@example.com", callbackUrl: "/after" };
    await browser.post("/auth/signin/email", form);
    const { url = "", code = "" } = stage.mails.at(-1) ?? {};
    const send = async (given: string) =>
      locationOf(await browser.post("/auth/callback/email", { ...(await csrf(browser)), code: given }));
    const wrong = await send(code === "00000000" ? "11111111" : "00000000");
    expect(wrong).toBe(`${origin}/check-your-email?provider=email&type=email&code=wrong`);
    const page = await (await browser.send(wrong)).text();
    expect(page).toContain("That code is not right");
    const other = new Browser(app);
    const asked = locationOf(await other.send(url));
    expect(asked).toContain("/check-your-email?");
    const press = await (await other.send(asked)).text();
    expect(press).toContain("ada@example.com");
    expect(locationOf(await other.open(asked))).toBe(`${origin}/after`);
    expect([...below]).toEqual([]);
  });
});
