/**
 * Small apps in forms that the frameworks' own documentation shows and that our readers may not know. Each is started:
 * what it answered before a command it answers behind it, or the command said what it could not read.
 *
 * npm run test:full -- --only other-forms
 */
import { rmSync, symlinkSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { auth } from "../e2e/walk.js";
import { temporaryFolder, treeOf } from "../support/project.js";
import { answerOf, answersOf, hostOfSignIn, installAll, must, tried } from "./other-apps/app.js";
import { forms } from "./other-forms/forms.js";

const fixtures = path.join(projectRoot, "test/fixtures/other-forms");

/** One folder of packages for all of them. */
let packages: string;
const disposals: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const apps = forms.map(({ name }) => path.join(fixtures, name));
  packages = await installAll(await made("other forms"), apps);
}, 300_000);
afterAll(() => Promise.all(disposals.map((dispose) => dispose())));

async function made(name: string): Promise<string> {
  const { folder, dispose } = await temporaryFolder(name);
  disposals.push(dispose);
  return folder;
}

describe.each(forms)("$name", { timeout: 300_000 }, (form) => {
  test("does behind each command what it did before, or is told why not", async () => {
    const folder = await made(form.name);
    await cp(path.join(fixtures, form.name), folder, { recursive: true });
    symlinkSync(packages, path.join(folder, "node_modules"), "junction");
    const before = await treeOf(folder);
    const routes = [...form.routes, ...form.guarded];
    const answered = await tried(form, folder, (url) => answersOf(url, routes));
    expect(Object.values(answered).map(({ status }) => status)).not.toContain(500);

    const run = async (by: "init" | "protect", ...args: string[]): Promise<boolean> => {
      const { code, stdout, stderr } = await auth(folder, by, ...args);
      const said = stdout + stderr;
      const refused = form.refused?.by === by ? form.refused : undefined;
      expect(said).toContain(refused?.why ?? (by === "init" ? form.says : ""));
      expect(code, said).toBe(refused?.code ?? 0);
      return refused === undefined;
    };
    if (await run("init", "--yes", "--no-install", "--provider", "github")) {
      await tried(form, folder, async (url) => {
        expect(await answersOf(url, routes)).toEqual(answered);
        expect(await answerOf(url, `GET ${form.base}/session`)).toEqual({ status: 200, text: "null" });
        expect(await hostOfSignIn(url, form.base)).toBe("github.com");
      });
      if (await run("protect", form.protect, "--yes")) {
        await tried(form, folder, async (url) => {
          const after = await answersOf(url, form.routes);
          expect(after).toEqual(Object.fromEntries(form.routes.map((route) => [route, answered[route]])));
          const statuses = Object.values(await answersOf(url, form.guarded)).map(({ status }) => status);
          expect(statuses).toEqual(form.guarded.map(() => 401));
        });
        await must(folder, "undo", "--yes");
      }
    }
    await auth(folder, "undo", "--yes");
    rmSync(path.join(folder, "node_modules"));
    expect(await treeOf(folder)).toEqual(before);
  });
});
