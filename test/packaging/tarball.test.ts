import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { others } from "../providers/all.js";
import { isFull } from "../support/every-run.js";
import { cleanEnv, mustRun, run } from "../support/process.js";
import { npm, tarball, temporaryFolder } from "../support/project.js";

const manifest = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
/** In every run one compiler of each kind; all of them, and what takes a minute, in the group `packaging`. */
const compilers = isFull ? ["ts59", "typescript", "ts7"] : ["ts7"];
const bin = (name: string) => path.join(projectRoot, "node_modules/.bin", name);

/** The package installed alone, as production does. */
let home: { folder: string; dispose: () => Promise<void> };
const installed = (...parts: string[]) => path.join(home.folder, "node_modules", manifest.name, ...parts);

beforeAll(async () => {
  home = await temporaryFolder("package");
  await writeFile(path.join(home.folder, "package.json"), '{"name":"app","private":true,"type":"module"}\n');
  await mustRun(npm, ["install", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund", tarball], {
    cwd: home.folder,
  });
}, 120_000);
afterAll(() => home.dispose());

const walk = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));

describe("the packed tarball", () => {
  test("holds the builds and the papers, nothing else", () => {
    const files = walk(installed());
    const papers = [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "THIRD-PARTY-NOTICES.md",
      // For programs: the commands, the schema of their output, a text for language models.
      "docs/cli/commands.json",
      "docs/cli/output.schema.json",
      "llms.txt",
      "package.json",
      "skills/authwright/SKILL.md",
    ];
    const pages = files.filter((file) => /^docs\/.+\.(?:md|svg)$/.test(file));
    expect(files.filter((file) => !file.startsWith("dist/") && !pages.includes(file)).sort()).toEqual(papers);
    expect(
      files.filter(
        (file) =>
          !/^dist\/(?:cli\/[^/]+\.js|(?:runtime|providers)\/.+\.(?:js|d\.ts))$/.test(file) &&
          file !== "dist/runtime/react/style.css" &&
          !/^dist\/runtime\/svelte\/\w+\.svelte$/.test(file) &&
          ![...papers, ...pages].includes(file),
      ),
    ).toEqual([]);
    expect(files.filter((file) => /\.test\.|fixtures|\.map$/.test(file))).toEqual([]);
  });

  test("RT-03 what an install writes is at most 8.9 MB in 1,360 files, its dependencies with it", () => {
    const files = walk(path.join(home.folder, "node_modules")).filter((file) => !file.startsWith("."));
    const bytes = files.reduce(
      (sum, file) => sum + statSync(path.join(home.folder, "node_modules", file)).size,
      0,
    );
    expect(files.length).toBeLessThanOrEqual(1360);
    expect(bytes).toBeLessThanOrEqual(8_900_000);
    expect(files.length).toBeGreaterThan(1000);
  });

  test("installs as exactly three packages", () => {
    const packages = readdirSync(path.join(home.folder, "node_modules")).filter(
      (name) => !name.startsWith("."),
    );
    expect(packages.sort()).toEqual(["authwright", "jose", "oauth4webapi"]);
    expect(manifest.dependencies).toEqual({
      jose: expect.any(String),
      oauth4webapi: expect.any(String),
    });
  });

  test("names Node's own modules in one file of the runtime only, and in one of builds", () => {
    // The module of Nuxt runs in the build of an app, and is no part of one.
    const allowed = ["dist/runtime/security/crypto-node.js", "dist/runtime/integrations/nuxt/module.js"];
    const found = walk(installed("dist"))
      .map((file) => `dist/${file}`)
      .filter((file) => /^dist\/(?:runtime|providers)\/.*\.js$/.test(file) && !allowed.includes(file))
      .filter((file) =>
        /["']node:|createRequire|(?:from|import\(|require\()\s*["'](?:fs|path|crypto|http|url|buffer)["']/.test(
          readFileSync(installed(file), "utf8"),
        ),
      );
    expect(found).toEqual([]);
  });

  test("names no folder of the machine that built it", () => {
    const found = walk(installed()).filter((file) =>
      readFileSync(installed(file), "utf8").includes(projectRoot),
    );
    expect(found).toEqual([]);
  });

  test("publint finds nothing", async () => {
    const { publint } = await import("publint");
    const { messages } = await publint({ pkgDir: installed(), strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  test("older module resolution finds the same types: typesVersions says what exports says", () => {
    const typed = Object.entries(manifest.exports as Record<string, { types?: string }>).flatMap(
      ([name, { types }]) => (types && name !== "." ? [[name.slice(2), [types]]] : []),
    );
    expect(manifest.typesVersions).toEqual({ "*": Object.fromEntries(typed) });
  });

  test.runIf(isFull)(
    "are-the-types-wrong finds nothing in an ESM-only package (group packaging)",
    async () => {
      // A stylesheet has no types: bundlers declare files of that ending.
      const sheets = ["--exclude-entrypoints", "./react/style.css", "./vue/style.css", "./svelte/style.css"];
      const args = [tarball, "--profile", "esm-only", "--format", "ascii", ...sheets];
      const result = await run(bin("attw"), args, { cwd: projectRoot, env: cleanEnv({ FORCE_COLOR: "0" }) });
      expect(result.code, result.stdout + result.stderr).toBe(0);
    },
  );
});

describe("every documented subpath", () => {
  const pluginFolder = path.join(projectRoot, "src/runtime/plugins");
  const plugins = readdirSync(pluginFolder)
    .filter((name) => existsSync(path.join(pluginFolder, name, "index.ts")))
    .map((name) => `./plugins/${name}`);
  const subpaths = [
    ...Object.keys(manifest.exports).filter((name) => !/\*|\.(?:json|css)$/.test(name)),
    ...plugins,
  ];
  const providers = readdirSync(path.join(projectRoot, "src/providers"))
    .filter((name) => /^[\w-]+\.ts$/.test(name) && !others.includes(name.slice(0, -3)))
    .map((name) => `${manifest.name}/providers/${name.slice(0, -3)}`);

  /** A subpath that is made of its peer cannot load without it; all others must. */
  const peers: Readonly<Record<string, string>> = {
    // Two packages of one scope.
    "./nest": "@nestjs",
    "./react": "react",
    "./vue": "vue",
    "./sveltekit": "@sveltejs",
    "./adapters/drizzle": "drizzle-orm",
    "./adapters/kysely": "kysely",
    "./shared-store/kysely": "kysely",
  };

  /** How many names each exports, imported in a process of their own beside the installed package. */
  function countsOf(some: readonly string[]): readonly number[] {
    const specifiers = some.map((subpath) => path.posix.join(manifest.name, subpath));
    const code = `
      const counts = [];
      for (const specifier of ${JSON.stringify(specifiers)}) counts.push(Object.keys(await import(specifier)).length);
      console.log(JSON.stringify(counts));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: home.folder,
      encoding: "utf8",
    });
    return JSON.parse(out);
  }

  // Components of Svelte load behind its compiler alone: test/full/sveltekit.test.ts builds them.
  const loadable = subpaths.filter((subpath) => subpath !== "./svelte");
  /** In every run those that need no peer load in one process; each in one of its own in the group `packaging`. */
  const together = isFull ? [] : loadable.filter((subpath) => peers[subpath] === undefined);

  test("those that need no peer import without any", () => {
    expect(countsOf(together)).toHaveLength(together.length);
  });

  test.each(loadable.filter((subpath) => !together.includes(subpath)))(
    "%s imports alone",
    async (subpath) => {
      const name = peers[subpath];
      const peer = name && path.join(home.folder, "node_modules", name);
      if (name && peer) await symlink(path.join(projectRoot, "node_modules", name), peer, "dir");
      try {
        expect(countsOf([subpath])).toHaveLength(1);
      } finally {
        if (peer) await rm(peer);
      }
    },
  );

  test("every provider imports and makes a configuration", () => {
    const code = `
      const failed = [];
      for (const specifier of ${JSON.stringify(providers)}) {
        try {
          const { default: make } = await import(specifier);
          if (typeof make({}).id !== "string") failed.push(specifier);
        } catch (error) {
          failed.push(specifier + ": " + error.message);
        }
      }
      console.log(JSON.stringify(failed));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: home.folder,
      encoding: "utf8",
    });
    expect(providers.length).toBeGreaterThan(200);
    expect(JSON.parse(out)).toEqual([]);
  });

  test("loads from CommonJS by require", () => {
    const code = `console.log(typeof require("${manifest.name}/express").MiddlewareAuth)`;
    const out = execFileSync(process.execPath, ["--no-warnings", "-e", code], {
      cwd: home.folder,
      encoding: "utf8",
    });
    expect(out.trim()).toBe("function");
  });
});

describe("the command line of the tarball", () => {
  const cli = (...args: string[]) =>
    run(process.execPath, [installed("dist/cli/auth.js"), ...args], {
      cwd: home.folder,
      env: cleanEnv({ CI: "1" }),
    });

  test("prints its name and version", async () => {
    const { stdout, code } = await cli("--version");
    expect([stdout.trim(), code]).toEqual([`${manifest.name} ${manifest.version}`, 0]);
  });

  test.runIf(isFull)(
    "D5: npm exec from the tarball sets a project up that installs (group packaging)",
    async () => {
      const project = await temporaryFolder("first contact");
      const own = (...parts: string[]) => path.join(project.folder, ...parts);
      const env = cleanEnv({ CI: "1" });
      const flags = ["--prefer-offline", "--no-audit", "--no-fund"];
      try {
        await writeFile(
          own("package.json"),
          '{"name":"app","type":"module","dependencies":{"express":"^5.3.0"}}\n',
        );
        await writeFile(own("server.js"), 'import express from "express";\nconst app = express();\n');
        const args = ["exec", "--yes", ...flags, `--package=file:${tarball}`, "--", "auth", "init", "--yes"];
        const made = await run(npm, args, { cwd: project.folder, env });
        expect(made.code, made.stderr).toBe(0);
        expect(made.stderr).toContain("Next:");
        const range: string = JSON.parse(readFileSync(own("package.json"), "utf8")).dependencies[
          manifest.name
        ];
        expect(path.resolve(project.folder, range.slice("file:".length))).toBe(tarball);
        expect(existsSync(own("node_modules", manifest.name, "package.json"))).toBe(true);
      } finally {
        await project.dispose();
      }
    },
    180_000,
  );

  test("starts every command of its help", async () => {
    const { stdout } = await cli("--help");
    const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)\b/gm)].map(([, name]) => name ?? "");
    expect(commands).toEqual(
      expect.arrayContaining(["init", "add-provider", "secret", "token", "dev", "undo", "info"]),
    );
    for (const command of commands) {
      const result = await cli(command, "--help");
      expect(result.code, `${command}: ${result.stderr}`).toBe(0);
    }
  });

  test("makes and reads a token end to end", async () => {
    const made = await cli("secret", "generate", "--raw");
    expect(made.stdout.trim()).toMatch(/^[A-Za-z0-9+/=_-]{43,}$/);
  });
});

describe("the repository", () => {
  test("has no unused file, export or dependency (knip)", async () => {
    const result = await run(bin("knip"), ["--no-progress"], {
      cwd: projectRoot,
      env: cleanEnv({ FORCE_COLOR: "0" }),
    });
    expect(result.code, result.stdout + result.stderr).toBe(0);
  });

  test("has notices for everything that the CLI inlines", async () => {
    const result = await run(process.execPath, ["scripts/third-party-notices.mjs", "--check"], {
      cwd: projectRoot,
    });
    expect(result.code, result.stderr).toBe(0);
  });

  test("has the pages that follow from the source, up to date", async () => {
    const result = await run(process.execPath, ["scripts/docs.mjs", "--check"], { cwd: projectRoot });
    expect(result.code, result.stderr).toBe(0);
  });

  test("has a lock file without registry addresses", () => {
    expect(readFileSync(path.join(projectRoot, "package-lock.json"), "utf8")).not.toMatch(/"resolved"/);
  });
});

describe("the declarations", () => {
  const compile = async (compiler: string, source: string, options: object) => {
    const folder = path.join(home.folder, `${compiler} ${path.basename(source)}`);
    await mkdir(folder, { recursive: true });
    for (const file of readdirSync(source).filter((name) => name.endsWith(".ts"))) {
      await writeFile(path.join(folder, file), readFileSync(path.join(source, file)));
    }
    const compilerOptions = {
      target: "ES2022",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      module: "NodeNext",
      strict: true,
      noEmit: true,
      types: [],
      ...options,
    };
    await writeFile(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["*.ts"] }),
    );
    return run(
      process.execPath,
      [path.join(projectRoot, "node_modules", compiler, "bin/tsc"), "-p", folder],
      { cwd: folder },
    );
  };
  const types = path.join(projectRoot, "test/types");
  /** What the declarations of the subpaths name. */
  const linkPeers = async () => {
    const ofFastify = ["fastify", "@fastify", "fast-json-stringify", "ajv", "find-my-way"];
    const peers = ["next", "react", "@types", "csstype", "kysely", "hono", "light-my-request", "pino"];
    for (const name of [...peers, ...ofFastify]) {
      const link = path.join(home.folder, "node_modules", name);
      if (!existsSync(link)) await symlink(path.join(projectRoot, "node_modules", name), link, "dir");
    }
  };
  const examples: Readonly<Record<string, string>> = {
    "./messages/*": "./messages/de",
    "./plugins/*": "./plugins/password",
    "./providers/*": "./providers/github",
  };
  const subpaths = Object.keys(manifest.exports)
    .filter((name) => name !== "./package.json")
    .map((name) => path.posix.join(manifest.name, examples[name] ?? name));

  const resolutions: [string, object][] = [
    ["ts59", { module: "CommonJS", moduleResolution: "node" }],
    ["ts7", { module: "NodeNext", moduleResolution: "nodenext" }],
    ["typescript", { module: "CommonJS", moduleResolution: "node", ignoreDeprecations: "6.0" }],
    ["typescript", { module: "Node16", moduleResolution: "node16" }],
    ["typescript", { module: "ESNext", moduleResolution: "bundler" }],
    ["ts7", { module: "ESNext", moduleResolution: "bundler" }],
  ];
  test.each(isFull ? resolutions : resolutions.slice(0, 2))(
    "F-25 augmentations count with %s and %j, and every subpath has types",
    async (compiler, options) => {
      const source = path.join(home.folder, "augmented");
      await mkdir(source, { recursive: true });
      const imports = subpaths.map((subpath, at) => `import type * as m${at} from "${subpath}";`);
      const uses = subpaths.map((_, at) => `typeof m${at}`);
      await writeFile(
        path.join(source, "every.ts"),
        `${imports.join("\n")}\nexport type Every = [${uses.join(", ")}];\n`,
      );
      await writeFile(
        path.join(source, "augmentation.ts"),
        readFileSync(path.join(types, "augmentation.ts"), "utf8"),
      );
      await linkPeers();
      const result = await compile(compiler, source, { ...options, skipLibCheck: true });
      expect(result.stdout + result.stderr).toBe("");
    },
  );

  test("F-25 typesVersions names every subpath, for resolutions that read no exports", () => {
    const own = Object.keys(manifest.exports).filter((name) => name !== "." && !/\.(?:json|css)$/.test(name));
    expect(Object.keys(manifest.typesVersions["*"]).sort()).toEqual(own.map((name) => name.slice(2)).sort());
    expect([manifest.main, manifest.types]).toEqual([
      manifest.exports["."].default,
      manifest.exports["."].types,
    ]);
  });

  test.each(compilers)("compile in a consumer's project with %s", async (compiler) => {
    const result = await compile(compiler, types, { skipLibCheck: false });
    expect(result.stdout + result.stderr).toBe("");
  });

  test.each(compilers)(
    "F-26 of the Next.js door, with untyped arguments too, compile beside Next with %s",
    async (compiler) => {
      // Next's own declarations do not pass a library check, so only ours are looked at here.
      await linkPeers();
      const result = await compile(compiler, path.join(types, "next"), { skipLibCheck: true });
      expect(result.stdout + result.stderr).toBe("");
    },
  );
});
