/** Bundles of apps that use this package as it was built, and what is in them. For `npm run size` and the tests. */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = path.dirname(import.meta.dirname);
const { name } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/**
 * What an app imports, by what it does. Bytes: `limit` of the one bundle and `limitAtStart` of what is loaded first may
 * only fall (`test/packaging/weight.test.ts`); `goal` and `goalAtStart` are what they are to become.
 */
export const appsBySize = [
  {
    title: "the handler, GitHub",
    code: `import GitHub from "${name}/providers/github"; import { Auth } from "${name}"; export const handler = (request) => Auth(request, { providers: [GitHub] });`,
    limit: 46_950,
    limitAtStart: 25_950,
    goal: 45_900,
    goalAtStart: 27_000,
  },
  {
    title: "the handler, Google and a password",
    code: `import Google from "${name}/providers/google"; import Credentials from "${name}/providers/credentials"; import { Auth } from "${name}"; export const handler = (request) => Auth(request, { providers: [Google, Credentials({})] });`,
  },
  {
    title: "the handler, mail",
    code: `import Resend from "${name}/providers/resend"; import { Auth } from "${name}"; export const handler = (request) => Auth(request, { providers: [Resend] });`,
  },
  { title: "read a token", code: `export { getToken } from "${name}/jwt";`, limit: 3_400, goal: 3_400 },
  {
    title: "the guard of Next.js",
    code: `import { guard } from "${name}/next/guard"; export default guard({ callbacks: { authorized: ({ auth }) => auth !== null } });`,
    limit: 14_450,
    goal: 17_000,
  },
  { title: "client", code: `export * from "${name}/client";`, limit: 2_100 },
  { title: "React client", code: `export * from "${name}/react";`, limit: 3_500 },
  {
    title: "React client, no user menu",
    code: `export { SessionProvider, SignedIn, SignedOut, SignInButton, signIn, signOut, useSession } from "${name}/react";`,
    limit: 2_600,
  },
  { title: "the user menu alone", code: `export { UserMenu } from "${name}/react";`, limit: 1_000 },
  { title: "passkeys in the browser", code: `export * from "${name}/webauthn";`, limit: 1_900 },
];

/** What only providers that an app writes by hand load; split bundles keep it in files that others never ask for. */
const byHand = path.join(root, "dist/runtime/by-hand.js");

async function bundle({ code }, { hasByHand = false, ...more }) {
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
    conditions: ["edge-light", "worker"],
    define: { "process.env.NODE_ENV": '"production"' },
    external: [
      "react",
      "react/jsx-runtime",
      "next/*",
      "nodemailer",
      "@simplewebauthn/server",
      "node:*",
      ...(hasByHand ? [] : [byHand]),
    ],
    outdir: path.join(root, "size"),
    ...more,
  });
  return { files: new Map(outputFiles.map((file) => [path.relative(root, file.path), file])), metafile };
}

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
 * Bytes: the one bundle minified (`plain`) and compressed (`whole`), the same with what providers written by hand load
 * (`withByHand`), the `chunks` of it and those at the `start`.
 */
export async function measure(app) {
  const one = await bundle(app, {});
  const [{ contents }] = one.files.values();
  const more = await bundle(app, { hasByHand: true });
  const { files, metafile } = await bundle(app, { splitting: true });
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file].entryPoint === "app.mjs");
  const sum = (names) => [...names].reduce((all, file) => all + gzipped(files.get(file).contents), 0);
  return {
    plain: contents.length,
    whole: gzipped(contents),
    withByHand: gzipped([...more.files.values()][0].contents),
    chunks: sum(files.keys()),
    start: sum(loadedWith(metafile.outputs, entry)),
  };
}

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
