/** An app of next-auth 4 before and after `auth migrate`: what behaves as before, and what is listed under "Breaks now". */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../support/cli.js";
import { cleanEnv, freePort, mustRun, type Server, startServer } from "../support/process.js";
import { installTarball, npm, npx, temporaryFolder } from "../support/project.js";
import { writeFiles } from "./every-provider/apps.js";
import { Visitor } from "./every-provider/visitor.js";
import { secret, version4App } from "./version-4/app.js";

interface Me {
  readonly email: string;
  readonly plan: string;
  readonly expires: string;
}

describe("next-auth 4 with database sessions of one hour", { timeout: 1_200_000 }, () => {
  let made: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: Server | undefined;
  let old: Visitor;
  let oldExpires = 0;
  let listed = "";
  let origin = "";

  const data = () => path.join(made.folder, ".data");
  const npmFlags = ["--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"];
  const env = () =>
    cleanEnv({ NEXTAUTH_SECRET: secret, NEXTAUTH_URL: origin, DATA_FOLDER: data(), AUTH_TRUST_HOST: "true" });

  /** Types, build, and the app on the same address as before. */
  async function serve(): Promise<void> {
    await mustRun(npx, ["next", "build"], { cwd: made.folder, env: env(), timeoutSeconds: 500 });
    await mustRun(npx, ["tsc", "--noEmit", "--incremental", "false"], { cwd: made.folder });
    const { port } = new URL(origin);
    const args = ["next", "start", "--port", port];
    server = await startServer(npx, args, { cwd: made.folder, env: env(), url: origin });
  }

  /** By the link of a mail. */
  async function signIn(email: string): Promise<Visitor> {
    const visitor = new Visitor(origin, "/api/auth");
    await visitor.post("/signin/email", { email });
    const links = () => [...(server?.output() ?? "").matchAll(/LINK (\S+)/g)].map(([, link = ""]) => link);
    const wanted = () =>
      links()
        .filter((link) => link.includes(encodeURIComponent(email)))
        .at(-1);
    for (const end = Date.now() + 30_000; wanted() === undefined && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await visitor.follow(wanted() ?? "");
    return visitor;
  }

  const me = async (visitor: Visitor): Promise<Me | null> =>
    (await (await visitor.send("/api/me")).json()) as Me | null;

  /** When the rows of the store end, by their tokens. */
  function rows(): Map<string, number> {
    const files = existsSync(data()) ? readdirSync(data(), { recursive: true, encoding: "utf8" }) : [];
    const found = new Map<string, number>();
    for (const name of files) {
      const file = path.join(data(), name);
      const text = /session/.test(name) && existsSync(file) ? textOf(file) : "";
      if (!text.includes('"sessionToken"')) continue;
      const { sessionToken, expires } = JSON.parse(text) as { sessionToken: string; expires: string };
      found.set(sessionToken, Date.parse(expires));
    }
    return found;
  }

  const textOf = (file: string): string => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  };

  beforeAll(async () => {
    made = await temporaryFolder("version 4");
    origin = `http://localhost:${await freePort()}`;
    writeFiles(made.folder, version4App);
    await mustRun(npm, ["install", ...npmFlags], { cwd: made.folder, timeoutSeconds: 600 });
    await serve();
    old = await signIn("before@example.com");
    const session = await me(old);
    expect(session).toMatchObject({ email: "before@example.com", plan: "free" });
    oldExpires = Date.parse(session?.expires ?? "");
    await server?.stop();
    const migrated = await runCli(made.folder, ["migrate", "--yes", "--no-install"]);
    listed = migrated.stdout + migrated.stderr;
    const manifest = path.join(made.folder, "package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/ *"authwright": ".*\n/, ""));
    await installTarball(made.folder);
    await serve();
  }, 1_200_000);

  afterAll(async () => {
    await server?.stop();
    await made?.dispose();
  });

  test("a session in the store goes on, and ends when it would have ended", async () => {
    const session = await me(old);
    expect(session).toMatchObject({ email: "before@example.com", plan: "free" });
    expect(Date.parse(session?.expires ?? "")).toBe(oldExpires);
  });

  test("a new session lasts one hour: row, answer and cookie", async () => {
    const known = new Set(rows().keys());
    const earliest = Date.now() + 3600_000;
    const visitor = await signIn("after@example.com");
    const latest = Date.now() + 3600_000;
    const [row, ...others] = [...rows()].filter(([token]) => !known.has(token));
    expect(others).toEqual([]);
    // The link of the mail proves the address: by three seconds the row tells itself from those of before.
    expect(row?.[1]).toBeGreaterThanOrEqual(earliest + 3000);
    expect(row?.[1]).toBeLessThanOrEqual(latest + 3000);
    expect(Date.parse((await me(visitor))?.expires ?? "")).toBe(row?.[1]);
    const response = await visitor.send("/api/auth/session");
    const line = response.headers.getSetCookie().find((one) => one.includes("session-token")) ?? "";
    const ends = Date.parse(/expires=([^;]+)/i.exec(line)?.[1] ?? "");
    expect(ends).toBeGreaterThanOrEqual(earliest - 1000);
    expect(ends).toBeLessThanOrEqual(Date.now() + 3600_000);
  });

  test("a sign-out by cookies().delete ends the session", async () => {
    const visitor = await signIn("leaves@example.com");
    expect(await me(visitor)).not.toBeNull();
    await visitor.send("/leave", { method: "POST" });
    expect(await me(visitor)).toBeNull();
  });

  test("a sign-out by cookies().delete ends a session of before, under its old name", async () => {
    const visitor = new Visitor(origin, "/api/auth");
    visitor.give("next-auth.session-token", old.cookie("session-token"));
    expect(await me(visitor)).not.toBeNull();
    await visitor.send("/leave", { method: "POST" });
    expect(await me(visitor)).toBeNull();
  });

  test("a sign-out by a form of one's own ends the session and its row", async () => {
    const known = new Set(rows().keys());
    const visitor = await signIn("form@example.com");
    const token = [...rows().keys()].find((one) => !known.has(one)) ?? "";
    expect(token).not.toBe("");
    await visitor.post("/signout", {});
    expect(await me(visitor)).toBeNull();
    expect([...rows().keys()]).not.toContain(token);
  });

  test("a sign-out that writes the cookie as a text is listed under Breaks now, with its line", () => {
    const broken = /Breaks now[^]*?(?=Tidy up|Error:|$)/.exec(listed)?.[0] ?? "";
    const lines = version4App["pages/api/logout.ts"]?.split("\n") ?? [];
    const line = lines.findIndex((text) => text.includes("next-auth.session-token")) + 1;
    expect(broken).toContain(`pages/api/logout.ts:${line}:`);
    expect(broken).toContain("AUTH_W_COOKIE_NAME");
    // Nothing else was left, so all other constructs of the app count as moved.
    expect(listed.match(/^ {2}\S+:\d+: /gm)).toHaveLength(1);
  });

  test("declare module counts under moduleResolution node", async () => {
    const read = (file: string) => readFileSync(path.join(made.folder, file), "utf8");
    expect(read("tsconfig.json")).toMatch(/"moduleResolution": "node"/);
    expect(read("types/next-auth.d.ts")).toContain('declare module "authwright"');
    // Without it the same code is in error: what compiled above did so by it.
    writeFileSync(path.join(made.folder, "types/next-auth.d.ts"), "export {};\n");
    await expect(
      mustRun(npx, ["tsc", "--noEmit", "--incremental", "false"], { cwd: made.folder }),
    ).rejects.toThrow(/plan/);
  });
});
