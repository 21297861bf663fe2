/** Every command that writes, with what has to be there before it. */
import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain, snapshotOf } from "../support/cli.js";

export interface Scenario {
  readonly name: string;
  /** Folder below test/fixtures. */
  readonly fixture: string;
  prepare?(folder: string): Promise<void> | void;
  readonly args: readonly string[];
}

const quiet = ["--yes", "--no-install"] as const;
const init = async (folder: string) => {
  await runMain(folder, ["init", ...quiet]);
};
const secrets = (folder: string) => {
  writeFileSync(path.join(folder, ".gitignore"), ".env\n");
  writeFileSync(
    path.join(folder, ".env"),
    `AUTH_SECRET=${"test-secret-".repeat(3)}000\nAUTH_SECRET_1=${"test-secret-".repeat(3)}111\n`,
    { mode: 0o600 },
  );
};
const express = "projects/express-esm-ts";

export const scenarios: readonly Scenario[] = [
  { name: "init, Express", fixture: express, args: ["init", ...quiet] },
  { name: "init, Next.js", fixture: "projects/next-app-ts", args: ["init", ...quiet] },
  { name: "add-provider", fixture: express, prepare: init, args: ["add-provider", "google", ...quiet] },
  { name: "remove-provider", fixture: express, prepare: init, args: ["remove-provider", "github", ...quiet] },
  {
    // It takes a file away, with the folders that hold nothing else.
    name: "remove-plugin, Next.js",
    fixture: "projects/next-app-ts",
    prepare: async (folder) => {
      await init(folder);
      await runMain(folder, ["add-plugin", "password", "--adapter", "kysely", ...quiet]);
    },
    args: ["remove-plugin", "password", "--yes"],
  },
  { name: "add-adapter", fixture: express, prepare: init, args: ["add-adapter", "kysely", ...quiet] },
  { name: "secret generate --write", fixture: express, args: ["secret", "generate", "--write", "--yes"] },
  { name: "secret rotate", fixture: express, prepare: secrets, args: ["secret", "rotate", ...quiet] },
  {
    name: "secret rotate --drop-oldest",
    fixture: express,
    prepare: secrets,
    args: ["secret", "rotate", "--drop-oldest", ...quiet],
  },
  {
    name: "secret rotate --promote",
    fixture: express,
    prepare(folder) {
      secrets(folder);
      appendFileSync(path.join(folder, ".env"), `AUTH_SECRET_NEXT=${"test-secret-".repeat(3)}222\n`);
    },
    args: ["secret", "rotate", "--promote", ...quiet],
  },
  { name: "migrate", fixture: "migrate/express", args: ["migrate", ...quiet] },
  {
    name: "doctor --fix",
    fixture: express,
    async prepare(folder) {
      await init(folder);
      chmodSync(path.join(folder, ".env"), 0o644);
      writeFileSync(path.join(folder, ".env.example"), "PORT=\n");
    },
    args: ["doctor", "--fix", "--yes"],
  },
  { name: "undo", fixture: express, prepare: init, args: ["undo"] },
  {
    name: "undo after later work",
    fixture: express,
    async prepare(folder) {
      await init(folder);
      for (const file of ["src/server.ts", ".env"]) appendFileSync(path.join(folder, file), "\n");
    },
    args: ["undo"],
  },
];

/** A project as a scenario begins. */
export async function stage({ fixture, prepare }: Scenario): Promise<{ folder: string; dispose(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright fäult "));
  cpSync(path.join(projectRoot, "test/fixtures", fixture), folder, { recursive: true });
  await prepare?.(folder);
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Makes a folder what another one is. */
export function reset(folder: string, from: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(from, folder, { recursive: true, preserveTimestamps: true });
}

/**
 * The tree without `.auth/`. Secrets are made anew in every run: with `known` each other one counts as the same.
 */
export function treeOf(folder: string, known: readonly string[] = []): Record<string, string> {
  const entries = Object.entries(snapshotOf(folder)).filter(([file]) => !/^\.auth(?:\/|$)/.test(file));
  return Object.fromEntries(
    entries.map(([file, content]) => {
      if (!path.basename(file).startsWith(".env")) return [file, content];
      const [mode = "", base64 = ""] = content.split(" ");
      const text = Buffer.from(base64, "base64").toString("utf8");
      const hidden = text.replace(/(AUTH_SECRET(?:_\d)?=)(\S+)/g, (line, key: string, value: string) =>
        known.includes(value) ? line : `${key}(new)`,
      );
      return [file, `${mode} ${hidden}`];
    }),
  );
}

/** Secrets that are there before a scenario runs. */
export function secretsOf(folder: string): string[] {
  const envs = Object.entries(snapshotOf(folder)).filter(([file]) => path.basename(file).startsWith(".env"));
  return envs.flatMap(([, content]) =>
    [
      ...Buffer.from(content.split(" ")[1] ?? "", "base64")
        .toString("utf8")
        .matchAll(/AUTH_SECRET\w*=(\S+)/g),
    ].map(([, value]) => value ?? ""),
  );
}
