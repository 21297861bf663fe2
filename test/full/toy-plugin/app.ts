/** An app of a framework with the toy plugin: set up by commands, guarded by one written route, built and started. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import type { Project } from "../../e2e/framework-matrix.js";
import { auth } from "../../e2e/walk.js";
import { mustRun, type Server, startServer } from "../../support/process.js";
import { npm, npx } from "../../support/project.js";
import type { ToyRow } from "./rows.js";

/** Set in the environment: the plugin is no part of the configuration. */
const leftOut = "TODO_LEFT_OUT";

/** A project in which all is written, and its types are checked. */
export async function makeApp(toy: ToyRow, packed: string): Promise<Project> {
  const project = await toy.row.make(packed);
  const { folder, env } = project;
  const init = ["init", "--yes", "--provider", "nodemailer", "--plugin", "todo"];
  const { code, stdout, stderr } = await auth(folder, ...init);
  expect(code, stdout + stderr).toBe(0);
  const config = path.join(folder, toy.config);
  await replace(config, "[todo()]", `process.env["${leftOut}"] ? [] : [todo()]`);
  for (const [file, before, line] of toy.lines ?? [])
    await replace(path.join(folder, file), before, line + before);
  for (const [file, text] of Object.entries(toy.files ?? {})) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  await mustRun(npx, toy.row.build ?? [], { cwd: folder, env: env(), timeoutSeconds: 500 });
  return project;
}

async function replace(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(
    file,
    text.replace(from, () => to),
  );
}

/** Starts what was built. */
export function startApp(
  { row }: ToyRow,
  { folder, env }: Project,
  {
    url,
    mailServer,
    hasToy,
  }: { readonly url: string; readonly mailServer: string; readonly hasToy: boolean },
): Promise<Server> {
  const { port } = new URL(url);
  const [command = npm, ...words] = row.start?.(Number(port)) ?? [npm, "start"];
  return startServer(command, words, {
    cwd: folder,
    env: env({
      PORT: port,
      NODE_ENV: "production",
      AUTH_URL: url,
      AUTH_NODEMAILER_SERVER: mailServer,
      AUTH_NODEMAILER_FROM: "app@example.com",
      ...(!hasToy && { [leftOut]: "1" }),
    }),
    url,
  });
}
