/** The plugin two-factor with a back office: what administrators show, and what they cannot do to the factor of others. */
import { Hono } from "hono";
import { afterAll, describe, expect, it } from "vitest";
import { createAuth } from "../../../src/runtime/integrations/hono.js";
import { pluginsOf } from "../../../src/runtime/plugins/host/scope.js";
import { secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { Browser } from "../../support/browser.js";
import type { Visitor } from "../organizations/visitor.js";
import { codeOf, wrongCode } from "../two-factor/visit.js";
import { byMail, officeWithFactors, openMail, post, sendCode, where } from "./factors.js";
import { adapterOf, closeStores, codeOf as errorOf, type Office, longPlaces, type Person } from "./office.js";

afterAll(closeStores);

const headerOf = ({ browser }: Visitor): string =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const requestOf = (at: Visitor): never =>
  ({ headers: { host: "localhost:3000", cookie: headerOf(at) }, method: "GET", url: "/" }) as never;

async function act({ at }: { readonly at: Visitor }, user: Person): Promise<Visitor> {
  const path = `/admin/users/${user.id}/impersonate`;
  await at.send(await at.open(path), path, { reason: "Ticket 4711" });
  if (((await at.browser.session()) as { impersonatedBy?: object }).impersonatedBy === undefined)
    throw new Error("Nobody acts");
  return at;
}

/** A route of the app behind a guard. */
async function guarded(town: Office, at: Visitor, requirement: object): Promise<number> {
  const auth = createAuth(town.config);
  const app = new Hono();
  app.get("/vault", auth.require(requirement as never), (c) => c.text("open"));
  const browser = new Browser(async (request) => app.fetch(request));
  for (const [name, value] of at.browser.cookies) browser.cookies.set(name, value);
  return (await browser.send("/vault", { headers: { accept: "text/html" } })).status;
}

describe.each(longPlaces)("%s, sessions of strategy %s", (store, strategy) => {
  const office = async (given: Parameters<typeof officeWithFactors>[0] = {}) =>
    officeWithFactors({ adapter: await adapterOf(store), strategy, ...given });

  it("ADM-99: a grant opens nothing before the code, at sign-in or in the session, with requireFactor or without", async () => {
    for (const options of [{}, { requireFactor: true }]) {
      const { town, rootSecret } = await office({ options });
      // By a mail as far as the question.
      const half = town.visitor();
      expect(await openMail(town, half, "root")).toBe("/auth/two-factor");
      expect((await half.open("/admin/users")).location).toMatch(/^\/signin\?callbackUrl=/);
      expect((await half.read("/admin/users")).body["error"]).toBe("signed-out");
      await sendCode(half, rootSecret, 1);
      expect((await half.open("/admin/users")).status).toBe(200);
      // In a session that has shown none, as one of before the factor.
      const root = await town.person("root");
      const unshown = town.visitor(root);
      const led = await unshown.open("/admin/users");
      expect([led.status, led.location]).toEqual([302, expect.stringMatching(/^\/two-factor\/confirm\?/)]);
      expect(await errorOf(town.auth.users.list(root.req))).toBe("factor");
      await post(unshown, "/two-factor/confirm", { code: await wrongCode(rootSecret) });
      expect((await unshown.open("/admin/users")).status).toBe(302);
      await post(unshown, "/two-factor/confirm", { recovery: "AAAAA-AAAAA" });
      expect((await unshown.open("/admin/users")).status).toBe(200);
      expect((await town.auth.users.list(requestOf(unshown))).users).toHaveLength(2);
    }
  });

  it("ADM-99: an administrator who has no factor is led to set one up, and gets in with it alone", async () => {
    const { town } = await office();
    await town.administrator("bare");
    const at = await byMail(town, "bare");
    const { location } = await at.open("/admin/users");
    expect((await at.open(location)).location).toMatch(/^\/two-factor\/set-up/);
    expect((await at.read("/admin/users")).body["error"]).toBe("factor");
  });

  it("ADM-100: wrong codes of whoever acts for a user count for nobody, and no route of the factor does anything", async () => {
    const all = await office();
    const { town, ada, adaSecret } = all;
    const at = await act(all, ada);
    const rowOf = () => town.records(secretTable).find({ userId: ada.id });
    const before = await rowOf();
    const wrong = await wrongCode(adaSecret);
    for (let time = 0; time < 11; time += 1)
      expect((await post(at, "/two-factor/confirm", { code: wrong })).status).toBe(403);
    // Right ones do nothing either.
    expect((await post(at, "/two-factor/confirm", { code: await codeOf(adaSecret) })).status).toBe(403);
    const posts = pluginsOf(town.config)
      .filter(({ id }) => id === "two-factor")
      .flatMap(({ routes = [] }) => routes.filter(({ method }) => method === "POST"));
    expect(posts.length).toBeGreaterThan(9);
    for (const { path } of posts) {
      const sent = await post(at, path, { code: await codeOf(adaSecret), recovery: "AAAAA-AAAAA" });
      expect([path, sent.status]).toEqual([path, 403]);
    }
    expect(await rowOf()).toEqual(before);
    expect(where(await post(at, "/two-factor/off"))).toBe("403");
    // The control: she is not shut out, and her codes are good.
    const own = await byMail(town, "ada", adaSecret, 1);
    expect((await own.browser.session())?.user?.["email"]).toBe("ada@example.com");
    expect(await rowOf()).not.toEqual(before);
  });

  it("ADM-101: a guard that asks for the factor, or for a fresh sign-in, answers whoever acts for a user with 403", async () => {
    const all = await office();
    const { town, ada, adaSecret } = all;
    const at = await act(all, ada);
    const aged = [{ maxAge: 86_400 }, { maxAge: 86_400, impersonation: "allow" }];
    const asked: readonly object[] = [
      { factor: "two-factor" },
      { factor: "two-factor", maxAge: 3600 },
      { factor: "two-factor", impersonation: "allow" },
      // Of a row in a table the age is not known to a guard.
      ...(strategy === "jwt" ? aged : []),
    ];
    for (const requirement of asked)
      expect([requirement, await guarded(town, at, requirement)]).toEqual([requirement, 403]);
    expect(await guarded(town, at, {})).toBe(200);
    // The control: her own hand, and that of the administrator once it is theirs again.
    const own = await byMail(town, "ada", adaSecret, 1);
    for (const requirement of asked)
      expect([requirement, await guarded(town, own, requirement)]).toEqual([requirement, 200]);
    await at.send(await at.open("/impersonation"), "/impersonation");
    expect(await guarded(town, at, { factor: "two-factor" })).toBe(200);
  });
});
