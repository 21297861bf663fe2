/** Clones that try to run a program as soon as one is started in them, and what a command started there. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv } from "./process.js";

/** A clone with a package in it. */
export interface Clone {
  readonly top: string;
  readonly app: string;
  /** A file that is there once a program of the clone has run. */
  readonly mark: string;
  /** The environment of whoever works there: PATH is as careless as can be, and what is started is written down. */
  readonly env: Record<string, string> & { readonly NODE_ENV: "test" };
  /** Programs that a process of Node.js has started there. */
  started(): readonly string[];
  remove(): void;
}

const who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"];

/** Writes down each program before it is started. */
const recorder = `const { appendFileSync } = require("node:fs");
const children = require("node:child_process");
const note = (file) => appendFileSync(process.env.STARTED, file + "\\n");
const { spawn } = children.ChildProcess.prototype;
children.ChildProcess.prototype.spawn = function (options) {
  note(options.file);
  return spawn.call(this, options);
};
for (const name of ["spawnSync", "execFileSync", "execSync"]) {
  const was = children[name];
  children[name] = (file, ...rest) => (note(file), was(file, ...rest));
}
require("node:module").syncBuiltinESMExports();
`;

interface Made {
  readonly top: string;
  readonly app: string;
  readonly folder: string;
  readonly evil: string;
  readonly env: Record<string, string>;
  git(...args: string[]): void;
}

const evilConfig = (evil: string) =>
  `[core]\n\tbare = false\n\trepositoryformatversion = 0\n\tworktree = .\n\tfsmonitor = ${evil}\n`;

/** What git takes for a repository, with a configuration that names a program. */
function embed(folder: string, evil: string): void {
  mkdirSync(path.join(folder, "objects"), { recursive: true });
  mkdirSync(path.join(folder, "refs"), { recursive: true });
  writeFileSync(path.join(folder, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(path.join(folder, "config"), evilConfig(evil));
}

/** By name; each of them makes a plain git run the program. */
export const forms: Readonly<Record<string, (made: Made) => void>> = {
  "an embedded repository": ({ app, evil }) => embed(app, evil),
  "fsmonitor in .git/config": ({ git, evil }) => git("config", "core.fsmonitor", evil),
  hooksPath: ({ git, top, evil }) => {
    mkdirSync(path.join(top, "hooks"));
    for (const hook of ["post-index-change", "pre-commit"]) cpSync(evil, path.join(top, "hooks", hook));
    git("config", "core.hooksPath", "hooks");
  },
  "a filter of .gitattributes": ({ git, top, app, evil }) => {
    git("config", "filter.evil.clean", evil);
    writeFileSync(path.join(top, ".gitattributes"), "* filter=evil\n");
    utimesSync(path.join(app, "package.json"), 1, 1);
  },
  "an external diff": ({ git, app, evil }) => {
    git("config", "diff.external", evil);
    git("config", "core.pager", evil);
    appendFileSync(path.join(app, "package.json"), "\n");
  },
  "a file .git that leads elsewhere": ({ git, top, evil }) => {
    git("config", "core.fsmonitor", evil);
    renameSync(path.join(top, ".git"), path.join(top, "elsewhere"));
    writeFileSync(path.join(top, ".git"), "gitdir: elsewhere\n");
  },
  "a link .git": ({ git, top, evil }) => {
    git("config", "core.fsmonitor", evil);
    renameSync(path.join(top, ".git"), path.join(top, "elsewhere"));
    symlinkSync("elsewhere", path.join(top, ".git"));
  },
  "config.worktree": ({ git, evil }) => {
    git("config", "extensions.worktreeConfig", "true");
    git("config", "--worktree", "core.fsmonitor", evil);
  },
  "a submodule": ({ top, app, folder, evil }) => {
    cpSync(path.join(top, ".git"), path.join(folder, "copy"), { recursive: true });
    mkdirSync(path.join(top, ".git/modules"));
    renameSync(path.join(folder, "copy"), path.join(top, ".git/modules/app"));
    writeFileSync(
      path.join(top, ".git/modules/app/config"),
      evilConfig(evil).replace("worktree = .", "worktree = ../../../packages/app"),
    );
    writeFileSync(path.join(app, ".git"), "gitdir: ../../.git/modules/app\n");
  },
  "include.path": ({ git, top, evil }) => {
    writeFileSync(path.join(top, "included"), `[core]\n\tfsmonitor = ${evil}\n`);
    git("config", "include.path", "../included");
  },
  "core.worktree": ({ git, top, evil }) => {
    git("config", "core.worktree", top);
    git("config", "core.fsmonitor", evil);
  },
  "variables of git": ({ env, evil }) =>
    void Object.assign(env, {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: evil,
    }),
};

const programs = ["git", "npm", "npx", "node", "pnpm", "yarn", "bun", "tsc", "docker", "xdg-open", "sh"];

export function hostileClone(form: string, fixture: string): Clone {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "authwright-hostile-")));
  const at = (file: string) => path.join(folder, file);
  const [top, app, mark, evil] = [at("clone"), at("clone/packages/app"), at("mark"), at("clone/evil.sh")];
  cpSync(path.join(projectRoot, "test/fixtures/projects", fixture), app, { recursive: true });
  writeFileSync(evil, `#!/bin/sh\necho "$0" >> ${mark}\nexit 1\n`);
  chmodSync(evil, 0o755);
  writeFileSync(at("recorder.cjs"), recorder);
  for (const place of [app, path.join(app, "node_modules/.bin")]) {
    mkdirSync(place, { recursive: true });
    for (const name of programs) cpSync(evil, path.join(place, name));
  }
  const git = (...args: string[]) =>
    void execFileSync("git", ["-C", top, ...who, ...args], { stdio: "ignore" });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "all");
  // Secrets go there, so commands ask whether git keeps it.
  writeFileSync(path.join(app, ".env"), "PORT=3000\n");
  const PATH = [
    "",
    ".",
    "node_modules/.bin",
    app,
    path.join(app, "node_modules/.bin"),
    process.env["PATH"],
  ].join(":");
  const env = {
    ...cleanEnv({ CI: "true", PATH, STARTED: at("started"), XDG_STATE_HOME: at("state") }),
    NODE_ENV: "test" as const,
    NODE_OPTIONS: `--require=${at("recorder.cjs")}`,
  };
  forms[form]?.({ top, app, folder, evil, env, git });
  const started = () =>
    existsSync(at("started")) ? readFileSync(at("started"), "utf8").trim().split("\n") : [];
  return { top, app, mark, env, started, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Whether a git that is started without a thought runs the program of the clone: otherwise it proves nothing. */
export function runsByGit({ app, mark, env }: Clone): boolean {
  const PATH = process.env["PATH"] ?? "";
  for (const words of [["status"], ["diff"], ["add", "-u"]])
    spawnSync("git", ["-C", app, ...words], { env: { ...env, PATH }, stdio: "ignore", timeout: 20_000 });
  const ran = existsSync(mark);
  rmSync(mark, { force: true });
  return ran;
}
