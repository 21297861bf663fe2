/**
 * npm run size: what an app's bundle takes of this package after `npm run build`, minified, for WebCrypto runtimes.
 * "at the start" is what is loaded before anybody signs in; the rest comes when it is asked for.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = path.dirname(import.meta.dirname);
const { name } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** What an app imports, by what it does. */
const apps = {
  "read a token": `export { getToken } from "${name}/jwt";`,
  "the handler, GitHub": `import GitHub from "${name}/providers/github"; import { Auth } from "${name}"; export const handler = (request) => Auth(request, { providers: [GitHub] });`,
  "the handler, Google and a password": `import Google from "${name}/providers/google"; import Credentials from "${name}/providers/credentials"; import { Auth } from "${name}"; export const handler = (request) => Auth(request, { providers: [Google, Credentials({})] });`,
  "React client": `export * from "${name}/react";`,
  "passkeys in the browser": `export * from "${name}/webauthn";`,
};

async function outputsOf(contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: "app.mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["edge-light", "worker"],
    external: ["react", "react/jsx-runtime", "nodemailer", "@simplewebauthn/server", "node:*"],
    outdir: path.join(root, "size"),
  });
  const sizes = new Map(
    outputFiles.map(({ path: file, contents: bytes }) => [
      path.relative(root, file),
      { plain: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length },
    ]),
  );
  return { sizes, outputs: metafile.outputs };
}

/** The files that are loaded with this one. */
function loadedWith(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path: next, kind, external } of outputs[file].imports)
    if (kind === "import-statement" && !external) loadedWith(outputs, next, seen);
  return seen;
}

const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(8);
const sum = (sizes, files, what) => [...files].reduce((all, file) => all + sizes.get(file)[what], 0);

console.log(`${"".padEnd(36)}   whole    gzip   gzip at the start`);
for (const [title, code] of Object.entries(apps)) {
  const { sizes, outputs } = await outputsOf(code);
  const entry = Object.keys(outputs).find((file) => outputs[file].entryPoint !== undefined);
  const start = loadedWith(outputs, entry);
  console.log(
    title.padEnd(36) +
      kB(sum(sizes, sizes.keys(), "plain")) +
      kB(sum(sizes, sizes.keys(), "gzip")) +
      kB(sum(sizes, start, "gzip")).padStart(20),
  );
}
