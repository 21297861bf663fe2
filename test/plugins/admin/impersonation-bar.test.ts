/** While somebody acts for a user, every built-in page says so on top, and ends it. */
import { afterAll, describe, expect, it } from "vitest";
import { pluginsOf } from "../../../src/runtime/plugins/host/scope.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import type { Visitor } from "../organizations/visitor.js";
import { adapterOf, closeStores, Office, places, type Person } from "./office.js";

afterAll(closeStores);

const bar = /<div class="bar">[\s\S]*?<\/div>/g;
const barsIn = (html: string) =>
  [...html.matchAll(bar)].map(([found]) => found.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "));

async function act(town: Office, root: Person, user: Person): Promise<Visitor> {
  const at = town.visitor(root);
  const path = `/admin/users/${user.id}/impersonate`;
  await at.send(await at.open(path), path, { reason: "Ticket 4711" });
  return at;
}

const plugins = () => [
  password({ sendMail: () => undefined }),
  organizations({
    roles: { owner: ["*"], member: [] },
    create: "everybody",
    sendMail: () => undefined,
  }),
];
const corePages = ["/signin", "/signout", "/verify-request", "/error?error=AccessDenied"];

describe.each(places)("%s, sessions of strategy %s", (store, strategy) => {
  it("ADM-110: every page has one bar with who acts for whom, its press ends it, and no other session has one", async () => {
    const town = new Office({ adapter: await adapterOf(store), strategy, plugins: plugins() });
    const [root, ada] = [await town.administrator(), await town.person("ada")];
    await town.auth.organizations.create(ada.req, { name: "Acme", slug: "acme" } as never);
    const at = await act(town, root, ada);
    const routes = pluginsOf(town.config).flatMap(({ routes: all = [] }) => all);
    const paths = routes.flatMap(({ method, path }) =>
      method === "GET" && path !== "/impersonation" ? [path.replace(/:\w+/, "acme")] : [],
    );
    const shown: string[] = [];
    for (const path of [...corePages, ...paths]) {
      const { html, response } = await at.open(path);
      if (response.headers.get("content-type")?.startsWith("text/html") !== true) continue;
      shown.push(path);
      expect([path, barsIn(html)]).toEqual([path, [" root acts for ada. Stop "]]);
      expect(html.indexOf('<div class="bar">')).toBeLessThan(html.indexOf("<h1"));
      expect(html.match(/<style[^>]*>[\s\S]*?<\/style>/)?.[0]).toContain(".bar{");
    }
    expect(shown).toEqual(expect.arrayContaining([...corePages, "/account", "/organizations/acme"]));
    expect(shown.length).toBeGreaterThan(12);
    // The page that says the same has it once.
    expect(barsIn((await at.open("/impersonation")).html)).toEqual([]);
    for (const who of [ada, root])
      for (const path of ["/account", "/signout"])
        expect(barsIn((await town.visitor(who).open(path)).html)).toEqual([]);
    const stopped = await at.send(await at.open("/account"), "/impersonation");
    expect([stopped.status, stopped.location]).toEqual([302, `/admin/users/${ada.id}`]);
    expect(barsIn((await at.open("/account")).html)).toEqual([]);
  });

  it("ADM-111: a name that is written like a page is text in the bar", async () => {
    const town = new Office({ adapter: await adapterOf(store), strategy });
    const [root, ada] = [await town.administrator(), await town.person("ada")];
    const name = '</style><div class="card"><script>alert(1)</script>';
    await town.adapter.updateUser!({ id: ada.id, name });
    const at = await act(town, root, ada);
    const { html } = await at.open("/account");
    expect(html).toContain("root acts for &lt;/style&gt;&lt;div class=&quot;card&quot;&gt;&lt;script&gt;");
    expect(html).not.toContain("<script>alert");
    expect(html.split('<div class="card">')).toHaveLength(2);
  });

  it("ADM-114: a store that does not answer takes the bar away, and not the page", async () => {
    const kept = await adapterOf(store);
    let isDown = false;
    const down = () => Promise.reject(new Error("The store is down"));
    const records: NonNullable<typeof kept.records> = (table) => {
      const own = kept.records!(table);
      return { ...own, find: (key) => (isDown ? down() : own.find(key)) };
    };
    const town = new Office({ adapter: Object.assign(Object.create(kept), { records }), strategy });
    const [root, ada] = [await town.administrator(), await town.person("ada")];
    const at = await act(town, root, ada);
    expect(barsIn((await at.open("/error?error=AccessDenied")).html)).toHaveLength(1);
    isDown = true;
    const { html, response } = await at.open("/error?error=AccessDenied");
    expect([response.status, barsIn(html)]).toEqual([403, []]);
    expect(html).toContain("<h1");
  });
});
