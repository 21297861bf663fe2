/** Each text that `auth migrate` says of apps of SvelteKit and Nuxt is followed, and nothing is listed then. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import type { Change } from "./advice.js";
import { browserAdviceTexts } from "./advice-texts.js";
import { advisedApps } from "./browser-advice.js";
import { todosOf } from "./samples.js";
import { removeShapes, save } from "./shapes.js";

afterAll(removeShapes);

async function listed(folder: string): Promise<readonly string[]> {
  const { stdout } = await runMain(folder, ["migrate", "--dry-run", "--json"]);
  return todosOf(JSON.parse(stdout).result).map(({ path: file, line, write }) => `${file}:${line}: ${write}`);
}

function carryOut(folder: string, changes: readonly Change[]): void {
  for (const change of changes) {
    const at = path.join(folder, change[0]);
    if (change[1] === null) {
      rmSync(at);
      continue;
    }
    const text = change.length === 3 ? readFileSync(at, "utf8") : "";
    expect(text, at).toContain(change.length === 3 ? change[1] : "");
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, change.length === 3 ? text.replace(change[1], () => change[2]) : change[1]);
  }
}

const seen: string[] = [];

test.each(advisedApps)("$name", async ({ files, changes }) => {
  const folder = save(files);
  const first = await listed(folder);
  expect(first).not.toEqual([]);
  seen.push(...first.map((line) => line.slice(line.indexOf(": ") + 2)));
  carryOut(folder, changes);
  expect(await listed(folder)).toEqual([]);
});

test.each([
  ["@auth/sveltekit", "@sveltejs/kit", "^1.30.0"],
  ["@sidebase/nuxt-auth", "nuxt", "^3.17.0"],
  ["nuxt-auth-utils", "nuxt", "^3.17.0"],
])("%s on %s %s: the framework is updated first", async (name, framework, range) => {
  const text = JSON.stringify({ name: "app", dependencies: { [name]: "^1.0.0", [framework]: range } });
  const folder = save({ "package.json": text });
  const { code, stderr } = await runMain(folder, ["migrate", "--yes"]);
  expect(code).toBe(3);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(`Update ${framework} first, following its own guide`);
  expect(readFileSync(path.join(folder, "package.json"), "utf8")).toBe(text);
});

test("RA2-B16: one sentence stands once, with all its places; an id that every visitor has is named", async () => {
  const [app] = advisedApps.filter(({ files }) => "server/api/visitor.get.ts" in files);
  const handler = app?.files["server/api/me.get.ts"] ?? "";
  const folder = save({ ...app?.files, "server/api/one.get.ts": handler, "server/api/two.get.ts": handler });
  const { stdout } = await runMain(folder, ["migrate", "--dry-run"]);
  const said = "more than `user` of the session is read, or it is handed on";
  expect(stdout.split(said)).toHaveLength(2);
  expect(stdout).toMatch(
    /me\.get\.ts:\d+, server\/api\/one\.get\.ts:\d+, server\/api\/two\.get\.ts:\d+: more/,
  );
  expect(stdout).toContain("the `id` of the session is read, which every visitor has, signed in or not");
});

test("RA2-B16: a run that writes nothing says when server/auth.ts comes", async () => {
  const [app] = advisedApps.filter(({ files }) => "server/routes/auth/more.get.ts" in files);
  const { "server/auth.ts": _, ...files } = { ...app?.files };
  const { stdout, stderr } = await runMain(save(files), ["migrate", "--yes"]);
  expect((stdout + stderr).replaceAll(/\s+/g, " ")).toContain(
    "A file that they name and that is not there comes with that run.",
  );
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("every text in the code is said of one of them", () => {
  const patternOf = (text: string) => new RegExp(`^${text.split("…").map(escaped).join("[^]*")}$`);
  const unseen = browserAdviceTexts().filter(({ text }) => !seen.some((one) => patternOf(text).test(one)));
  expect(unseen.map(({ text }) => text)).toEqual([]);
});
