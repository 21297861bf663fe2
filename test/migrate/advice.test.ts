/** RA-05, RA-12, RA-14: each text that `auth migrate` gives a person to write is followed, and the next run lists it no more. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { bases, followed, type Change, type Files, type Followed } from "./advice.js";
import { adviceTexts } from "./advice-texts.js";
import { todosOf, type Left } from "./samples.js";

const made: string[] = [];
afterAll(removeProjects);
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function save(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright advice "));
  made.push(folder);
  for (const [file, text] of Object.entries(files)) write(folder, file, text);
  return folder;
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** Does what a person does, and says what was written. */
function carryOut(folder: string, changes: readonly Change[]): string {
  return changes
    .map((change) => {
      const [file] = change;
      const at = path.join(folder, file);
      if (change.length === 3) {
        const text = readFileSync(at, "utf8");
        expect(text, file).toContain(change[1]);
        write(
          folder,
          file,
          text.replace(change[1], () => change[2]),
        );
        return change[2];
      }
      if (change[1] === null) rmSync(at);
      else write(folder, file, change[1]);
      return change[1] ?? "";
    })
    .join("\n");
}

async function listed(folder: string, ...flags: string[]): Promise<readonly Left[]> {
  const args = ["migrate", "--yes", "--no-install", "--json", ...flags];
  const { stdout, stderr } = await runMain(folder, args);
  const { result } = JSON.parse(stdout);
  expect(result, stdout + stderr).toBeDefined();
  return todosOf(result);
}

const says = (text: string) => (one: Left) => piecesIn(one.write, text);

/** Whether the pieces around each "…" stand in a text, in their order. */
function piecesIn(text: string, wanted: string): boolean {
  let at = 0;
  return wanted.split("…").every((piece) => {
    const found = text.indexOf(piece, at);
    at = found + piece.length;
    return found !== -1;
  });
}

const seen = new Set<string>();

const keyOf = ({ path: file, why }: Left): string => `${file}: ${why}`;

/** Follows what is said at a place: it is listed, done, listed no more, and nothing new is. */
async function follow({ base = "next", files, at, says: text, copied = [], changes, saidOnce }: Followed) {
  const all = { ...bases[base], ...files };
  const folder = save(all);
  const first = await listed(folder);
  const [found] = first.filter((one) => one.path === at && says(text)(one));
  expect(first.map(({ path: file, why, write: advice }) => `${file}: ${why}: ${advice}`)).toContainEqual(
    expect.stringContaining(found?.write ?? `nothing that says ${text}`),
  );
  if (!found) throw new Error(`nothing says ${text}`);
  seen.add(found.write);
  for (const line of copied) expect(found.write).toContain(line);
  const isSame = (one: Left) => one.path === found.path && one.why === found.why;
  // What the next run says again is done in the app as it is then; what is said once, before the first.
  const isSaidAgain = (await listed(folder)).some(isSame);
  if (saidOnce !== undefined) expect(isSaidAgain).toBe(false);
  const place = isSaidAgain || saidOnce !== undefined ? folder : save(all);
  const written = carryOut(place, changes);
  for (const line of copied) expect(written).toContain(line);
  const left = await listed(place, "--dry-run");
  expect(left.filter(isSame)).toEqual([]);
  const before = new Set(first.map(keyOf));
  expect(left.map(keyOf).filter((key) => !before.has(key))).toEqual([]);
}

describe("what the list says is done, and is listed no more", () => {
  test.each(followed.map((row, at) => [`${at} ${row.says.slice(0, 60)}`, row] as const))(
    "%s",
    async (_, row) => {
      await follow(row);
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});

describe("what an error says is done, and the command goes on", () => {
  const run = (folder: string, ...args: string[]) => runMain(folder, [...args, "--yes", "--no-install"]);

  async function refused(files: Files, hint: string, ...args: string[]) {
    const folder = save(files);
    const { code, stderr } = await run(folder, "migrate", ...args);
    expect(code).toBeGreaterThan(1);
    // Errors are wrapped at the width of the terminal.
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(hint);
    seen.add(hint);
    return folder;
  }

  test("next-auth 3 is upgraded first", async () => {
    const old = bases.next["package.json"]?.replace("^4.24.7", "^3.29.10") ?? "";
    const hint =
      "Nothing was written. Upgrade to next-auth 4 first, following its own guide, then run auth migrate again.";
    const folder = await refused({ ...bases.next, "package.json": old }, hint);
    write(folder, "package.json", bases.next["package.json"] ?? "");
    expect((await run(folder, "migrate")).code).toBe(0);
  });

  test("RA2-A3: a catalog that there is not is named, and the version is written", async () => {
    const manifest = bases.next["package.json"] ?? "";
    const files = { ...bases.next, "package.json": manifest.replace("^4.24.7", "catalog:auth") };
    const yaml = "catalogs:\n  other:\n    next-auth: ^4.24.7\n";
    const hint =
      "Nothing was written. Write the version of next-auth into package.json, then run auth migrate again.";
    const folder = await refused({ ...files, "pnpm-workspace.yaml": yaml }, hint);
    expect((await run(folder, "migrate")).stderr.replaceAll(/\s+/g, " ")).toContain(
      'leaves the version of next-auth to the catalog "auth", and no catalog of that name has it',
    );
    write(folder, "package.json", manifest);
    expect((await run(folder, "migrate")).code).toBe(0);
  });

  test("the app is in a folder below", async () => {
    const below = Object.entries(bases.next).map(([file, text]) => [`apps/web/${file}`, text]);
    const files = { "package.json": "{}\n", ...Object.fromEntries(below) };
    const folder = await refused(files, "Folders below do. Run the command there: --cwd apps/web");
    expect((await run(folder, "migrate", "--cwd", "apps/web")).code).toBe(0);
  });

  test("nothing is to be migrated: an app starts anew", async () => {
    const folder = copyProject("express-esm-ts");
    const { code, stderr } = await run(folder, "migrate");
    const hint = "Run the command in the folder of your app (--cwd DIR), or start anew: npx authwright init";
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining(hint)]);
    seen.add(hint);
    expect((await run(folder, "init", "--provider", "github")).code).toBe(0);
  });

  test("what is left is changed by hand", async () => {
    const files: Files = {
      ...bases.next,
      "lib/names.ts": 'export const cookie = "next-auth.session-token";\n',
    };
    const folder = save(files);
    const first = await run(folder, "migrate");
    expect(first.code).toBe(1);
    const left = "Make the changes listed above under Breaks now. auth undo reverts everything.";
    expect(first.stderr.replaceAll(/\s+/g, " ")).toContain(left);
    seen.add(left);
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(readFileSync(path.join(folder, "app/page.tsx"), "utf8")).toBe(files["app/page.tsx"]);
  });

  test("nothing but what is left is there", async () => {
    const folder = save({ ...bases.next, "lib/broken.ts": 'import { x } from "next-auth";\nconst = 1;\n' });
    await run(folder, "migrate");
    const { code, stderr } = await run(folder, "migrate");
    const hint =
      "Nothing was written. Make the changes listed, then run auth migrate again. A file that they name and that is not there comes with that run.";
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([3, expect.stringContaining(hint)]);
    seen.add(hint);
    rmSync(path.join(folder, "lib/broken.ts"));
    expect((await run(folder, "migrate")).code).toBe(0);
  });
});

/** Texts that no row follows, and why. This list only gets shorter. */
const notFollowed: Readonly<Record<string, string>> = {
  "Nothing was changed. Let this user read it, or name it in .gitignore if it holds no code.":
    "followed with a closed path: test/project/closed-files.test.ts",
  "Nothing was written. Leave --plan out.":
    "is about a flag, tried in a workspace: test/commands/next-commands.test.ts",
  '"skipLibCheck": true in compilerOptions; npx tsc --noEmit shows them':
    "said of declarations of others, with a compiler: types.test.ts",
  "what fits the type; npx tsc --noEmit shows it again": "followed in real-apps.test.ts, RA-11",
  "change the imports of the old packages here by hand, then run auth migrate again":
    "said where an edit would leave a syntax error: no such file is known",
  "auth migrate --alias --from <version|tarball>": "the move in one override: test/alias",
  "Nothing was written. Update … first, following its own guide, then run auth migrate again.":
    "said of frameworks: browser-advice.test.ts",
  "Nothing was written. The app goes on with its own core.": "asks for nothing",
  "keep it for them; what it did for the app may be an option here: docs/migrate lists them":
    "asks to leave a file as it is: migrate.test.ts, CL-32",
  "Nothing was written. The page says what to do by hand; what is rewritten comes from …, arctic and oslo.":
    "names a page: other-libraries.test.ts",
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("every text in the code is followed, or named with a reason", () => {
  const patternOf = (text: string) => new RegExp(`^${text.split("…").map(escaped).join("[^]*")}$`);
  const unseen = adviceTexts().filter(({ text }) => ![...seen].some((one) => patternOf(text).test(one)));
  expect(unseen.map(({ text }) => text).sort()).toEqual(Object.keys(notFollowed).sort());
});
