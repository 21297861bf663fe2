/** What Nitro 3 has beside h3: plugins, in front of rules, public files and upgrades. */
import { describe, expect, test } from "vitest";
import { createAuth, inFront, type NitroApp } from "../../src/runtime/integrations/h3.js";
import { encode } from "../../src/runtime/jwt.js";

const secret = "test-secret-test-secret-test-secret-000";
const salt = "__Secure-authjs.session-token";
const origin = "https://shop.example";
const auth = createAuth({
  secret,
  trustHost: true,
  providers: [],
  callbacks: { session: ({ session, token }) => ({ ...session, user: { role: token?.["role"] } }) },
});
const cookieOf = async (claims: object): Promise<string> =>
  `${salt}=${await encode({ secret, salt, token: { sub: "1", name: "Ada", ...claims } })}`;

/** An app that answers everything by a rule. */
function appOf(answer = new Response("the internal service", { headers: { "cache-control": "public" } })) {
  const seen: string[] = [];
  const app: NitroApp = {
    fetch(request) {
      seen.push((request as Request).url);
      return answer;
    },
  };
  inFront(auth.require({ path: "/dashboard", role: "admin" }))(app);
  return { app, seen };
}

describe("X1: guards stand in front of what rules and files answer", () => {
  test.each(["/dashboard", "/dashboard/backend/users", "/%64ashboard/report.txt", "//dashboard/x"])(
    "%s",
    async (path) => {
      const { app, seen } = appOf();
      const page = await app.fetch(new Request(origin + path, { headers: { accept: "text/html" } }));
      expect([page.status, page.headers.get("location")?.startsWith("/auth/signin?")]).toEqual([302, true]);
      const script = await app.fetch(new Request(origin + path, { headers: { accept: "application/json" } }));
      expect([script.status, await script.json()]).toMatchObject([401, { error: "unauthenticated" }]);
      expect(seen).toEqual([]);
    },
  );

  test("somebody without the role does not come by, an admin does, and no cache keeps the answer", async () => {
    const { app, seen } = appOf();
    const ask = async (claims: object) =>
      app.fetch(new Request(`${origin}/dashboard/x`, { headers: { cookie: await cookieOf(claims) } }));
    expect((await ask({})).status).toBe(403);
    expect(seen).toEqual([]);
    const answer = await ask({ role: "admin" });
    expect([answer.headers.get("cache-control"), answer.headers.get("vary")]).toEqual(["private", "Cookie"]);
    expect(await answer.text()).toBe("the internal service");
  });

  test("other addresses are the app's own, in every form that Nitro asks in", async () => {
    const open = new Response("open", { headers: { "cache-control": "public" } });
    const { app, seen } = appOf(open);
    expect(await app.fetch(new Request(`${origin}/open`))).toBe(open);
    expect(await app.fetch("/open", { method: "POST" })).toBe(open);
    expect(await app.fetch(new URL(`${origin}/open?a=1`))).toBe(open);
    expect(seen).toEqual([`${origin}/open`, "http://localhost/open", `${origin}/open?a=1`]);
    expect((await app.fetch("/dashboard", { headers: { accept: "application/json" } })).status).toBe(401);
  });

  test("the handlers of an upgrade stay at its answer, and are not there for who is refused", async () => {
    const upgrade = Object.assign(new Response("hi"), { crossws: { open: () => undefined } });
    const { app } = appOf(upgrade);
    const headers = { cookie: await cookieOf({ role: "admin" }) };
    expect(await app.fetch(new Request(`${origin}/dashboard/ws`, { headers }))).toBe(upgrade);
    expect(await app.fetch(new Request(`${origin}/dashboard/ws`))).not.toHaveProperty("crossws");
  });
});
