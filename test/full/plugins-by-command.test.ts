/**
 * From an empty project to accounts with a password and a second factor, with no line written by hand.
 *
 * npm run test:full -- --only plugins-by-command
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCommandedApp, viteDev } from "../e2e/commanded-app.js";
import { rows } from "../e2e/framework-matrix.js";
import { PluginUser } from "../e2e/plugin-user.js";
import { deleteAccount, setUpFactor, signInByCode, signUp, walkOf } from "../e2e/plugin-walk.js";
import { auth } from "../e2e/walk.js";
import { livePasskey } from "../e2e/passkey-steps.js";
import { plugInDevice } from "../support/authenticator.js";
import { launchBrowser } from "../support/chromium.js";
import { treeOf } from "../support/project.js";

const commands = [
  ["init"],
  ["add-adapter", "kysely", "--dialect", "sqlite"],
  ["add-plugin", "password", "two-factor", "account"],
];
const oneCommand = [["init", "--plugin", "password,two-factor,account"]];

/** Seconds for the commands and all that the user does; the project is there before. */
const most = 180;

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const project = (name: string) => {
  const row = rows.find((one) => one.project === name);
  if (row === undefined) throw new Error(`no project ${name}`);
  return row;
};

/** What the address bar shows, path by path. */
function addressesIn(page: Page): ReadonlySet<string> {
  const seen = new Set<string>();
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) seen.add(new URL(frame.url()).pathname);
  });
  return seen;
}

const shows = [
  { row: project("create-next-app 16.4.3 app ts"), made: commands },
  { row: project("create-next-app 16.4.3 pages js"), made: oneCommand },
  { row: project("express-esm-ts"), made: commands },
  { row: project("express-esm-ts"), made: oneCommand },
].map((one) => ({ ...one, title: `${one.row.framework}, commands: ${one.made.length}` }));

describe.each(shows)("$title", { timeout: 900_000 }, ({ row, made, title }) => {
  let opened: Awaited<ReturnType<typeof row.make>>;
  beforeAll(async () => void (opened = await row.make()), 600_000);
  afterAll(() => opened?.dispose());

  test("signed up, verified, second factor on, out, in by code, deleted; undo", async () => {
    const before = await treeOf(opened.folder);
    const began = Date.now();
    const seconds = () => Math.round((Date.now() - began) / 1000);
    for (const command of made) {
      const { code, stdout, stderr } = await auth(opened.folder, ...command, "--yes");
      expect(code, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
    }
    const commanded = seconds();
    const app = await startCommandedApp({ ...opened, basePath: row.basePath ?? "/auth" });
    const context = await browser.newContext();
    try {
      const user = await PluginUser.in(context, app);
      const visited = addressesIn(user.page);
      const walk = walkOf(user, user);
      await signUp(walk);
      await setUpFactor(walk);
      await signInByCode(walk);
      const led = await fetch(new URL("/.well-known/change-password", app.authUrl), { redirect: "manual" });
      const page = new URL("/change-password", app.authUrl);
      expect(new URL(led.headers.get("location") ?? "", page).href).toBe(page.href);
      await deleteAccount(user, walk.email, walk.passwords[0]);
      const { pathname: base } = new URL(app.authUrl);
      const below = [...visited].filter((address) => address.startsWith(`${base}/`));
      // The walk asks for the session; no page is below the endpoints.
      expect(below).toEqual([`${base}/session`]);
      expect([...visited]).toEqual(expect.arrayContaining(["/sign-in", "/sign-up", "/verify", "/account"]));
    } catch (error) {
      throw new Error(`${String(error)}\n${app.output()}`, { cause: error });
    } finally {
      await context.close();
      await app.close();
    }
    console.log(`${title}: ${seconds()} s, of them for the commands ${commanded} s`);
    expect(seconds()).toBeLessThan(most);
    for (const _ of made) expect((await auth(opened.folder, "undo", "--yes")).code).toBe(0);
    const after = await treeOf(opened.folder);
    // Data is nobody's to take back.
    expect(Object.fromEntries(Object.entries(after).filter(([file]) => !file.startsWith("auth.db")))).toEqual(
      before,
    );
  });
});

const withPasskeys = [
  ["init", "--plugin", "password,account"],
  ["add-provider", "passkey"],
];
const five = ["create-next-app 16.4.3 app ts", "express-esm-ts", "hono-ts", "sveltekit-ts", "nuxt-ts"];

describe.each(five)("F-03: passkeys in %s", { timeout: 900_000 }, (name) => {
  const row = project(name);
  let opened: Awaited<ReturnType<typeof row.make>>;
  beforeAll(async () => void (opened = await row.make()), 600_000);
  afterAll(() => opened?.dispose());

  test("made, named, used and removed by no own line; undo", async () => {
    const before = await treeOf(opened.folder);
    for (const command of withPasskeys) {
      const { code, stdout, stderr } = await auth(opened.folder, ...command, "--yes");
      expect(code, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
    }
    const isVite = row.framework === "SvelteKit";
    const app = await startCommandedApp({
      ...opened,
      basePath: row.basePath ?? "/auth",
      ...(isVite && { dev: viteDev }),
    });
    const context = await browser.newContext();
    try {
      const user = await PluginUser.in(context, app);
      user.page.setDefaultTimeout(60_000);
      await signUp(walkOf(user, user));
      await livePasskey(user.page, new URL(app.authUrl).origin, await plugInDevice(user.page));
      expect(app.output()).not.toContain("experimental-webauthn");
    } catch (error) {
      throw new Error(`${String(error)}\n${app.output()}`, { cause: error });
    } finally {
      await context.close();
      await app.close();
    }
    for (const _ of withPasskeys) expect((await auth(opened.folder, "undo", "--yes")).code).toBe(0);
    const after = await treeOf(opened.folder);
    expect(Object.fromEntries(Object.entries(after).filter(([file]) => !file.startsWith("auth.db")))).toEqual(
      before,
    );
  });
});
