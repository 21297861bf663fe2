/** The command line: by rolldown, for Node, with its libraries inside and lazy chunks. */
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { parserOnly } from "./parser-only.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Opening a file costs a start half a millisecond of CPU. Each name is a file that holds a module, or a folder (ending in
 * `/`), and all that it imports, as far as no file before it holds that: what every command needs, then what many commands need, those that
 * load least first, so that a small command never opens the file of a large one.
 */
const joined = [
  ["start", "commands/index"],
  // What a failing command reads.
  ["docs-folder", "cli/project/docs-folder"],
  ["secret-generate", "commands/secret/secret-generate"],
  // The plan of Next.js asks for these, and reads no code.
  ["exported-object", "cli/edit/exported-object"],
  ["next-routes", "templates/frameworks/next/routes"],
  ["token-decode", "commands/token/token-decode"],
  // The parser, with what reads in an app where its sign-in stands; then the configuration. In a file with the plan of one
  // framework they would open the files of all of that.
  ["code", "templates/frameworks/server/mount-path"],
  ["configuration", "cli/source/configuration/auth-config"],
  // What opens a database.
  ["database", "commands/database/"],
  ...["info", "add-provider", "init"].map((name) => [name, `commands/${name}/command`]),
];

/** Bytes of source below which a file that commands share joins the nearest one: each file is one more of an install. */
const smallFile = 16_000;

const isPartOf = (file, module) =>
  file === `${module}.ts` || (module.endsWith("/") && file.startsWith(module));

/** Whether a module loads the parser, of 2 MB: files that do are not joined with files that don't. */
function readsCode(id, context, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  const { importedIds = [] } = context.getModuleInfo(id) ?? {};
  return /[\\/]node_modules[\\/]/.test(id)
    ? /[\\/](?:@ts-morph|typescript)[\\/]/.test(id)
    : importedIds.some((next) => readsCode(next, context, seen));
}

/** commander needs child processes for commands that are programs of their own only; ours are not. Saves 3 ms a start. */
const noChildProcess = {
  name: "no-child-process",
  resolveId: {
    filter: { id: /^node:child_process$/ },
    handler: (_, importer) => (/[\\/]commander[\\/]/.test(importer ?? "") ? "\0no-child-process" : null),
  },
  load: { filter: { id: /^\0no-child-process$/ }, handler: () => "module.exports = {};" },
};

/** Answers of a person by way of the agent are judged by a JSON Schema; ours asks for none. Saves 150 kB. */
const noSchemaJudge = {
  name: "no-schema-judge",
  resolveId: {
    filter: { id: /^@modelcontextprotocol\/server\/_shims$/ },
    handler: () => "\0no-schema-judge",
  },
  load: {
    filter: { id: /^\0no-schema-judge$/ },
    handler: () =>
      'export { default as process } from "node:process";\nexport class DefaultJsonSchemaValidator {}',
  },
};

const packageOf = (id) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
const packagesOf = (ids) => [...new Set(ids.map(packageOf).filter(Boolean))].sort();

/** Writes dist/cli. */
export async function buildCli() {
  const outdir = path.join(root, "dist/cli");
  await rm(outdir, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: { auth: "bin/auth.ts" },
    external: [/^jose(?:\/|$)/],
    platform: "node",
    resolve: { conditionNames: ["authwright-source"] },
    transform: {
      target: "node20.19",
      // CommonJS libraries inside an ES module look for these two.
      define: { __filename: "import.meta.filename", __dirname: "import.meta.dirname" },
    },
    plugins: [parserOnly(root), noChildProcess, noSchemaJudge],
    // What a group takes is no longer a file of its own: that is meant.
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
  });
  const { output } = await bundle.write({
    dir: outdir,
    format: "esm",
    minify: true,
    comments: false,
    banner: ({ isEntry }) => (isEntry ? "#!/usr/bin/env node" : ""),
    entryFileNames: "[name].js",
    // A file that others share is called after all of them, which would be too long a name.
    chunkFileNames: ({ name }) => `${name.split("~")[0]}-[hash].js`,
    codeSplitting: {
      includeDependenciesRecursively: true,
      groups: [
        ...joined.map(([name, module], at, { length }) => ({
          name,
          test: (id) => isPartOf(path.relative(path.join(root, "src"), path.resolve(id)), module),
          priority: length + 1 - at,
        })),
        {
          name: (id, context) => (readsCode(id, context) ? "code" : "shared"),
          test: /[\\/]src[\\/](?:cli|templates)[\\/]/,
          minShareCount: 2,
          entriesAware: true,
          entriesAwareMergeThreshold: smallFile,
        },
      ],
    },
  });
  await bundle.close();
  const gone = await dropPassages(outdir, output);
  await chmod(path.join(outdir, "auth.js"), 0o755);
  await recordPackages(output.filter(({ type, fileName }) => type === "chunk" && !gone.has(fileName)));
}

/**
 * Files that only hand on what another one holds, each one more of an install: who loads them on demand loads that one.
 *
 * @returns the names of files that are no more
 */
async function dropPassages(outdir, chunks) {
  const passage = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([\w.-]+)["'`];?\s*$/;
  const codes = new Map(
    chunks.flatMap(({ fileName, code }) => (code === undefined ? [] : [[fileName, code]])),
  );
  for (const [file, code] of codes) {
    const [, names, target] = passage.exec(code) ?? [];
    if (names === undefined) continue;
    const members = names.split(",").map((one) => {
      const [held, shown = held] = one.trim().split(/\s+as\s+/);
      return `${shown}:e.${held}`;
    });
    const loading = new RegExp(`\\bimport\\(\\s*(["'\`])\\./${file.replaceAll(".", "\\.")}\\1\\s*\\)`, "g");
    const instead = `import("./${target}").then(e=>({${members.join(",")}}))`;
    for (const [other, text] of codes)
      codes.set(
        other,
        text.replace(loading, () => instead),
      );
    const isStillNamed = [...codes].some(([other, text]) => other !== file && text.includes(`./${file}`));
    if (!isStillNamed) codes.delete(file);
  }
  const gone = new Set();
  for (const { fileName, code } of chunks) {
    const text = codes.get(fileName);
    if (text === code) continue;
    if (text !== undefined) await writeFile(path.join(outdir, fileName), text);
    else {
      gone.add(fileName);
      await rm(path.join(outdir, fileName));
    }
  }
  return gone;
}

/** Which packages stand in which file, for the notices and the tests; a package that is not listed stops the build. */
async function recordPackages(chunks) {
  const files = Object.fromEntries(
    chunks.map(({ fileName, moduleIds }) => [fileName, packagesOf(moduleIds)]),
  );
  const packages = [...new Set(Object.values(files).flat())].sort();
  const allowed = JSON.parse(await readFile(path.join(root, "scripts/inlined-packages.json"), "utf8"));
  const surplus = packages.filter((name) => !allowed.includes(name));
  if (surplus.length > 0) {
    throw new Error(
      `The CLI would inline packages that scripts/inlined-packages.json does not list: ${surplus.join(", ")}`,
    );
  }
  const cache = path.join(root, "node_modules/.cache/authwright");
  await mkdir(cache, { recursive: true });
  await writeFile(path.join(cache, "cli-meta.json"), JSON.stringify({ packages, files }));
}
