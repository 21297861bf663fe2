/** `auth.require({ organization })`, asked over HTTP. */
import { createServer, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NextRequest } from "next/server.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { FrameworkAuth } from "../../../src/runtime/integrations/next/index.js";
import type { PathRequirement } from "../../../src/runtime/integrations/node.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import { type Person, Town } from "./town.js";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
});

/** An app whose guard has this requirement, asked by somebody. */
async function guarded(town: Town, requirement: PathRequirement) {
  const server = createServer((req, res) => {
    // The town stands at localhost:3000.
    req.headers.host = "localhost:3000";
    void (async () => {
      const session = await town.auth.require(req, res, requirement);
      if (session === null) return;
      const { organization } = session ?? {};
      const pays = organization?.can("invoice:pay");
      res.setHeader("content-type", "application/json").end(JSON.stringify({ organization, pays }));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => server.close());
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  // The path goes out as it is written.
  return async (
    who: Person | undefined,
    path: string,
    { method = "GET", ...headers }: Record<string, string> = {},
  ): Promise<Response> => {
    const shown = { accept: "application/json", ...headers, ...(who && { cookie: who.cookie }) };
    const sent = request(origin, { path, method, headers: shown });
    sent.end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(await text(answer), { status: answer.statusCode ?? 0, headers: told });
  };
}

/** Counts what the store is asked for in tables of the plugin. */
function counting(adapter: Adapter) {
  const finds: string[] = [];
  const records = adapter.records!.bind(adapter);
  adapter.records = (table) => {
    const all = records(table);
    const find: typeof all.find = (where) => {
      if (table.name.startsWith("auth_organizations_")) finds.push(table.name);
      return all.find(where);
    };
    return new Proxy(all, { get: (target, name) => (name === "find" ? find : Reflect.get(target, name)) });
  };
  return { adapter, taken: () => finds.splice(0).length };
}

const byPath = { path: "/teams/:team", organization: "team" } as const;
const page = { accept: "text/html", "sec-fetch-mode": "navigate" };

describe("a guard for members", () => {
  it("lets members in, hands on the organisation, and shows strangers what nobody's slug shows", async () => {
    const town = new Town();
    const [ada, bob, eve] = [await town.person("ada"), await town.person("bob"), await town.person("eve")];
    const { id } = await town.acme(ada);
    await town.join(id, "clerk", bob);
    const ask = await guarded(town, byPath);
    expect(await (await ask(bob, "/teams/acme/x")).json()).toEqual({
      organization: { id, slug: "acme", name: "Acme", role: "clerk" },
      pays: true,
    });
    const [stranger, missing] = [await ask(eve, "/teams/acme"), await ask(eve, "/teams/nobodys")];
    expect(stranger.status).toBe(404);
    expect([await stranger.text(), missing.status]).toEqual([await missing.text(), 404]);
    const plain = (answer: Response) => [...answer.headers].filter(([name]) => name !== "date");
    expect(plain(stranger)).toEqual(plain(missing));
    expect((await ask(undefined, "/teams/acme")).status).toBe(401);
  });

  it("lets nobody in who was removed, at once and in other processes", async () => {
    const town = new Town();
    const [ada, bob] = [await town.person("ada"), await town.person("bob")];
    const { id } = await town.acme(ada);
    await town.join(id, "member", bob);
    const ask = await guarded(town.beside(), byPath);
    expect((await ask(bob, "/teams/acme")).status).toBe(200);
    await town.auth.members.remove(ada.req, "acme", bob.id);
    expect((await ask(bob, "/teams/acme")).status).toBe(404);
  });

  it("asks for roles and permissions of the member's role", async () => {
    const town = new Town();
    const [ada, bob] = [await town.person("ada"), await town.person("bob")];
    await town.join((await town.acme(ada)).id, "clerk", bob);
    const statuses = async (requirement: object) => {
      const ask = await guarded(town, { ...byPath, ...requirement });
      return [(await ask(ada, "/teams/acme")).status, (await ask(bob, "/teams/acme")).status];
    };
    expect(await statuses({ role: "owner" })).toEqual([200, 403]);
    expect(await statuses({ role: ["owner", "clerk"] })).toEqual([200, 200]);
    expect(await statuses({ role: [] })).toEqual([403, 403]);
    expect(await statuses({ can: "invoice:pay" })).toEqual([200, 200]);
    expect(await statuses({ can: ["invoice:pay", "invoice:read"] })).toEqual([200, 403]);
    expect(await statuses({ can: "organization:delete" })).toEqual([200, 403]);
  });

  it("gives a role that the configuration has no more no permission", async () => {
    const town = new Town();
    const ada = await town.person("ada");
    const bob = await town.person("bob");
    await town.join((await town.acme(ada)).id, "gone", bob);
    const ask = await guarded(town, { ...byPath, can: "invoice:read" });
    expect((await ask(bob, "/teams/acme")).status).toBe(403);
  });

  it.each([
    [{ path: "/teams/:team", role: "owner" }, "without organization"],
    [{ can: "invoice:pay" }, "without organization"],
    [{ ...byPath, role: "boss" }, "a role that nobody can have"],
    [{ organization: "team" }, "a name that no address has"],
  ])("is answered 500 for %o: %s", async (requirement, _why) => {
    const town = new Town();
    const ada = await town.person("ada");
    await town.acme(ada);
    const ask = await guarded(town, requirement);
    expect((await ask(ada, "/teams/acme")).status).toBe(500);
  });

  it("leads members of a renamed one on, and nobody else", async () => {
    const town = new Town();
    const [ada, eve] = [await town.person("ada"), await town.person("eve")];
    await town.acme(ada);
    await town.auth.organizations.rename(ada.req, "acme", { slug: "apex" });
    // For a minute the process goes by the slug that it knows.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    const ask = await guarded(town, byPath);
    const led = await ask(ada, "/teams/acme/x?y=acme", page);
    expect([led.status, led.headers.get("location")]).toEqual([307, "/teams/apex/x?y=acme"]);
    expect((await ask(ada, "/teams/acme/x")).status).toBe(404);
    expect((await ask(ada, "/teams/acme/x", { ...page, method: "POST" })).status).toBe(404);
    const strange = await ask(eve, "/teams/acme/x", page);
    expect([strange.status, strange.headers.get("location")]).toEqual([404, null]);
    const elsewhere = await ask(ada, "//evil.example/../teams/acme", page);
    expect(elsewhere.headers.get("location") ?? "").not.toContain("evil");
  });

  it("costs two questions at first, one while the slug is known, three for who is not admitted", async () => {
    const { adapter, taken } = counting(MemoryAdapter());
    const town = new Town({ adapter });
    const [ada, eve] = [await town.person("ada"), await town.person("eve")];
    await town.acme(ada);
    const ask = await guarded(town.beside(adapter), byPath);
    taken();
    const cost = async (who: Person, path: string) => (await ask(who, path), taken());
    expect(await cost(eve, "/teams/acme")).toBe(3);
    expect(await cost(eve, "/teams/nobodys")).toBe(3);
    expect(await cost(ada, "/teams/acme")).toBe(2);
    expect(await cost(ada, "/teams/acme")).toBe(1);
    expect(await cost(eve, "/teams/acme")).toBe(3);
    expect(await cost(eve, "/teams/nobodys")).toBe(3);
  });
});

describe("an organisation that a header names", () => {
  const byHeader = { organization: { header: "X-Organization" } };
  it("is asked for by requests of the app's own pages and of programs alone", async () => {
    const town = new Town();
    const ada = await town.person("ada");
    await town.acme(ada);
    const ask = await guarded(town, byHeader);
    const status = async (headers: Record<string, string>) => (await ask(ada, "/api", headers)).status;
    const named = { "x-organization": "acme" };
    expect(await status(named)).toBe(200);
    expect(await status({ ...named, "sec-fetch-site": "same-origin" })).toBe(200);
    for (const site of ["same-site", "cross-site", "none", "odd"])
      expect(await status({ ...named, "sec-fetch-site": site })).toBe(403);
    expect(await status({})).toBe(400);
    for (const other of ["acme, acme", "ACME", "%61cme", ""])
      expect([400, 404]).toContain(await status({ "x-organization": other }));
  });
});

it("in the proxy of Next.js a stranger gets 404 before the page has begun", async () => {
  const town = new Town();
  const [ada, eve] = [await town.person("ada"), await town.person("eve")];
  await town.acme(ada);
  const { auth } = FrameworkAuth({ ...town.config, basePath: "/auth" });
  const proxy = auth.require({ path: "/teams/:team", organization: "team" }, () => {});
  const statusOf = async (path: string, who?: Person) => {
    const headers = {
      host: "localhost:3000",
      "sec-fetch-mode": "navigate",
      ...(who && { cookie: who.cookie }),
    };
    const asked = new NextRequest(`http://localhost:3000${path}`, { headers });
    return (await proxy(asked, { waitUntil: () => {} })).status;
  };
  expect(await statusOf("/teams/acme/bills", ada)).toBe(200);
  expect(await statusOf("/teams/acme/bills", eve)).toBe(404);
  expect(await statusOf("/teams/nobodys", ada)).toBe(404);
  expect(await statusOf("/teams/acme")).toBe(302);
  expect(await statusOf("/about")).toBe(200);
});
