/** How a project is installed, built and started in an image, by its package manager and its scripts. */
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { PackageManagerName } from "../../cli/project/package-manager.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

export interface ImageCommands {
  /** Gets the package manager, where Node does not bring it. */
  readonly setup: string | undefined;
  /** Files that say which packages there are. */
  readonly manifests: string;
  /** Files that may hold the token of a registry: secrets of the build, which are in no layer of an image. */
  readonly secrets: readonly SecretFile[];
  /** How a command that reads the registry is given them: options of `RUN`, each with a blank behind it. */
  readonly mounts: string;
  readonly install: string;
  /** How the bin of a package is started. */
  readonly exec: string;
  readonly build: string | undefined;
  /** Takes away what only builds; "": nothing has to go. */
  readonly prune: string;
}

interface SecretFile {
  /** As the build knows it. */
  readonly id: string;
  readonly file: string;
}

interface Manager {
  readonly setup?: string;
  readonly locks: readonly string[];
  /** With a lock file, and without. */
  readonly install: readonly [locked: string, free: string];
  readonly exec: string;
  readonly prune: string;
}

const managers: Readonly<Record<PackageManagerName, Manager>> = {
  npm: {
    locks: ["package-lock.json", "npm-shrinkwrap.json"],
    install: ["npm ci", "npm install"],
    exec: "npx",
    prune: "npm prune --omit=dev",
  },
  pnpm: {
    setup: "corepack enable",
    locks: ["pnpm-lock.yaml"],
    install: ["pnpm install --frozen-lockfile", "pnpm install"],
    exec: "pnpm exec",
    prune: "CI=true pnpm prune --prod",
  },
  yarn: {
    setup: "corepack enable",
    locks: ["yarn.lock"],
    install: ["yarn install --frozen-lockfile", "yarn install"],
    exec: "yarn",
    prune: "yarn install --production --frozen-lockfile",
  },
  bun: {
    setup: "npm install --global bun",
    locks: ["bun.lock", "bun.lockb"],
    install: ["bun install --frozen-lockfile", "bun install"],
    exec: "bun x",
    prune: "rm -rf node_modules && bun install --production --frozen-lockfile",
  },
};

/** Yarn 2 and newer has other words. */
const yarnBerry: Manager = {
  ...managers.yarn,
  install: ["yarn install --immutable", "yarn install"],
  prune: "yarn workspaces focus --production",
};

/** Further files that an installation reads, and whether one may hold the token of a registry. */
const settings: Readonly<Record<string, (text: string) => boolean>> = {
  ".npmrc": () => true,
  ".yarnrc.yml": () => true,
  "pnpm-workspace.yaml": () => false,
  // Bun reads it at each start, too.
  "bunfig.toml": (text) => ["token", "password", "@"].some((word) => text.includes(word)),
};

export function imageCommands(facts: ConfiguredProject, prunes: boolean): ImageCommands {
  const { files, packageJson, packageManager } = facts;
  const isBerry =
    packageManager.name === "yarn" &&
    (files.exists(".yarnrc.yml") ||
      Number(packageJson.packageManager?.split("@")[1]?.split(".")[0] ?? 1) > 1);
  const { setup, locks, install, exec, prune } = isBerry ? yarnBerry : managers[packageManager.name];
  const [locked, free] = install;
  const lock = locks.find((file) => files.exists(file));
  const { build } = packageJson.scripts;
  const present = Object.keys(settings).filter((file) => files.exists(file));
  const tokenFiles = present.filter((file) => settings[file]?.(files.read(file)?.text ?? ""));
  const secrets = tokenFiles.map((file) => ({ id: file.replace(/^\.|\.\w+$/g, ""), file }));
  const isLean = prunes && Object.keys(packageJson.devDependencies).length > 0 && !startsByDev(facts);
  return {
    setup,
    manifests: [
      "package.json",
      ...(lock === undefined ? [] : [lock]),
      ...present.filter((file) => !tokenFiles.includes(file)),
    ].join(" "),
    secrets,
    mounts: secrets
      .map(({ id, file }) => `--mount=type=secret,id=${id},target=/app/${file},required=true `)
      .join(""),
    install: lock === undefined ? free : locked,
    exec,
    build: build === undefined ? undefined : `${packageManager.name} run build`,
    prune: isLean ? prune : "",
  };
}

const wordsOf = (script: string | undefined): readonly string[] => script?.split(" ").filter(Boolean) ?? [];

/** The start script needs a package that is there for development, such as tsx. */
const startsByDev = ({ packageJson: { scripts, devDependencies } }: ConfiguredProject): boolean =>
  wordsOf(scripts[startScriptIn(scripts) ?? ""]).some((word) => word in devDependencies);

/** What starts the app in production. */
const startScriptIn = (scripts: Readonly<Record<string, string>>): string | undefined =>
  ["start", "start:prod", "start:production", "serve"].find((name) => name in scripts);

const shellSigns = ["&", "|", ";", "$", "<", ">", '"', "'", "`", "*", "(", "="];

/**
 * What the start script says. A plain call of node is the container's own process, which is told when to stop; other
 * scripts are started by npm, which every image of Node has.
 */
export function startCommand(builder: PlanBuilder<ConfiguredProject>): readonly string[] | undefined {
  const {
    packageJson: { scripts },
  } = builder.facts;
  const name = startScriptIn(scripts);
  const start = name === undefined ? undefined : scripts[name];
  if (name === undefined || start === undefined) return undefined;
  const words = wordsOf(start);
  const isEnvFile = (word: string) => /^--env-file(?:=|$)/.test(word);
  const isPlain = words[0] === "node" && !shellSigns.some((sign) => withoutEnvFile(start).includes(sign));
  // The image has no env file: the variables come from outside.
  if (isPlain) return wordsOf(withoutEnvFile(start));
  const envFile = words.find(isEnvFile);
  if (envFile !== undefined)
    builder.warn(
      "AUTH_W_DOCKER_ENV_FILE",
      `The start script has ${envFile}, and no env file is in the image: Node does not start then. Write --env-file-if-exists.`,
    );
  return ["npm", "run", name];
}

const withoutEnvFile = (script: string): string => script.replaceAll(/--env-file(?:=|\s+)\S+\s*/g, "");
