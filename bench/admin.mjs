/** What the back office costs a session check where nobody is banned and nobody acts for anybody: over a store in memory. */
import { config, oauthProvider, origin } from "./fixture.mjs";

const goal = 1.05;
const rounds = 45;
const batch = 1200;

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The store, each of whose calls is counted. */
function counted(adapter, count) {
  const counting = (target) =>
    Object.fromEntries(
      Object.entries(target).map(([name, method]) => [
        name,
        typeof method !== "function"
          ? method
          : (...given) => {
              count.calls += 1;
              return method(...given);
            },
      ]),
    );
  const { records } = adapter;
  return { ...counting(adapter), records: (table) => counting(records(table)) };
}

/** A session check of somebody who is signed in, with the plugin or without it. */
async function checkOf(strategy, plugins) {
  const { MemoryAdapter } = await import("../dist/runtime/adapters/memory.js");
  const { getSession } = await import("../dist/runtime/integrations/express.js");
  const { mintSession } = await import("../dist/runtime/testing/index.js");
  const count = { calls: 0 };
  const adapter = counted(MemoryAdapter(), count);
  const settings = { ...config([oauthProvider("one")]), adapter, session: { strategy }, plugins };
  await adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: new Date() });
  const { header } = await mintSession({ email: "ada@example.com" }, { url: origin, config: settings });
  const headers = { host: "localhost:3000", cookie: header };
  const request = {
    method: "GET",
    url: "/",
    originalUrl: "/",
    path: "/",
    params: {},
    protocol: "http",
    headers,
    get: (name) => headers[name],
    app: { get: () => undefined },
    socket: { remoteAddress: "127.0.0.1" },
  };
  const check = async () => {
    if ((await getSession(request, settings)) === null) throw new Error("Nobody is signed in");
  };
  return { check, count };
}

/** Finds of one check once the process knows the session, and the median of how much more a check costs, batch by batch. */
async function costOf(strategy) {
  const { account } = await import("../dist/runtime/plugins/account/index.js");
  const { admin } = await import("../dist/runtime/plugins/admin/index.js");
  const checks = {
    without: await checkOf(strategy, [account()]),
    with: await checkOf(strategy, [account(), admin()]),
  };
  const costs = { without: [], with: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? ["without", "with"] : ["with", "without"]) {
      const before = process.cpuUsage();
      for (let time = 0; time < batch; time += 1) await checks[name].check();
      const { user, system } = process.cpuUsage(before);
      costs[name].push((user + system) / batch);
    }
  const calls = {};
  for (const [name, { check, count }] of Object.entries(checks)) {
    count.calls = 0;
    await check();
    calls[name] = count.calls;
  }
  const warm = (values) => values.slice(5);
  const ratio = median(warm(costs.with).map((value, at) => value / warm(costs.without)[at]));
  return { ratio, calls };
}

export async function adminCosts() {
  const lines = [];
  for (const strategy of ["jwt", "database"]) {
    const { ratio, calls } = await costOf(strategy);
    const isMet = ratio <= goal && calls.with === calls.without;
    lines.push(
      `back office: a session check (${strategy}) ${ratio.toFixed(3)} times one without it (goal ${goal}), ` +
        `${calls.with} calls of the store, ${calls.without} without it ${isMet ? "ok" : "MISSED"}`,
    );
  }
  return lines.join("\n");
}
