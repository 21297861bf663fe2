/** Where a program is found, on a machine that is made up: no folder of a project puts another one in its place. */
import path from "node:path";
import { expect, it } from "vitest";
import { findProgram, outsideEntries, type Machine } from "../../src/cli/programs/find-program.js";

/** A machine with these programs, and links by folder. */
const machine = (
  platform: "linux" | "win32",
  env: Machine["env"],
  programs: readonly string[],
  links: Readonly<Record<string, string>> = {},
): Machine => ({
  platform,
  env,
  isProgram: (file) => programs.includes(file),
  real: (folder) => links[folder] ?? folder,
});

const found = (name: string, project: string, own: string, on: Machine) =>
  findProgram(name, outsideEntries(on, project, own), on);

const planted = [
  ["an empty entry", ":/usr/bin"],
  ["a dot", ".:/usr/bin"],
  ["a relative entry", "node_modules/.bin:bin:../app/bin:/usr/bin"],
  ["the project", "/home/me/app:/home/me/app/tools:/usr/bin"],
  [
    "a bin of the project and of a folder above it",
    "/home/me/app/node_modules/.bin:/home/me/node_modules/.bin/:/usr/bin",
  ],
  ["a link into the project", "/home/me/link:/usr/bin"],
  ["a way around", "/usr/../home/me/app/../app/tools:/usr/bin"],
] as const;

it.each(planted)("G1: npm is the machine's, with %s in PATH", (_, PATH) => {
  const folders = ["", ".", "/home/me/app", "/home/me/app/tools", "/home/me/app/node_modules/.bin"];
  const more = ["/home/me/node_modules/.bin", "/home/me/link", "node_modules/.bin", "bin", "../app/bin"];
  const npms = [...folders, ...more, "/usr/bin"].map((folder) => path.posix.join(folder, "npm"));
  const on = machine("linux", { PATH }, npms, { "/home/me/link": "/home/me/app/tools" });
  expect(found("npm", "/home/me/app", "/opt/node/bin", on)).toBe("/usr/bin/npm");
});

it("G1: the folder of the Node.js that runs is no folder of the project, wherever it lies", () => {
  const on = machine("linux", { PATH: "/root/.nvm/bin:/root/bin" }, ["/root/.nvm/bin/npm", "/root/bin/pnpm"]);
  expect(found("npm", "/root", "/root/.nvm/bin", on)).toBe("/root/.nvm/bin/npm");
  expect(found("pnpm", "/root", "/root/.nvm/bin", on)).toBeUndefined();
});

it("G1: without PATH nothing is found", () => {
  expect(found("npm", "/app", "/opt/node", machine("linux", {}, ["/app/npm", "npm"]))).toBeUndefined();
});

const onWindows = [
  ["npm.cmd of Node, not the current folder's", "npm", "C:\\nodejs\\npm.CMD"],
  ["a name with its ending", "git.exe", "C:\\Git\\git.exe"],
  ["no script of another system", "pnpm", undefined],
] as const;

it.each(onWindows)("G1: on Windows %s", (_, name, file) => {
  const Path =
    '.;;\\tools;D:tools;bin;C:\\work\\app;c:\\WORK\\app\\tools;C:\\x\\Node_Modules\\.bin;"C:\\nodejs";C:\\Git';
  const bad = [
    ".",
    "",
    "\\tools",
    "D:tools",
    "bin",
    "C:\\work\\app",
    "c:\\WORK\\app\\tools",
    "C:\\x\\Node_Modules\\.bin",
  ];
  const programs = [
    ...bad.flatMap((folder) => ["npm.CMD", "npm.EXE", "git.exe"].map((one) => path.win32.join(folder, one))),
    "C:\\nodejs\\npm.CMD",
    "C:\\nodejs\\npm",
    "C:\\nodejs\\pnpm",
    "C:\\Git\\git.exe",
  ];
  expect(found(name, "C:\\work\\app", "E:\\node", machine("win32", { Path }, programs))).toBe(file);
});
