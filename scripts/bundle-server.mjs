/**
 * Second half of the runtime's build: of the files that `tsc` has written, those of the server are joined into few, so
 * that a start reads 5 of them in place of 48 (half of the time of an import was opening files). Entry points keep their paths,
 * what is loaded on demand stays a file of its own, and browser, stores and providers stay as they are.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { transform } from "esbuild";
import { rolldown } from "rolldown";

const { dependencies, exports, peerDependencies } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8"),
);

/** Rooms that are no part of the server, or whose entry points are listed below. */
const otherRooms =
  /^(?:adapters|adapter-testing|client|messages|oauth-client|plugins|react|shared-store|svelte|types|vue)\//;

/** Of the server, by package.json. */
const published = Object.values(exports)
  .map((value) => /^\.\/dist\/runtime\/(.*)\.js$/.exec(value.default ?? value)?.[1])
  .filter((module) => module !== undefined && !otherRooms.test(module));

/** Entered by providers and by stores. */
const inner = [
  "flows/credentials",
  "flows/email",
  "flows/passkeys",
  "oauth/openid-connect",
  "oauth/openid2",
  "security/crypto-node",
  "security/crypto-web",
  "shared-store/memory",
  "sign-out/extend",
  "mail/mail-body",
  "mail/own-mail",
  "oauth/profile-path",
  "pages/footer",
  "pages/html",
  "pages/initials",
  "pages/safe-values",
  "pages/text",
  "plugins/accounts/authenticators",
  "plugins/accounts/change-count",
  "plugins/host/define-plugin",
  "plugins/sign-in/steps",
  "plugins/host/wrong-answer",
  "types/members",
];

/**
 * The client of OAuth, with copies of what it shares with the handler: who has the one does not load the other, and an
 * app without sessions of ours carries nothing of them.
 */
const apart = "oauth-client/index";

/**
 * Files that hold modules and all that they import, as far as no file before has it. They are more than one, so that who
 * only reads tokens does not load the handler, and neither `#crypto` loads what calls it.
 */
const joined = {
  sealing: ["security/crypto"],
  tokens: ["jwt"],
  core: ["index"],
  server: [
    "integrations/server/request-auth",
    "integrations/express-middleware",
    "integrations/express-auth",
    "http/private-answer",
    "integrations/server/private-node",
    "server-functions/plugin-functions",
  ],
  // Apart from the others: bundlers of their apps would look for the package "next".
  next: ["integrations/next/guard"],
};

const external = Object.keys({ ...dependencies, ...peerDependencies }).map(
  (name) => new RegExp(`^${name}(?:/|$)`),
);

/** Bundlers of apps leave texts as they are, so what pages hold of scripts and white space is made small here. */
export const smallPages = {
  name: "small-pages",
  transform: {
    filter: { id: /[\\/]pages[\\/][\w-]+\.js$/ },
    async handler(code) {
      const found = /^const script = ((?:String\.raw\s*)?`[^`]*`);$/m.exec(code);
      if (found === null) return code.replaceAll(/\n\s+/g, "\n");
      // The text that the module would make of it: `\\d` in a template is `\d` in the page.
      const { code: small } = await transform(runInNewContext(found[1]), { minify: true, target: "es2022" });
      return code.replace(found[0], () => `const script = ${JSON.stringify(small)};`);
    },
  },
};

/** Which packages stand in the files, for the notices; a package that is not listed stops the build. */
async function recordPackages(files) {
  const root = path.join(import.meta.dirname, "..");
  const allowed = JSON.parse(readFileSync(path.join(import.meta.dirname, "inlined-in-runtime.json"), "utf8"));
  const found = files.map((file) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]);
  const packages = [...new Set(found)].filter((name) => name !== undefined).sort();
  const surplus = packages.filter((name) => !allowed.includes(name));
  if (surplus.length > 0)
    throw new Error(
      `The runtime would inline packages that scripts/inlined-in-runtime.json does not list: ${surplus.join(", ")}`,
    );
  const cache = path.join(root, "node_modules/.cache/authwright");
  await mkdir(cache, { recursive: true });
  await writeFile(path.join(cache, "runtime-meta.json"), JSON.stringify({ packages }));
}

/**
 * The files that these entry points make.
 *
 * @param groups modules by the joined file that they stand in
 * @param below where files are put that are no entry points
 */
async function joinedFiles(folder, entries, groups, below = "") {
  const fileOf = (module) => path.join(folder, `${module}.js`);
  const moduleOf = (file) => path.relative(folder, file).split(path.sep).join("/").slice(0, -".js".length);
  // Modules of their own may have the name of a joined file, such as `oauth/server`.
  const isJoined = (name, moduleIds) =>
    groups[name]?.some((module) => moduleIds.includes(path.resolve(fileOf(module))));
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, fileOf(entry)])),
    // Providers are entered on their own; what the server asks of them it loads on demand.
    external: [/^node:/, "#crypto", /\/providers\/kit\//, /\/adapters\/memory/, ...external],
    platform: "neutral",
    plugins: [smallPages],
  });
  const { output } = await bundle.generate({
    format: "esm",
    minifyInternalExports: false,
    entryFileNames: "[name].js",
    // Some chunks are asked for a name before they turn out to be empty.
    chunkFileNames: ({ name, facadeModuleId, moduleIds }) =>
      isJoined(name, moduleIds)
        ? "[name].js"
        : `${below}${moduleOf(facadeModuleId ?? moduleIds[0] ?? fileOf(name))}.js`,
    codeSplitting: Object.keys(groups).length === 0 || {
      includeDependenciesRecursively: true,
      groups: Object.entries(groups).map(([name, from], at, { length }) => ({
        name,
        test: (id) => from.some((module) => path.resolve(id) === fileOf(module)),
        priority: length - at,
      })),
    },
  });
  await bundle.close();
  return output;
}

/** @param folder the `dist/runtime` that tsc has written; its server files are replaced */
export async function bundleServer(folder) {
  const plugins = readdirSync(path.join(folder, "plugins"), { withFileTypes: true })
    .map(({ name }) => `plugins/${name}/index`)
    .filter((entry) => existsSync(path.join(folder, `${entry}.js`)));
  const languages = readdirSync(path.join(folder, "messages"))
    .filter((file) => file.endsWith(".js"))
    .map((file) => `messages/${path.parse(file).name}`);
  const outputs = await Promise.all([
    joinedFiles(folder, [...published, ...inner, ...plugins, ...languages], joined),
    joinedFiles(folder, [apart], {}, `${path.dirname(apart)}/`),
  ]);
  const output = outputs.flat();
  const modules = output.flatMap(({ moduleIds }) => moduleIds);
  await recordPackages(modules.filter((file) => !file.startsWith(folder + path.sep)));
  const own = new Set(modules.filter((file) => file.startsWith(folder + path.sep)));
  await Promise.all([...own].map((file) => rm(file)));
  await Promise.all(
    output.map(async ({ fileName, code }) => {
      await mkdir(path.dirname(path.join(folder, fileName)), { recursive: true });
      await writeFile(path.join(folder, fileName), code);
    }),
  );
}
