/**
 * The toy plugin of test/contributing in twelve frameworks, out of a package that has it: its page with a name in the
 * address and 10,000 rows, its forms, its mail, its function and its guard. Types, production builds, and Chromium with
 * JavaScript and without. Without the plugin in the configuration its guard opens nowhere.
 *
 * npm run test:full -- --only toy-plugin --shard 1/2
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project } from "../e2e/framework-matrix.js";
import { launchBrowser } from "../support/chromium.js";
import { MailServer } from "../support/mail-server.js";
import { freePort } from "../support/process.js";
import { temporaryFolder } from "../support/project.js";
import { shardOf } from "./crossings/shard.js";
import { makeApp, startApp } from "./toy-plugin/app.js";
import { packToy } from "./toy-plugin/package.js";
import { toyRows } from "./toy-plugin/rows.js";
import { meetsError, useList, type Person } from "./toy-plugin/walk.js";

const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);
const mine = toyRows.filter((_, at) => at % shard.of === shard.number - 1);

test("twelve frameworks", () => {
  expect(new Set(toyRows.map(({ row }) => row.framework)).size).toBe(12);
});

let packing: Awaited<ReturnType<typeof temporaryFolder>>;
let packed: string;
let browser: Browser;
let mails: MailServer;
beforeAll(async () => {
  [browser, mails, packing] = await Promise.all([
    launchBrowser(),
    MailServer.start(),
    temporaryFolder("toy package"),
  ]);
  const began = Date.now();
  packed = await packToy(packing.folder);
  console.log(`the package with the plugin: ${secondsFrom(began)} s`);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await mails?.close();
  await packing?.dispose();
});

const secondsFrom = (began: number): string => ((Date.now() - began) / 1000).toFixed(1);

describe.each(mine)("$row.framework", { timeout: 900_000 }, (toy) => {
  let project: Project;
  afterAll(() => project?.dispose());

  test("the plugin works with JavaScript and without, and its guard opens nowhere without it", async () => {
    const began = Date.now();
    project = await makeApp(toy, packed);
    const built = secondsFrom(began);
    const url = `http://localhost:${await freePort()}`;
    const app = { url, folder: project.folder, mails, isCounting: toy.hasNoFunctions !== true };
    const people: Person[] = [];
    for (const [name, javaScriptEnabled] of [
      ["ada", true],
      ["bob", false],
    ] as const)
      people.push({
        email: `${name}@example.com`,
        context: await browser.newContext({ javaScriptEnabled }),
      });
    const during = async (hasToy: boolean, walk: (person: Person) => Promise<void>) => {
      const server = await startApp(toy, project, { url, mailServer: mails.url, hasToy });
      try {
        for (const person of people) await walk(person);
      } catch (error) {
        throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
      } finally {
        await server.stop();
      }
    };
    try {
      await during(true, (person) => useList(app, person));
      await during(false, (person) => meetsError(app, person, toy.row.basePath ?? "/auth"));
    } finally {
      for (const { context } of people) await context.close();
    }
    console.log(`${toy.row.framework}: ${secondsFrom(began)} s, of them ${built} s until it was built`);
  });
});
