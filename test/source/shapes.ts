/** Projects with configurations as people write them (test/fixtures/edits), and what commands read of them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain } from "../support/cli.js";

const folder = path.join(projectRoot, "test/fixtures/edits");

export type Files = Readonly<Record<string, string>>;

/** Shapes of the corpus: every case of test/fixtures/edits but those of servers. */
export const corpus: readonly { readonly name: string; readonly files: Files }[] = readdirSync(folder)
  .filter((name) => !name.startsWith("server-"))
  .map((name) => {
    const root = path.join(folder, name);
    const all = readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((file) => file.split(path.sep).join("/"))
      .filter((file) => !/^(?:added|removed)\/|^(?:added|removed|refused)$/.test(file))
      .filter((file) => statSync(path.join(root, file)).isFile());
    return {
      name,
      files: Object.fromEntries(all.map((file) => [file, readFileSync(path.join(root, file), "utf8")])),
    };
  });

const packageJson = (type: string) =>
  JSON.stringify({
    name: "app",
    type,
    scripts: { dev: "node -e 0" },
    dependencies: { express: "5.1.0", authwright: "0.1.0" },
  });

/** A project of these files in a folder of its own. */
export function projectOf(files: Files): string {
  const root = mkdtempSync(path.join(tmpdir(), "authwright-shape-"));
  const isCommon = Object.values(files).some((text) => /\bmodule\.exports\b|\brequire\(/.test(text));
  const all = {
    "package.json": packageJson(isCommon ? "commonjs" : "module"),
    "tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@/*": ["./*"] } } }),
    ".env": "AUTH_SECRET=test-secret-test-secret-test-secret-000\n",
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** Every command that reads the configuration; none of them writes. */
export const readingCommands: readonly (readonly string[])[] = [
  ["info"],
  ["doctor"],
  ["init", "--dry-run", "--yes", "--no-install", "--provider", "github"],
  ["add-provider", "google", "--dry-run"],
  ["remove-provider", "github", "--dry-run"],
  ["add-adapter", "kysely", "--dialect", "sqlite", "--dry-run", "--no-install"],
  ["migrate", "--dry-run", "--no-install"],
];

/** `result.configuration` as a program reads it; null where there is none. */
export async function configurationBy(root: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await runMain(root, [...args, "--json"]);
  const { result } = JSON.parse(stdout) as { result?: { configuration?: unknown } };
  return result?.configuration ?? null;
}
