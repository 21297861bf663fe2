/** Bundles of apps that use this package as it was built, and what is in them. For `npm run size` and the tests. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { compile } from "svelte/compiler";
import { rolldown } from "rolldown";

const run = promisify(execFile);
const root = path.dirname(import.meta.dirname);
const { name } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/**
 * What an app imports, by what it does; `signsInWith`: a provider by which it is asked. Bytes: `limit` of one file as
 * esbuild makes it, `limitOfReach` of what requests can load and `limitAtStart` of what is loaded first may only fall
 * (`test/packaging/weight.test.ts`); `goal` is what one file is to become.
 */
export const appsBySize = [
  {
    title: "the handler, GitHub",
    code: `import GitHub from "${name}/providers/github"; import { Auth } from "${name}"; export const handler = (request, more) => Auth(request, { providers: [GitHub({ clientId: "id", clientSecret: "secret" })], ...more });`,
    signsInWith: "github",
    limit: 78_350,
    limitOfReach: 66_200,
    limitAtStart: 27_100,
    goal: 60_000,
  },
  {
    title: "the handler, Google and a password",
    code: `import Google from "${name}/providers/google"; import Credentials from "${name}/providers/credentials"; import { Auth } from "${name}"; export const handler = (request) => Auth(request, { providers: [Google, Credentials({})] });`,
    limit: 102_600,
    goal: 72_000,
  },
  {
    title: "the handler, mail",
    code: `import Resend from "${name}/providers/resend"; import { Auth } from "${name}"; export const handler = (request) => Auth(request, { providers: [Resend] });`,
  },
  {
    title: "the client of OAuth, GitHub",
    code: `import GitHub from "${name}/providers/github"; import { finish, start } from "${name}/oauth"; const github = GitHub({ clientId: "id", clientSecret: "secret" }); export const begin = (redirectUri) => start(github, { redirectUri }); export const end = (request, keep) => finish(github, request, keep);`,
    limit: 26_150,
    limitAtStart: 24_250,
    goal: 10_000,
  },
  { title: "read a token", code: `export { getToken } from "${name}/jwt";`, limit: 3_520, goal: 3_400 },
  {
    title: "the guard of Next.js",
    code: `import { guard } from "${name}/next/guard"; export default guard({ callbacks: { authorized: ({ auth }) => auth !== null } });`,
    limit: 16_550,
    limitAtStart: 19_300,
  },
  { title: "client", code: `export * from "${name}/client";`, limit: 1_890 },
  {
    title: "React client",
    code: `export { getCsrfToken, getProviders, getSession, __NEXTAUTH, SessionContext, SessionProvider, SignedIn, SignedOut, SignInButton, signIn, signOut, UserButton, useSession, UserMenu } from "${name}/react";`,
    limit: 3_500,
  },
  {
    title: "React client, no user menu",
    code: `export { SessionProvider, SignedIn, SignedOut, SignInButton, signIn, signOut, useSession } from "${name}/react";`,
    limit: 2_540,
  },
  { title: "the user menu alone", code: `export { UserMenu } from "${name}/react";`, limit: 970 },
  {
    title: "Vue client",
    code: `export { getCsrfToken, getProviders, getSession, authPlugin, SignedIn, SignedOut, SignInButton, signIn, signOut, UserButton, useSession } from "${name}/vue";`,
    limit: 3_000,
  },
  {
    title: "Svelte client",
    code: `export { getCsrfToken, getProviders, getSession, SessionProvider, SignedIn, SignedOut, SignInButton, signIn, signOut, UserButton, useSession } from "${name}/svelte";`,
    limit: 3_850,
  },
  {
    title: "Svelte client, no user menu",
    code: `export { SessionProvider, SignedIn, SignedOut, SignInButton, signIn, signOut, useSession } from "${name}/svelte";`,
    limit: 2_590,
  },
  {
    title: "the bar of impersonation, React",
    code: `export { ImpersonationBar } from "${name}/react";`,
    limit: 1_600,
  },
  { title: "passkeys in the browser", code: `export * from "${name}/webauthn";`, limit: 1_780 },
];

const conditions = ["edge-light", "worker"];
const define = { "process.env.NODE_ENV": '"production"' };

/** What an app has beside this package, and what its platform has. Nothing of ours is left out. */
const outside = [
  "react",
  "react/jsx-runtime",
  "svelte",
  "svelte/*",
  "next/*",
  "vue",
  "nodemailer",
  "@simplewebauthn/server",
  "node:*",
];

/** Components as the app's own compiler makes them, with one import of Svelte's helpers. */
function compiled(source, filename) {
  const { code } = compile(source, { filename, generate: "client", dev: false }).js;
  const shared = `import { $ } from ${JSON.stringify(path.join(import.meta.dirname, "svelte-client.mjs"))};`;
  return code.replace("import * as $ from 'svelte/internal/client';", shared);
}

const components = {
  name: "components",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.svelte$/ }, ({ path: file }) => ({
      contents: compiled(readFileSync(file, "utf8"), file),
    })),
};

async function bundle({ code }, more) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, sourcefile: "app.mjs" },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions,
    define,
    external: outside,
    plugins: [components],
    outdir: path.join(root, "size"),
    ...more,
  });
  return { files: new Map(outputFiles.map((file) => [path.relative(root, file.path), file])), metafile };
}

/**
 * The same in one file by rolldown.
 *
 * @param modules those that are in the file: rolldown makes a second one of what functions import that it has dropped
 */
async function rolledDown({ code }, modules) {
  const entry = "virtual:app";
  const given = await rolldown({
    input: entry,
    // What is left out of a bundle for servers: "use client".
    onLog: () => undefined,
    cwd: root,
    platform: "neutral",
    external: (id) =>
      outside.some((each) => each === id || (each.endsWith("*") && id.startsWith(each.slice(0, -1)))),
    resolve: {
      mainFields: ["module", "main"],
      conditionNames: [...conditions, "import", "module", "default"],
    },
    transform: { define, target: "es2022" },
    plugins: [
      {
        name: "components",
        transform: { filter: { id: /\.svelte$/ }, handler: (source, file) => compiled(source, file) },
      },
      {
        name: "app",
        resolveId: (id) => (id === entry ? path.join(root, "app.mjs") : undefined),
        async resolveDynamicImport(id, importer) {
          const found = typeof id === "string" && (await this.resolve(id, importer));
          return found && !found.external && !modules.has(path.relative(root, found.id))
            ? { id: found.id, external: true }
            : undefined;
        },
        load: (id) => (id === path.join(root, "app.mjs") ? code : undefined),
      },
    ],
  });
  const { output } = await given.generate({ format: "esm", minify: true, codeSplitting: false });
  await given.close();
  const missing = output[0].dynamicImports.filter((id) => /^[./]/.test(id));
  if (output.length > 1 || missing.length > 0)
    throw new Error(`Not in the file of rolldown: ${missing.join(", ")}`);
  return output[0].code;
}

/** The modules of which something is in the files. */
const modulesIn = ({ outputs }) =>
  new Set(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
    ),
  );

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** The files that are loaded with this one. */
function loadedWith(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path: next, kind, external } of outputs[file].imports)
    if (kind === "import-statement" && !external) loadedWith(outputs, next, seen);
  return seen;
}

/**
 * Bytes. One file with nothing of ours left out, minified (`plain`), and compressed as esbuild (`esbuild`) and rolldown
 * (`rolldown`) make it; split into files, each compressed alone: what requests can make the app load (`reach`, measured
 * by asking where `signsInWith` says how), and what is loaded before the first (`start`).
 */
export async function measure(app) {
  const one = await bundle(app, {});
  const [{ contents }] = one.files.values();
  const down = await rolledDown(app, modulesIn(one.metafile));
  const { files, metafile } = await bundle(app, { splitting: true });
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file].entryPoint === "app.mjs");
  const sum = (names) => [...names].reduce((all, file) => all + gzipped(files.get(file).contents), 0);
  return {
    plain: contents.length,
    esbuild: gzipped(contents),
    rolldown: gzipped(Buffer.from(down)),
    reach: app.signsInWith === undefined ? undefined : sum(await reached(app, files, entry)),
    start: sum(loadedWith(metafile.outputs, entry)),
  };
}

/** The files that are loaded when the app is asked for everything. */
async function reached({ signsInWith }, files, entry) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "authwright-size-")));
  try {
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    for (const [file, { contents }] of files) {
      const target = path.join(folder, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, contents);
    }
    const driver = path.join(import.meta.dirname, "drive-handler.mjs");
    const { stdout } = await run(process.execPath, [driver, path.join(folder, entry), signsInWith]);
    return JSON.parse(stdout)
      .map((url) => path.relative(folder, fileURLToPath(url)))
      .filter((file) => files.has(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The modules in the files that requests can make an app load. */
export async function modulesReached(app) {
  const { files, metafile } = await bundle(app, { splitting: true, metafile: true });
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file].entryPoint === "app.mjs");
  const loaded = await reached(app, files, entry);
  return [...new Set(loaded.flatMap((file) => sourcesOf(metafile.outputs[file].inputs)))];
}

/** Joined files name the modules in them, each in a line of its own. */
const sourcesOf = (inputs) =>
  Object.keys(inputs).flatMap((input) =>
    input.startsWith("dist/runtime/")
      ? [
          input,
          ...readFileSync(path.resolve(root, input), "utf8").matchAll(/^\/\/ (dist\/runtime\/\S+\.js)$/gm),
        ].map((found) => (typeof found === "string" ? found : found[1]))
      : [input],
  );

/**
 * The modules of joined files: the line before each says which one it was. The bundler loses that line where a module
 * begins with what it drops; such a module counts with the one before it.
 */
function moduleAt(source, line, known) {
  if (!source.startsWith("dist/runtime/")) return source;
  if (!known.has(source)) {
    const of = [];
    let current = source;
    for (const text of readFileSync(path.resolve(root, source), "utf8").split("\n")) {
      current = /^\/\/ (dist\/runtime\/\S+\.js)$/.exec(text)?.[1] ?? current;
      of.push(current);
    }
    known.set(source, of);
  }
  return known.get(source)[line] ?? source;
}

/** What the one bundle is made of, largest first. */
export async function modulesOf(app) {
  const { files } = await bundle(app, { sourcemap: "external" });
  const [[, { text: json }], [, { text }]] = [...files].toSorted(([a], [b]) => b.length - a.length);
  const map = new SourceMap(JSON.parse(json));
  const parts = new Map();
  const known = new Map();
  let module = "";
  for (const [line, code] of text.split("\n").entries())
    for (let column = 0; column < code.length; column++) {
      const at = map.findEntry(line, column);
      if (at.generatedLine === line && at.generatedColumn === column && at.originalSource !== undefined) {
        const source = path.relative(root, path.resolve(root, "size", at.originalSource));
        module = source === "app.mjs" ? source : moduleAt(source, at.originalLine, known);
      }
      parts.set(module, (parts.get(module) ?? "") + code[column]);
    }
  return [...parts]
    .map(([of, part]) => ({ module: of, plain: Buffer.byteLength(part), alone: gzipped(part) }))
    .toSorted((a, b) => b.alone - a.alone);
}
