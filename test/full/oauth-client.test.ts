/** `authwright/oauth` with every provider of the package, as `auth dev` plays it; and apps of arctic, before and after. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import OIDC from "../../src/providers/oidc.js";
import { finish, start } from "../../src/runtime/oauth-client/index.js";
import { startCertifiedProvider } from "../sign-out/certified-provider.js";
import { launchBrowser } from "../support/chromium.js";
import { everyProviderSignsIn, playedByDev } from "../oauth-client/every-provider.js";
import { runCli } from "../support/cli.js";
import { choose } from "../oauth-client/play.js";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installedProject, installTarball, npm, npx, temporaryFolder } from "../support/project.js";

playedByDev();
everyProviderSignsIn(() => true);

const shapes = path.join(import.meta.dirname, "../fixtures/oauth-client-shapes");

test("OC-23: 20 shapes of arctic compile, are migrated by the command, and compile", async () => {
  const { folder, dispose } = await temporaryFolder("arctic");
  try {
    const names = readdirSync(shapes).filter((name) => /^\d/.test(name));
    for (const name of names)
      cpSync(path.join(shapes, name, "before"), path.join(folder, "src", name), { recursive: true });
    const manifest = {
      name: "arctic-app",
      type: "module",
      dependencies: { arctic: "^3.7.0", express: "^5.0.0", oslo: "^1.2.1" },
      devDependencies: { "@types/express": "^5.0.0", "@types/node": "^22.0.0", typescript: "^5.9.0" },
    };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
    const compilerOptions = {
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      strict: true,
      noUnusedLocals: true,
      skipLibCheck: true,
      noEmit: true,
    };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    await mustRun(npm, ["install", ...flags], { cwd: folder, timeoutSeconds: 600 });
    const compile = () => mustRun(npx, ["tsc"], { cwd: folder, timeoutSeconds: 300 });
    await compile();

    const { stdout } = await runCli(folder, ["migrate", "--yes", "--no-install", "--json"]);
    const { result } = JSON.parse(stdout) as { result: { tidyUp: { path: string; line: number }[] } };
    const listed = names.flatMap((name) => todosOf(name).map((line) => `src/${name}/${line}`));
    expect(result.tidyUp.map((todo) => `${todo.path}:${todo.line}`).sort()).toEqual(listed.sort());
    // Both are named still by what is left to a person.
    const after = readFileSync(path.join(folder, "package.json"), "utf8");
    expect(after).toContain('"authwright"');
    expect(after).toContain('"arctic"');
    writeFileSync(path.join(folder, "package.json"), after.replace(/ *"authwright": ".*\n/, ""));
    await installTarball(folder);
    await compile();
  } finally {
    await dispose();
  }
}, 900_000);

function todosOf(name: string): string[] {
  const file = path.join(shapes, name, "todo.txt");
  try {
    return [...readFileSync(file, "utf8").matchAll(/^(\S+:\d+): /gm)].map(([, place = ""]) => place);
  } catch {
    return [];
  }
}

describe("npm oidc-provider, certified for OpenID Connect", () => {
  test("OC-30: start, the pages of the provider in a browser, finish; a code and a keep are good once", async () => {
    const browser = await launchBrowser();
    const app = createServer((_request, response) => void response.end("back"));
    await new Promise<void>((resolve) => void app.listen(0, "127.0.0.1", resolve));
    const origin = `http://localhost:${(app.address() as AddressInfo).port}`;
    const provider = await startCertifiedProvider(`${origin}/auth`);
    try {
      const { issuer, clientId, clientSecret } = provider;
      const certified = OIDC({ id: "acme", issuer, clientId, clientSecret });
      const redirectUri = `${origin}/auth/callback/acme`;
      const page = await browser.newPage();
      const { url, keep } = await start(certified, { redirectUri });
      await page.goto(url);
      await provider.signIn(page, "sally");
      await page.waitForURL((at) => at.href.startsWith(redirectUri));
      const back = new URL(page.url());
      const { user, profile, tokens } = await finish(certified, back, keep);
      expect(user).toMatchObject({ name: "Certified sally", email: "sally@example.com" });
      expect(profile).toMatchObject({ sub: "sally", iss: issuer, aud: clientId });
      expect(tokens.id_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      await expect(finish(certified, back, keep)).rejects.toThrow();
      const another = await start(certified, { redirectUri });
      await expect(finish(certified, back, another.keep)).rejects.toThrow();
      expect(provider.failures).toEqual([]);
    } finally {
      await provider.close();
      await browser.close();
      app.close();
    }
  }, 60_000);
});

test("OC-31: the page's code in a SvelteKit app of its own, built: in, and out of reach of another browser", async () => {
  const project = await installedProject("sveltekit-ts");
  const page = readFileSync(path.join(projectRoot, "docs/guides/oauth-client.md"), "utf8");
  const blocks = [...page.matchAll(/^```js (src\/\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, file = "", code = ""]): [string, string] => [file, code],
  );
  expect(blocks.map(([file]) => file)).toHaveLength(3);
  const own: readonly [string, string][] = [
    [
      "src/lib/sessions.js",
      "const sessions = new Map();\nexport function newSession(user) {\n  const id = crypto.randomUUID();\n  sessions.set(id, user);\n  return id;\n}\nexport const whoIs = (id) => sessions.get(id) ?? 'nobody';\n",
    ],
    [
      "src/routes/me/+server.js",
      'import { whoIs } from "$lib/sessions";\n\nexport const GET = ({ cookies }) => new Response(whoIs(cookies.get("sid")));\n',
    ],
  ];
  const { folder } = project;
  for (const [file, code] of [...blocks, ...own]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), code);
  }
  try {
    await mustRun(npx, ["vite", "build"], { cwd: folder, timeoutSeconds: 300 });
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = {
      PORT: String(port),
      ORIGIN: origin,
      APP_URL: origin,
      NODE_ENV: "development",
      AUTH_DEV_IDP: process.env["AUTH_DEV_IDP"] ?? "",
      AUTH_GITHUB_ID: "id",
      AUTH_GITHUB_SECRET: "secret",
      LOGIN_SECRET: "a secret of this app, for what it keeps",
    };
    const server = await startServer(process.execPath, ["build"], {
      cwd: folder,
      env: cleanEnv(env),
      url: origin,
    });
    try {
      const jar = new Map<string, string>();
      const send = async (address: string, cookies = jar) => {
        const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
        const response = await fetch(new URL(address, origin), { headers: { cookie }, redirect: "manual" });
        for (const line of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
          else cookies.set(name, value);
        }
        return response;
      };
      const begun = await send("/login/github");
      const back = await choose(begun.headers.get("location") ?? "", { person: "mira" });
      expect((await send(back.url, new Map())).status).toBe(400);
      const signedIn = await send(back.url);
      expect([signedIn.status, signedIn.headers.get("location")], server.output()).toEqual([302, "/"]);
      expect([...jar.keys()]).toEqual(["sid"]);
      expect(await (await send("/me")).text()).toMatch(/^\d+$/);
      expect(await (await send("/me", new Map())).text()).toBe("nobody");
    } finally {
      await server.stop();
    }
  } finally {
    await project.dispose();
  }
}, 600_000);
