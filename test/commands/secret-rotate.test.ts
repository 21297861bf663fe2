import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { decode } from "../../src/runtime/jwt.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

const first = "test-secret-test-secret-test-secret-000";
let folder: string;
const env = () => readFileSync(path.join(folder, ".env"), "utf8");
beforeEach(() => {
  folder = copyProject("express-esm-ts");
  writeFileSync(path.join(folder, ".gitignore"), ".env\n");
  writeFileSync(path.join(folder, ".env"), `# mine\nexport AUTH_SECRET='${first}' # seals\r\nOTHER=1\n`);
});
afterEach(removeProjects);

const rotate = (...flags: string[]) => runMain(folder, ["secret", "rotate", ...flags]);

test("the new secret goes under the next free name, nothing that is there moves, undo takes it back", async () => {
  const before = snapshotOf(folder);
  const { code, stdout, stderr } = await rotate();
  expect(code).toBe(0);
  expect(env()).toMatch(/^# mine\nexport AUTH_SECRET='[^']+' # seals\r\nOTHER=1\nAUTH_SECRET_1=\S{44}\r?\n$/);
  expect(stdout + stderr).not.toContain(/AUTH_SECRET_1=(\S+)/.exec(env())?.[1] ?? "none");
  expect(stdout + stderr).not.toContain(first);
  expect(stderr).toContain("Add AUTH_SECRET_1 to the environment of every server");
  await rotate();
  await rotate();
  expect(env().match(/^AUTH_SECRET_\d/gm)).toEqual(["AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"]);
  for (let times = 0; times < 3; times += 1) expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test.each([
  [["rotate"], "AUTH_SECRET_1"],
  [["rotate", "--stage"], "AUTH_SECRET_NEXT"],
])(
  "F-02: auth secret %j names the compose file that would keep the secret from the app",
  async (words, name) => {
    const compose = (more: string) =>
      `services:\n  app:\n    build: .\n    environment:\n      - AUTH_SECRET\n${more}`;
    writeFileSync(path.join(folder, "compose.yaml"), compose(""));
    const line = `Add to compose.yaml, below AUTH_SECRET: - ${name}`;
    const run = () => runMain(folder, ["secret", ...words]);
    expect((await run()).stderr).toContain(line);
    await runMain(folder, ["undo"]);
    writeFileSync(path.join(folder, "compose.yaml"), compose(`      - ${name}\n`));
    expect((await run()).stderr).not.toContain("compose.yaml");
  },
);

test("it says when the old secret may go, by the session's own maxAge", async () => {
  expect((await rotate()).stderr).toContain("30 days after the last server");
  const config =
    'import { MiddlewareAuth } from "authwright/express";\nexport const c = { providers: [], session: { maxAge: 7 * 24 * 60 * 60 } };\n';
  writeFileSync(path.join(folder, "src/auth.ts"), config);
  expect((await rotate()).stderr).toContain("7 days after the last server");
});

test("with all names taken nothing is written, and the way out is named", async () => {
  for (let times = 0; times < 3; times += 1) await rotate();
  const before = snapshotOf(folder);
  const { code, stderr } = await rotate();
  expect(code).toBe(3);
  expect(stderr).toContain("--drop-oldest");
  expect(snapshotOf(folder)).toEqual(before);
});

test("--drop-oldest takes the oldest away, moves the names down, and says that undo cannot help", async () => {
  await rotate();
  await rotate();
  const [one, two] = ["AUTH_SECRET_1", "AUTH_SECRET_2"].map(
    (name) => new RegExp(`${name}=(\\S+)`).exec(env())?.[1],
  );
  const { code, stderr } = await rotate("--drop-oldest");
  expect(code).toBe(0);
  expect(env()).toBe(`# mine\nOTHER=1\nAUTH_SECRET=${one}\nAUTH_SECRET_1=${two}\n`);
  expect(stderr).toContain("cannot bring it back");
  expect(stderr).not.toContain("auth undo takes it back");
  expect(JSON.stringify(snapshotOf(path.join(folder, ".auth")))).not.toContain(first);
});

test("--drop-oldest keeps the only secret", async () => {
  expect((await rotate("--drop-oldest")).code).toBe(3);
  expect(env()).toContain(first);
});

test("without a secret, and with the predecessor's name alone, it says what to do first", async () => {
  writeFileSync(path.join(folder, ".env"), "AUTH_SECRET=\n");
  expect(await rotate()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("secret generate --write"),
  });
  writeFileSync(path.join(folder, ".env"), "NEXTAUTH_SECRET=x\n");
  expect(await rotate()).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("Rename it to AUTH_SECRET"),
  });
  expect(env()).toBe("NEXTAUTH_SECRET=x\n");
});

test("--dry-run and --json show the plan and no secret", async () => {
  const before = snapshotOf(folder);
  const dry = await rotate("--dry-run");
  expect(dry.stdout).toContain("+AUTH_SECRET_1=••••");
  expect(snapshotOf(folder)).toEqual(before);
  const { stdout } = await rotate("--json");
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, command: "secret rotate" });
  expect(stdout).not.toContain(/AUTH_SECRET_1=(\S+)/.exec(env())?.[1] ?? "none");
});

test("token encode seals with the newest secret; token decode names it", async () => {
  await rotate();
  const made = await runMain(folder, [
    "token",
    "encode",
    '{"sub":"7","name":"Ada"}',
    "--max-age",
    "60",
    "--json",
  ]);
  const { token, secretFrom, cookie } = JSON.parse(made.stdout).result;
  expect(secretFrom).toBe("AUTH_SECRET_1 of .env");
  const newest = /AUTH_SECRET_1=(\S+)/.exec(env())?.[1] ?? "";
  expect(await decode({ token, secret: newest, salt: "authjs.session-token" })).toMatchObject({
    sub: "7",
    name: "Ada",
  });
  const opened = await runMain(folder, ["token", "decode", cookie, "--json"]);
  expect(JSON.parse(opened.stdout).result).toMatchObject({
    payload: { sub: "7" },
    secretFrom: "AUTH_SECRET_1 of .env",
  });
});

test("F-73 --stage announces the new secret, --promote gives the same value its place; each can be taken back", async () => {
  const before = snapshotOf(folder);
  const stage = await rotate("--stage");
  expect(stage.code, stage.stderr).toBe(0);
  const next = /^AUTH_SECRET_NEXT=(\S{44})\r?$/m.exec(env())?.[1] ?? "none";
  expect(env()).toContain(`export AUTH_SECRET='${first}'`);
  expect(stage.stdout + stage.stderr).not.toContain(next);
  expect(stage.stderr).toContain("--promote");
  const staged = snapshotOf(folder);
  expect((await rotate("--stage")).stderr).toContain("Nothing to do");

  const promote = await rotate("--promote");
  expect(promote.code, promote.stderr).toBe(0);
  expect(env()).toMatch(/^AUTH_SECRET_1=\S{44}\r?$/m);
  expect(env()).toContain(`AUTH_SECRET_1=${next}`);
  expect(env()).not.toContain("AUTH_SECRET_NEXT");
  expect(env()).toContain(`export AUTH_SECRET='${first}'`);
  expect(promote.stdout + promote.stderr).not.toContain(next);
  expect(promote.stderr).toContain("30 days after the last server");
  expect(JSON.stringify(snapshotOf(path.join(folder, ".auth")))).not.toContain(
    Buffer.from(next).toString("base64").slice(0, 30),
  );

  expect((await runMain(folder, ["undo"])).code).toBe(0);
  const only = (tree: Record<string, string>) =>
    Object.entries(tree).filter(([file]) => !file.startsWith(".auth"));
  expect(only(snapshotOf(folder))).toEqual(only(staged));
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("F-73 promoted behind others it takes the next free name, and rotate waits for it", async () => {
  await rotate();
  await rotate("--stage");
  const waiting = await rotate();
  expect(waiting.code).toBe(3);
  expect(waiting.stderr).toContain("--promote");
  await rotate("--promote");
  expect(env().match(/^AUTH_SECRET_\w+/gm)).toEqual(["AUTH_SECRET_1", "AUTH_SECRET_2"]);
});

test("F-73 nothing staged, no free name, two steps at once: refused, nothing written", async () => {
  const before = snapshotOf(folder);
  expect(await rotate("--promote")).toMatchObject({ code: 2, stderr: expect.stringContaining("--stage") });
  expect((await rotate("--stage", "--promote")).code).toBe(2);
  expect(snapshotOf(folder)).toEqual(before);
  for (let times = 0; times < 3; times += 1) await rotate();
  const full = snapshotOf(folder);
  expect(await rotate("--stage")).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("--drop-oldest"),
  });
  expect(snapshotOf(folder)).toEqual(full);
});

test("F-73 undo of --promote after the env file was edited elsewhere, and refused where the line itself was", async () => {
  await rotate("--stage");
  await rotate("--promote");
  const promoted = env();
  const write = (text: string) => writeFileSync(path.join(folder, ".env"), text);
  for (const text of [
    promoted.replace(/(AUTH_SECRET_1=\S+)/, "$1x"),
    `${promoted}AUTH_SECRET_NEXT=another\n`,
    promoted.replace(/AUTH_SECRET_1=.*\n/, ""),
  ]) {
    write(text);
    expect((await runMain(folder, ["undo"])).code).toBe(3);
    expect(env()).toBe(text);
  }
  write(`FIRST=1\n${promoted}LAST=1\n`);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(env()).toBe(`FIRST=1\n${promoted.replace("AUTH_SECRET_1=", "AUTH_SECRET_NEXT=")}LAST=1\n`);
});

test("F-73 rotate alone says when the two steps are needed", async () => {
  expect((await rotate()).stderr).toMatch(/More than one process\?.*--stage/);
});
