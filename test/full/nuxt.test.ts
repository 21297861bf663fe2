/**
 * Nuxt with pages: the code of docs/frameworks/nuxt.md in an app, its types, its build, and what two tabs of Chromium see
 * of a session from the first rendering to the sign-out.
 *
 * npm run test:full -- --only nuxt
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { snippetsOf } from "../docs/pages.js";
import { auth, initTwice } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, mustRun, run, type Server, startServer } from "../support/process.js";
import { installedProject, npx } from "../support/project.js";

let browser: Browser;
let project: Awaited<ReturnType<typeof installedProject>>;
beforeAll(async () => {
  browser = await launchBrowser();
  project = await installedProject("nuxt-ts");
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await project?.dispose();
});

const write = async (file: string, text: string): Promise<void> => {
  const target = path.join(project.folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
};

const shell = `<template>
  <div>
    <SignedIn v-slot="{ session }"><b id="who">{{ session.user?.name }}</b></SignedIn>
    <SignedOut><SignInButton id="enter">Enter</SignInButton></SignedOut>
    <UserButton id="menu"><a href="/settings">Mine</a></UserButton>
    <NuxtPage />
  </div>
</template>
`;
const home = `<script setup lang="ts">
const { data, status, update, signOut } = useAuth();
const theme = computed<string | undefined>(() => data.value?.theme);
</script>
<template>
  <main>
    <output id="status">{{ status }} {{ theme }}</output>
    <NuxtLink id="go" to="/dashboard">Dashboard</NuxtLink>
    <NuxtLink id="forbidden" to="/admin">Admin</NuxtLink>
    <button id="update" @click="update({ theme: 'dark' })">Dark</button>
    <button id="leave" @click="signOut({ redirect: false })">Leave</button>
    <AccountMenu />
  </main>
</template>
`;
const credentials = `Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: "1", name: String(name), email: "ada@example.com" }),
    })`;
const callbacks = `callbacks: {
    jwt: ({ token, trigger, session }) =>
      trigger === "update" ? { ...token, theme: (session as { theme: string }).theme } : token,
    session: ({ session, token }) => ({ ...session, theme: String(token["theme"] ?? "light") }),
  },
  providers:`;

test("the code of the page compiles and builds; wrong types do not", { timeout: 600_000 }, async () => {
  await write("app/app.vue", shell);
  await write("app/pages/index.vue", home);
  await write(
    "app/pages/cached.vue",
    `<script setup>const { status } = useAuth();</script>\n<template><output id="status">{{ status }}</output></template>\n`,
  );
  await write(
    "app/pages/admin.vue",
    `<script setup lang="ts">definePageMeta({ auth: { role: "admin" } });</script>\n<template><h1>Admin</h1></template>\n`,
  );
  await initTwice(project.folder);
  const page = await readFile(path.join(projectRoot, "docs/frameworks/nuxt.md"), "utf8");
  const shown = snippetsOf({ path: "docs/frameworks/nuxt.md", text: page });
  for (const { file, code } of shown)
    if (file !== undefined && /^(?:app|server)\//.test(file) && file !== "server/auth.ts")
      await write(file, code);
  const rules = shown.find(({ file }) => file === "nuxt.config.js")?.code ?? "";
  await rm(path.join(project.folder, "nuxt.config.ts"));
  await write(
    "nuxt.config.ts",
    rules.replace(
      "routeRules: {",
      'compatibilityDate: "2025-07-15",\n  routeRules: {\n    "/cached": { swr: 60 },',
    ),
  );
  const configured = await readFile(path.join(project.folder, "server/auth.ts"), "utf8");
  const own = configured.replace("[GitHub]", `[GitHub, ${credentials}]`).replace("providers:", callbacks);
  await write("server/auth.ts", `import Credentials from "authwright/providers/credentials";\n${own}`);
  const check = () =>
    run(npx, ["nuxt", "typecheck"], { cwd: project.folder, env: cleanEnv(), timeoutSeconds: 300 });
  const sound = await check();
  expect(sound.code, sound.stdout + sound.stderr).toBe(0);
  await write(
    "app/pages/wrong.vue",
    `<script setup lang="ts">\ndefinePageMeta({ auth: false });\nconst n: number = useAuth().data.value?.theme;\n</script>\n<template><p>{{ n }}</p></template>\n`,
  );
  const wrong = await check();
  expect(wrong.code).not.toBe(0);
  for (const line of [2, 3]) expect(wrong.stdout + wrong.stderr).toContain(`app/pages/wrong.vue(${line},`);
  await rm(path.join(project.folder, "app/pages/wrong.vue"));
  await mustRun(npx, ["nuxt", "build"], { cwd: project.folder, env: cleanEnv(), timeoutSeconds: 300 });
  // Nothing of the server is sent to browsers.
  const sent = path.join(project.folder, ".output/public/_nuxt");
  const scripts = (await readdir(sent)).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(3);
  for (const name of scripts)
    expect(await readFile(path.join(sent, name), "utf8"), name).not.toMatch(/AUTH_SECRET|ada@example\.com/);
});

async function started(walk: (url: string, server: Server) => Promise<void>): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(process.execPath, ["--env-file=.env", ".output/server/index.mjs"], {
    cwd: project.folder,
    env: cleanEnv({ PORT: String(port), AUTH_URL: url, AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" }),
    url,
  });
  try {
    await walk(url, server);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

const says = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.querySelector("#status")?.textContent?.trim() === wanted, text);

test("two tabs, from the first rendering to the sign-out", { timeout: 300_000 }, async () => {
  await started(async (url) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    const errors: string[] = [];
    page.on("request", (one) => void (one.url().endsWith("/api/auth/session") && asked.push(one.method())));
    page.on("console", (one) => void (/hydrat|error/i.test(one.text()) && errors.push(one.text())));

    await page.goto(url);
    await says(page, "unauthenticated");
    // The guard of the page, reached inside the app: sign-in and back.
    await page.click("#go");
    await page.waitForURL(/\/sign-in\?callbackUrl=/);
    const name = "Ada Lovelace";
    await page.fill("input[name=name]", name);
    await page.press("input[name=name]", "Enter");
    await page.waitForURL(`${url}/dashboard`);
    expect(await page.textContent("main")).toContain(`Signed in as ${name}`);

    // What the server has rendered is there without a further request.
    asked.length = 0;
    const document = await (await page.goto(url))?.text();
    expect(document).toContain(`<b id="who">${name}</b>`);
    await says(page, "authenticated light");
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
    await page.click("#go");
    await page.getByText(`Signed in as ${name}`).waitFor();
    expect(asked).toEqual([]);
    await page.goBack();
    await page.click("#forbidden");
    await page.waitForURL(`${url}/admin`);
    expect(await page.textContent("body")).not.toContain("Admin</h1>");
    expect((await page.goto(`${url}/admin`))?.status()).toBe(403);

    const second = await context.newPage();
    await second.goto(url);
    await page.goto(url);
    await page.click("#update");
    await says(page, "authenticated dark");
    await says(second, "authenticated dark");

    // A page for everybody is rendered for nobody.
    const cached = await context.newPage();
    const shared = await (await cached.goto(`${url}/cached`))?.text();
    expect(shared).not.toContain(name);
    await says(cached, "authenticated");

    await page.click("#leave");
    await says(page, "unauthenticated");
    await says(second, "unauthenticated");
    await page.click("#go");
    await page.waitForURL(/\/sign-in\?callbackUrl=/);
    expect(errors).toEqual([]);
    await context.close();
  });
});

test("addresses that rules guard, whoever asks", { timeout: 120_000 }, async () => {
  await started(async (url) => {
    const statusOf = async (at: string, headers: Record<string, string> = {}) =>
      (await fetch(url + at, { redirect: "manual", headers: { accept: "application/json", ...headers } }))
        .status;
    expect(await statusOf("/api/orders")).toBe(401);
    expect(await statusOf("/api/me")).toBe(401);
    for (const at of ["/admin", "/Admin", "/%61dmin", "/settings", "/SETTINGS", "/dashboard"])
      expect(await statusOf(at), at).toBe(401);
    const doctor = await auth(project.folder, "doctor", "--url", url, "--json");
    const { result } = JSON.parse(doctor.stdout) as { result: { findings: readonly { level: string }[] } };
    expect(
      result.findings.filter(({ level }) => level !== "hint"),
      doctor.stdout,
    ).toEqual([]);
  });
});
