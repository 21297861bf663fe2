/** What a guard for members costs beside one for whoever is signed in, and a page of many members: over a store that costs nothing. */
import { performance } from "node:perf_hooks";
import { claims, config, oauthProvider, secret, sessionCookie } from "./fixture.mjs";

const goals = { guard: 2, pageMs: 20 };
const rounds = 15;
const batch = 400;
const userId = "user-1";
const roles = { owner: ["*"], member: [] };
const organization = { id: "o1", slug: "acme", name: "Acme", createdAt: new Date() };

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Rows are there at once. */
function stubStore(members, count) {
  const find = (table) => ({
    async find(where) {
      if (table.name.startsWith("auth_organizations")) count.finds += 1;
      if (table.name.endsWith("_organization"))
        return where.slug === "acme" || where.id === "o1" ? organization : undefined;
      if (table.name.endsWith("_member")) return members.find((row) => row.userId === where.userId);
      if (table.name.endsWith("_change")) return { organizationId: "o1", version: "0" };
      return undefined;
    },
    async list(where, { limit, after } = {}) {
      const rows = where.role === undefined ? members : members.filter(({ role }) => role === where.role);
      const from = after === undefined ? 0 : rows.findIndex((row) => row.userId === after.userId) + 1;
      return table.name.endsWith("_member") ? rows.slice(from, from + limit) : [];
    },
  });
  const writes = { insert: async () => "inserted", update: async () => true, consume: async () => undefined };
  const user = { id: userId, name: "Ada", email: "ada@example.com", emailVerified: new Date() };
  return {
    records: (table) => ({ ...find(table), ...writes, remove: async () => 0 }),
    getUser: async (id) => ({ ...user, id }),
    getUserByEmail: async () => user,
  };
}

const memberAt = (at) => ({
  organizationId: "o1",
  userId: at === 0 ? userId : `user-${String(at).padStart(6, "0")}`,
  role: at === 0 ? "owner" : "member",
  version: "v",
  createdAt: new Date(),
});

export async function organizationCosts() {
  const { encode } = await import("../dist/runtime/jwt.js");
  const { createAuth } = await import("../dist/runtime/integrations/express.js");
  const { organizations } = await import("../dist/runtime/plugins/organizations/index.js");
  const count = { finds: 0 };
  const members = Array.from({ length: 10_000 }, (_, at) => memberAt(at));
  const auth = createAuth({
    ...config([oauthProvider("one")]),
    adapter: stubStore(members, count),
    session: { strategy: "jwt" },
    plugins: [organizations({ roles, create: "nobody", invitation: { anyAccount: true } })],
  });
  const token = await encode({ token: { ...claims, sub: userId }, secret, salt: sessionCookie });
  const requestOf = () => {
    const request = {
      method: "GET",
      url: "/teams/acme",
      originalUrl: "/teams/acme",
      path: "/teams/acme",
      params: { team: "acme" },
      protocol: "http",
      headers: { host: "localhost:3000", cookie: `${sessionCookie}=${token}`, accept: "application/json" },
      get: (name) => request.headers[name],
      app: { get: () => undefined },
      socket: { remoteAddress: "127.0.0.1" },
    };
    return request;
  };
  const answer = () => ({
    locals: {},
    setHeader() {},
    getHeader() {},
    appendHeader() {},
    append() {},
    end() {},
    headersSent: false,
  });
  const pass = (guard) =>
    new Promise((resolve, reject) =>
      guard(requestOf(), answer(), (error) => (error ? reject(error) : resolve())),
    );
  const guards = { plain: auth.require(), member: auth.require({ organization: "team" }) };

  const found = [];
  for (let time = 0; time < 2; time += 1) {
    count.finds = 0;
    await pass(guards.member);
    found.push(count.finds);
  }
  const costs = { plain: [], member: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? ["plain", "member"] : ["member", "plain"]) {
      const before = process.cpuUsage();
      for (let time = 0; time < batch; time += 1) await pass(guards[name]);
      const { user, system } = process.cpuUsage(before);
      costs[name].push((user + system) / batch);
    }
  const warm = (values) => values.slice(3);
  const ratio = median(warm(costs.member).map((value, at) => value / warm(costs.plain)[at]));

  const pages = [];
  for (let time = 0; time < 30; time += 1) {
    const began = performance.now();
    const { members: shown } = await auth.members.list(
      requestOf(),
      "acme",
      time % 2 ? "user-005000" : undefined,
    );
    if (shown.length !== 50) throw new Error(`${shown.length} members`);
    pages.push(performance.now() - began);
  }
  const page = median(pages);
  const word = (isMet) => (isMet ? "ok" : "MISSED");
  return (
    `organisations: a guard for members ${ratio.toFixed(2)} times one for whoever is signed in ` +
    `(goal ${goals.guard}) ${word(ratio <= goals.guard)}, finds ${found.join(", then ")}; ` +
    `50 of 10,000 members in ${page.toFixed(1)} ms (goal ${goals.pageMs}) ${word(page <= goals.pageMs)}`
  );
}
