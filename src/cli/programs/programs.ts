/** Every program that the command line starts, as data. SECURITY.md has the same rows; git is not among them. */

/**
 * `node`: the one that runs the command line, by its absolute path. `outside`: in PATH, but for entries that are
 * relative, lie in the project or are a `node_modules/.bin`; it gets that PATH too. `typed`: as a shell finds what a
 * person has typed, but in no relative entry.
 */
export type Lookup = "node" | "outside" | "typed";

export interface OtherProgram {
  readonly what: string;
  readonly when: string;
  /** What of the project it reads, and may run. */
  readonly reads: string;
  readonly found: Lookup;
}

export const programs = {
  packageManager: {
    what: "npm, pnpm, Yarn or bun",
    when: "at the end of a plan that names this command and was agreed to",
    reads:
      "package.json with its lifecycle scripts and `packageManager`, the lock file, `.npmrc`, `.yarnrc.yml` with `yarnPath` and plugins, `.pnpmfile.cjs`, `bunfig.toml`",
    found: "outside",
  },
  compiler: {
    what: "the compiler of the project, `node_modules/typescript/bin/tsc`",
    when: "`auth migrate`, once its plan was agreed to",
    reads: "its own files, `tsconfig.json`, the sources",
    found: "node",
  },
  app: {
    what: "the command behind `auth dev --`, or the script `dev` or `start`",
    when: "`auth dev`",
    reads: "all: it is the app",
    found: "typed",
  },
  browser: {
    what: "the browser: `BROWSER`, `open`, `xdg-open` or `start`",
    when: "`auth dev --open`",
    reads: "nothing",
    found: "outside",
  },
  itself: {
    what: "this program",
    when: "an agent calls a tool of `auth mcp`",
    reads: "what the command reads",
    found: "node",
  },
} as const satisfies Readonly<Record<string, OtherProgram>>;

export type ProgramName = keyof typeof programs;
