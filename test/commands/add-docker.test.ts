/** `auth add-docker`: what each framework, package manager and store gets, and what is left alone. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectRoot } from "../architecture/source-tree.js";
import { shownLines } from "../full/crossings/env-lines.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (folder: string, file: string, text: string) => writeFileSync(path.join(folder, file), text);
const addDocker = (folder: string, ...args: string[]) => runMain(folder, ["add-docker", "--yes", ...args]);

async function appOf(name: string, ...commands: string[][]): Promise<string> {
  const folder = copyProject(name);
  for (const args of [["init", "--provider", "github"], ...commands]) {
    const { code, stderr } = await runMain(folder, [...args, "--yes", "--no-install"]);
    expect(code, stderr).toBe(0);
  }
  return folder;
}

async function written(folder: string) {
  const { code, stderr } = await addDocker(folder);
  expect(code, stderr).toBe(0);
  const compose = parse(read(folder, "compose.yaml"));
  return { docker: read(folder, "Dockerfile"), compose, app: compose.services.app, stderr };
}

/** Projects whose scripts say how they are built and started. */
const fixtures = readdirSync(path.join(projectRoot, "test/fixtures/projects")).filter((name) => {
  const file = path.join(projectRoot, "test/fixtures/projects", name, "package.json");
  const scripts = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).scripts : undefined;
  return scripts?.start && (scripts.build || !scripts.start.includes("dist/"));
});
test("most fixtures can be started", () => expect(fixtures.length).toBeGreaterThan(10));

test("the container believes its proxy, where the options of auth stand in a file of their own", async () => {
  const folder = await appOf("express-esm-ts");
  const auth = read(folder, "src/auth.ts");
  const options = /createAuth\((\{[\s\S]*?\n\})\)/.exec(auth)![1]!;
  const provider = 'import GitHub from "authwright/providers/github";\n';
  const type = 'import type { MiddlewareAuthConfig } from "authwright/express";\n';
  write(
    folder,
    "src/auth.config.ts",
    `${type}${provider}\nexport default ${options} satisfies MiddlewareAuthConfig;\n`,
  );
  const own = 'import authConfig from "./auth.config.js";\n';
  write(folder, "src/auth.ts", auth.replace(options, "authConfig").replace(provider, own));
  expect((await written(folder)).app.environment.TRUST_PROXY).toBe("1");
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  expect(stdout).not.toContain("AUTH_D_EXPRESS_TRUST_PROXY");
});

test.each(fixtures)("%s: files without a secret; twice; undo", async (name) => {
  const folder = await appOf(name);
  const before = snapshotOf(folder);
  const { docker, app, compose } = await written(folder);
  const [image, user] = name.endsWith("-bun") ? ["oven/bun:1-alpine", "bun"] : ["node:22-alpine", "node"];
  expect(docker.match(/^FROM .*/gm)).toEqual([`FROM ${image} AS build`, `FROM ${image}`]);
  expect(docker).toContain(`\nUSER ${user}\n`);
  expect(docker).toContain(`--chown=${user}:${user} `);
  expect(docker).toMatch(/\nEXPOSE (\d+)\nCMD \["(?:node|npm|bun)",.*\]\n$/);
  const port = /EXPOSE (\d+)/.exec(docker)?.[1];
  expect(app.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  expect(app.environment.AUTH_URL).toMatch(/^\$\{AUTH_URL:\?.+\}$/);
  expect(app.environment.AUTH_SECRET).toMatch(/^\$\{AUTH_SECRET:\?.+\}$/);
  // F-02: a rotation reaches the container.
  for (const key of ["AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3", "AUTH_SECRET_NEXT"])
    expect(app.environment[key]).toBe(`\${${key}:-}`);
  expect(app.environment.AUTH_GITHUB_SECRET).toBe("${AUTH_GITHUB_SECRET:-}");
  expect(app.healthcheck.test[3]).toContain(`http://127.0.0.1:${port}/`);
  expect(Object.keys(compose.services)).toEqual(["app"]);
  const nginx = read(folder, "nginx.conf");
  expect(nginx.split("{").length).toBe(nginx.split("}").length);
  for (const line of ["X-Forwarded-Proto $scheme;", "X-Forwarded-Host $host;", `127.0.0.1:${port};`])
    expect(nginx).toContain(line);
  const env = readdirSync(folder).filter((file) => file === ".env" || file === ".env.local");
  const secret = /AUTH_SECRET="?([^"\n]+)/.exec(read(folder, env[0] ?? ""))?.[1] ?? "missing";
  for (const file of ["Dockerfile", "compose.yaml", "nginx.conf", ".dockerignore"])
    expect(read(folder, file)).not.toContain(secret);
  for (const line of ["**/.env", "**/.env.*", "**/node_modules", ".auth", ".git", "**/*.db"])
    expect(read(folder, ".dockerignore").split("\n")).toContain(line);

  const after = snapshotOf(folder);
  const again = await addDocker(folder);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
  expect(snapshotOf(folder)).toEqual(after);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  const ours = ([file]: [string, string]) => !file.startsWith(".auth");
  expect(Object.entries(snapshotOf(folder)).filter(ours)).toEqual(Object.entries(before).filter(ours));
});

describe("package managers", () => {
  test.each([
    ["package-lock.json", "{}", ["npm ci", "npm run build", "npm prune --omit=dev"]],
    [
      "pnpm-lock.yaml",
      "",
      ["corepack enable", "pnpm install --frozen-lockfile", "pnpm run build", "CI=true pnpm prune --prod"],
    ],
    [
      "yarn.lock",
      "",
      [
        "corepack enable",
        "yarn install --frozen-lockfile",
        "yarn run build",
        "yarn install --production --frozen-lockfile",
      ],
    ],
    [
      "bun.lock",
      "{}",
      [
        "npm install --global bun",
        "bun install --frozen-lockfile",
        "bun run build",
        "rm -rf node_modules && bun install --production --frozen-lockfile",
      ],
    ],
  ])("%s", async (lock, text, commands) => {
    const folder = await appOf("express-esm-ts");
    write(folder, lock, text);
    const { docker } = await written(folder);
    expect(docker.match(/(?<=^RUN ).*/gm)).toEqual(commands);
    expect(docker).toContain(`COPY package.json ${lock} ./`);
  });

  test("EDG-06: tokens of registries are secrets of the build, in no layer and in no image", async () => {
    const folder = await appOf("express-esm-ts");
    for (const file of ["yarn.lock", ".yarnrc.yml", ".npmrc"]) write(folder, file, "");
    const { docker, compose, app, stderr } = await written(folder);
    const mounts = [".npmrc", ".yarnrc.yml"]
      .map((file) => `--mount=type=secret,id=${file.split(".")[1]},target=/app/${file},required=true `)
      .join("");
    expect(docker).toContain("\nCOPY package.json yarn.lock ./\n");
    // Yarn reads its settings for every script.
    expect(docker.match(/(?<=^RUN ).*/gm)).toEqual([
      "corepack enable",
      `${mounts}yarn install --immutable`,
      `${mounts}yarn run build`,
      `${mounts}yarn workspaces focus --production`,
    ]);
    expect([app.build, compose.secrets]).toEqual([
      { context: ".", secrets: ["npmrc", "yarnrc"] },
      { npmrc: { file: ".npmrc" }, yarnrc: { file: ".yarnrc.yml" } },
    ]);
    const ignored = readFileSync(path.join(folder, ".dockerignore"), "utf8");
    for (const name of [".npmrc", ".yarnrc.yml"]) expect(ignored).toContain(`**/${name}\n`);
    expect(stderr).toContain("--secret id=npmrc,src=.npmrc --secret id=yarnrc,src=.yarnrc.yml");
  });

  test("EDG-06: without such files the build needs no secret", async () => {
    const { docker, compose, app } = await written(await appOf("express-esm-ts"));
    expect([docker.includes("--mount"), app.build, compose.secrets]).toEqual([false, ".", undefined]);
  });

  test.each([
    ['[install.scopes]\n"@us" = { token = "npm_x", url = "https://npm.example" }\n', true],
    ['[install]\nregistry = "https://name:word@npm.example"\n', true],
    ['preload = ["./instrument.ts"]\n', false],
  ])("EDG-06: bunfig.toml is a secret where it may hold a token: %s", async (text, isSecret) => {
    const folder = await appOf("express-esm-ts");
    write(folder, "bun.lock", "{}");
    write(folder, "bunfig.toml", text);
    const { docker } = await written(folder);
    expect(docker.includes("id=bunfig,target=/app/bunfig.toml")).toBe(isSecret);
    expect(docker.includes("COPY package.json bun.lock bunfig.toml ./")).toBe(!isSecret);
  });

  test("EDG-06: keys of every usual name stay out of the build", async () => {
    const folder = await appOf("express-esm-ts");
    await written(folder);
    const ignored = readFileSync(path.join(folder, ".dockerignore"), "utf8");
    for (const name of ["*.pem", "*.key", "*.p12", "*.pfx", "id_rsa*", "id_ed25519*", ".netrc"])
      expect(ignored).toContain(`**/${name}\n`);
  });
});

describe("stores", () => {
  test("a file lies on a volume", async () => {
    const { docker, compose, app } = await written(await appOf("express-esm-ts", ["add-adapter", "kysely"]));
    expect(docker).toContain("ln -s /data/auth.db /app/auth.db");
    expect([app.volumes, compose.volumes]).toEqual([["data:/data"], { data: null }]);
  });

  test.each(["pg", "kysely --dialect postgres"])("%s: a database beside the app", async (store) => {
    const folder = await appOf("express-esm-ts", ["add-adapter", ...store.split(" ")]);
    const { compose, app } = await written(folder);
    expect(app.environment.DATABASE_URL).toMatch(
      /^postgres:\/\/app:\$\{POSTGRES_PASSWORD:\?.+\}@database:5432\/app$/,
    );
    expect(app.depends_on).toEqual({ database: { condition: "service_healthy" } });
    expect(compose.services.database.healthcheck.test[1]).toContain("pg_isready");
    expect(compose.services.database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(compose.volumes).toEqual({ database: null });
  });

  test("another server is named by its address", async () => {
    const { app } = await written(await appOf("express-esm-ts", ["add-adapter", "mysql2"]));
    expect(app.environment.DATABASE_URL).toMatch(/^\$\{DATABASE_URL:\?/);
  });
});

describe("what starts", () => {
  const scriptsOf = async (folder: string, scripts: object) => {
    const file = JSON.parse(read(folder, "package.json"));
    write(folder, "package.json", JSON.stringify({ ...file, scripts }, null, 2));
  };

  test("a script that is more than a call of node", async () => {
    const folder = await appOf("express-esm-js");
    await scriptsOf(folder, { start: "FLAG=1 node server.js" });
    expect((await written(folder)).docker).toContain('CMD ["npm","run","start"]');
  });

  test("a package for development that starts the app stays", async () => {
    const folder = await appOf("express-esm-ts");
    await scriptsOf(folder, { build: "tsc", start: "tsx src/server.ts" });
    expect((await written(folder)).docker).not.toContain("prune");
  });

  test("an env file that is not in the image is named", async () => {
    const folder = await appOf("express-esm-js");
    await scriptsOf(folder, { start: "FLAG=1 node --env-file=.env server.js" });
    const { code, stderr } = await runMain(folder, ["add-docker", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("--env-file-if-exists")]);
    expect(stderr).toContain("Not all of it works yet.");
    expect(stderr).not.toContain("Done.");
  });

  test.each(["node --env-file=.env server.js", "node --env-file .env server.js"])(
    "%s: without it",
    async (start) => {
      const folder = await appOf("express-esm-js");
      await scriptsOf(folder, { start });
      expect((await written(folder)).docker).toContain('CMD ["node","server.js"]');
    },
  );

  test.each([
    ["express-esm-js", {}, '"start"'],
    ["express-cjs-ts", { start: "node dist/server.js" }, '"build"'],
    ["next-app-ts", { start: "next start" }, '"build"'],
  ])("%s with %j: the missing script is named", async (name, scripts, hint) => {
    const folder = await appOf(name);
    await scriptsOf(folder, scripts);
    const before = snapshotOf(folder);
    const { code, stderr } = await addDocker(folder);
    expect([code, stderr]).toEqual([3, expect.stringContaining(hint)]);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("RA2-B10: files of the user's own", () => {
  const all = ["Dockerfile", ".dockerignore", "compose.yaml", "nginx.conf"];

  test.each([
    [
      "Dockerfile",
      'FROM node:22\nCOPY . .\nCMD ["node", "server.js"]\n',
      ["ENV NODE_ENV=production", "USER node"],
    ],
    [".dockerignore", "node_modules\n.env\n", ["**/.env.*", "**/*.pem", ".auth", "**/*.db"]],
    [
      "compose.yaml",
      "services:\n  web:\n    build: .\n",
      ['AUTH_URL: "${AUTH_URL:-}"', "AUTH_GITHUB_SECRET"],
    ],
    ["docker-compose.yml", "services:\n  db:\n    image: postgres:17\n", ["  app:", "healthcheck"]],
    ["nginx.conf", "server {\n}\n", ["proxy_set_header X-Forwarded-Proto $scheme;"]],
  ])("a %s stays, the others are written, and what it lacks is named", async (file, text, lines) => {
    const folder = await appOf("express-esm-js");
    write(folder, file, text);
    const { code, stderr } = await addDocker(folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} stays as it is, and lacks:\n`)]);
    for (const line of lines) expect(stderr).toContain(line);
    expect(read(folder, file)).toBe(text);
    const others = all.filter(
      (one) => one !== file && !(one.startsWith("compose") && file.includes("compose")),
    );
    for (const other of others) expect(read(folder, other)).not.toBe("");
    const again = await addDocker(folder);
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining("and lacks:\n")]);
  });

  test("what was taken over counts, in the words of the file", async () => {
    const folder = await appOf("express-esm-js");
    write(
      folder,
      "Dockerfile",
      'FROM node:22\nENV NODE_ENV production\nCOPY . .\nUSER 1001\nCMD ["node", "server.js"]\n',
    );
    write(
      folder,
      ".dockerignore",
      "node_modules\n/.env*\n*.{pem,key,p12,pfx}\nid_*\n.netrc\n.git\n.auth/\n*.db*\n*.sqlite*\n",
    );
    write(folder, "compose.yaml", "services:\n  web:\n    build: .\n    env_file: .env\n");
    expect((await addDocker(folder)).code).toBe(0);
    const { code, stderr } = await addDocker(folder);
    expect([code, stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
  });

  test("--force replaces them, and undo brings them back", async () => {
    const folder = await appOf("express-esm-js");
    write(folder, "Dockerfile", "FROM scratch\n");
    const { code, stderr } = await addDocker(folder, "--force");
    expect(code, stderr).toBe(0);
    expect(read(folder, "Dockerfile")).toContain("FROM node:22-alpine AS build");
    await runMain(folder, ["undo"]);
    expect(read(folder, "Dockerfile")).toBe("FROM scratch\n");
  });

  test("a start script of another name", async () => {
    const folder = await appOf("express-esm-js");
    const manifest = JSON.parse(read(folder, "package.json"));
    const scripts = {
      "start:dev": "node --watch server.js",
      "start:prod": "node --import ./x.js server.js | tee log",
    };
    write(folder, "package.json", JSON.stringify({ ...manifest, scripts }));
    expect((await written(folder)).docker).toContain('CMD ["npm","run","start:prod"]');
  });
});

/** Names of the variables that documentation shows for an env file, and a value for each. */
const shownNames = [...new Set([...shownLines()].map((line) => line.slice(0, line.indexOf("="))))].filter(
  (name) => name !== "AUTH_DEV_IDP" && !/^AUTH_(?:SECRETS|TRUSTED_HOST)$/.test(name),
);

describe("F-02: a variable that comes later", () => {
  test.each(fixtures)("%s: every variable that docs show reaches the container", async (name) => {
    expect(shownNames.length).toBeGreaterThan(8);
    const folder = await appOf(name);
    const file = existsSync(path.join(folder, ".env.local")) ? ".env.local" : ".env";
    const present = read(folder, file);
    const more = shownNames.filter((key) => !present.includes(`${key}=`)).map((key) => `${key}=1\n`);
    write(folder, file, `${present}${more.join("")}`);
    const { app } = await written(folder);
    expect(Object.keys(app.environment)).toEqual(expect.arrayContaining(shownNames));
    // What compose would hand on for an unset one is the empty text, which counts as unset.
    for (const key of shownNames) expect(app.environment[key]).toContain("${");
  });

  const asked = ["add-provider", "google", "--yes", "--no-install"];

  test("is named with its line for the compose file, and add-docker writes it into its own", async () => {
    const folder = await appOf("express-esm-js");
    expect((await addDocker(folder)).code).toBe(0);
    const { stderr } = await runMain(folder, asked);
    expect(stderr).toContain('Add to compose.yaml, below AUTH_SECRET: AUTH_GOOGLE_ID: "${AUTH_GOOGLE_ID:-}"');
    expect(stderr).toContain('AUTH_GOOGLE_SECRET: "${AUTH_GOOGLE_SECRET:-}"');
    expect((await addDocker(folder)).code).toBe(0);
    expect(read(folder, "compose.yaml")).toContain('AUTH_GOOGLE_ID: "${AUTH_GOOGLE_ID:-}"');
  });

  test.each([
    ["a list", "- AUTH_SECRET", "- AUTH_GOOGLE_ID"],
    ["a map", "AUTH_SECRET: x", 'AUTH_GOOGLE_ID: "${AUTH_GOOGLE_ID:-}"'],
  ])("%s of a person's own stays, and gets its line named", async (_, line, added) => {
    const folder = await appOf("express-esm-js");
    const text = `services:\n  app:\n    build: .\n    environment:\n      ${line}\n`;
    write(folder, "compose.yaml", text);
    const { stderr } = await runMain(folder, asked);
    expect(stderr).toContain(`Add to compose.yaml, below AUTH_SECRET: ${added}`);
    expect(read(folder, "compose.yaml")).toBe(text);
  });

  test.each([
    "services:\n  app:\n    build: .\n    env_file: .env\n    environment:\n      AUTH_SECRET: x\n",
    "services:\n  db:\n    image: postgres:17\n",
  ])("nothing is said of one that hands on the env file, or knows nothing of sign-in", async (text) => {
    const folder = await appOf("express-esm-js");
    write(folder, "compose.yaml", text);
    expect((await runMain(folder, asked)).stderr).not.toContain("Add to compose.yaml");
  });
});

describe("next.config", () => {
  const config = (text: string) => `import type { NextConfig } from "next";\n\n${text}`;
  test.each([
    [
      "an object",
      config(
        "const nextConfig: NextConfig = {\n  reactStrictMode: true,\n};\n\nexport default nextConfig;\n",
      ),
      config(
        'const nextConfig: NextConfig = {\n  reactStrictMode: true,\n  output: "standalone",\n};\n\nexport default nextConfig;\n',
      ),
    ],
    [
      "a wrapped one",
      "const c = {};\nexport default withA(c, { b: 1 });\n",
      'const c = {output: "standalone"};\nexport default withA(c, { b: 1 });\n',
    ],
    [
      "a function",
      "export default () => ({ a: 1 });\n",
      'export default () => ({ a: 1, output: "standalone" });\n',
    ],
  ])("%s gets the option", async (_, before, after) => {
    const folder = await appOf("next-app-ts");
    write(folder, "next.config.ts", before);
    await written(folder);
    expect(read(folder, "next.config.ts")).toBe(after);
  });

  test.each([
    ["another value", 'export default { output: "export" };\n'],
    ["an object from elsewhere", 'import c from "./c";\nexport default c;\n'],
    ["an object that takes in another", "const a = f();\nexport default { ...a };\n"],
  ])("%s: the line is shown, and nothing is written", async (_, text) => {
    const folder = await appOf("next-app-ts");
    write(folder, "next.config.ts", text);
    const before = snapshotOf(folder);
    const { code, stderr, stdout } = await addDocker(folder);
    expect([code, stderr]).toEqual([3, expect.stringContaining("next.config.ts:")]);
    expect(stdout + stderr).toContain('output: "standalone"');
    expect(snapshotOf(folder)).toEqual(before);
  });
});
