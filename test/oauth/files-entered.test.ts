// alone: what else the process has loaded would be counted as well
/** Which files of the protocol a sign-in enters, by V8's coverage: docs/architecture.md lists them. */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { appWithEnv, Browser, locationOf, watched } from "../support/browser.js";
import { projectRoot } from "../architecture/source-tree.js";
import { client, json, makeOf } from "../providers/staged.js";
import { customFetch } from "../../src/runtime/types/symbols.js";

const runtime = path.join(projectRoot, "src/runtime/");

/** Files of these rooms of which a function is called while `work` runs. */
async function enteredBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  return result
    .filter(({ functions }) => functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0))
    .map(({ url }) => path.relative(runtime, url.replace(/^file:\/\//, "")))
    .filter((file) => /^(?:flows|oauth|accounts)\//.test(file));
}

const answers = [
  json({ access_token: "at", token_type: "bearer" }),
  json({ id: 7, login: "mira", name: "Mira", email: "mira@example.com" }),
];

/** A browser before the button, and what the button leads to. */
async function signInWith(id: string) {
  const left = [...answers];
  const fetched = () => Promise.resolve(left.shift()?.() ?? new Response(null, { status: 500 }));
  const provider = { ...makeOf(id)(client), [customFetch]: fetched };
  const browser = new Browser(appWithEnv({ providers: [provider], ...watched().config }));
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const press = async () => {
    const started = await browser.post(`/auth/signin/${id}`, { csrfToken, callbackUrl: "/after" });
    const state = new URL(locationOf(started)).searchParams.get("state") ?? "";
    await browser.send(`/auth/callback/${id}?${new URLSearchParams({ code: "c", state })}`);
  };
  return { browser, press };
}

const documented = (): readonly string[] => {
  const page = readFileSync(path.join(projectRoot, "docs/architecture.md"), "utf8");
  const [, section = ""] = page.split("### Which files does a sign-in enter?");
  return [...section.split("\nA store adds")[0]!.matchAll(/^\| `([\w/-]+\.ts)` \|/gm)].map(
    ([, file = ""]) => file,
  );
};

test("a sign-in with OAuth 2 enters the files that the documentation lists, at most 18", async () => {
  // Modules run as a whole when they are loaded; after that only functions do that are called.
  await (await signInWith("github")).press();
  const { browser, press } = await signInWith("github");
  const entered = await enteredBy(press);
  expect((await browser.session())?.user).toMatchObject({ name: "Mira" });
  expect([...entered].sort()).toEqual([...documented()].sort());
  expect(entered.length).toBeLessThanOrEqual(18);
});
