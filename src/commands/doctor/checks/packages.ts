import lt from "semver/functions/lt.js";
import parse from "semver/functions/parse.js";
import satisfies from "semver/functions/satisfies.js";
import gtr from "semver/ranges/gtr.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { oldPackages } from "../../../cli/old-auth/packages.js";
import { placeIn, textOf, type Survey } from "../../../cli/findings/survey.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { addCommand, removeCommand } from "../../../cli/project/package-manager.js";
import { listSources } from "../../../cli/project/sources.js";
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import { nodeVersionFiles, nodeVersionIn } from "../../../cli/formats/node-version.js";
import { memberOf } from "../../../cli/formats/json-file.js";
import { frameworkVersion, tooOld } from "../../../cli/project/framework-version.js";
import { installedVersion, rangeIn } from "../../../cli/project/versions.js";

/** What is declared, installed and set in package.json and tsconfig.json. */
export function checkPackages(all: Survey): Finding[] {
  return [
    ...ownPackage(all),
    ...otherPackages(all),
    ...nodeVersion(all),
    ...checkFramework(all),
    ...resolution(all),
    ...journal(all),
    ...staticExport(all),
  ];
}

export const isNodeBefore = ({ nodeVersion: version }: Survey, first: string): boolean => lt(version, first);

const lineOf = (text: string, word: string): number | undefined => {
  const at = text.indexOf(word);
  return at === -1 ? undefined : lineAt(text, at);
};

const inPackage = ({ facts }: Survey, word: string) => ({
  path: "package.json",
  line: lineOf(textOf(facts, "package.json"), `"${word}"`),
});

const installed = ({ facts }: Survey, name: string): string | undefined => installedVersion(facts.root, name);

const rangeOf = ({ facts: { packageJson } }: Survey, name: string): string | undefined =>
  packageJson.dependencies[name] ?? packageJson.devDependencies[name];

const add = ({ packageManager: { name } }: ProjectFacts, what: string): string =>
  [...addCommand(name), what].join(" ");

const remove = ({ packageManager: { name } }: ProjectFacts, what: string): string =>
  [...removeCommand(name), what].join(" ");

function ownPackage(all: Survey): Finding[] {
  const { facts } = all;
  if (!facts.authFile) return [];
  if (!facts.declared)
    return [finding("AUTH_D_NOT_DECLARED", { path: "package.json", fix: add(facts, packageName) })];
  const needed = [packageName, ...(all.framework?.dependency ? [all.framework.dependency] : [])];
  const missing = needed.filter(
    (name) => rangeOf(all, name) !== undefined && installed(all, name) === undefined,
  );
  const [first] = missing;
  if (first !== undefined) {
    const message = `${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} named in package.json and not installed.`;
    return [
      finding("AUTH_D_NOT_INSTALLED", {
        ...inPackage(all, first),
        message,
        fix: `${facts.packageManager.name} install`,
      }),
    ];
  }
  const version = parse(installed(all, packageName));
  const range = rangeIn(rangeOf(all, packageName));
  if (version && range !== undefined && !satisfies(version, range, { includePrerelease: true })) {
    const message = `package.json asks for ${rangeOf(all, packageName)}, installed is ${version}.`;
    return [finding("AUTH_D_VERSION", { ...inPackage(all, packageName), message })];
  }
  return secondCopies(all, packageName);
}

/** A package that another one brings along again, below itself. */
export function secondCopies(all: Survey, wanted: string): Finding[] {
  const { files } = all.facts;
  const folders = files.list("node_modules").filter((name) => name.endsWith("/"));
  const packages = folders.flatMap((name) =>
    name.startsWith("@")
      ? files.list(`node_modules/${name.slice(0, -1)}`).map((inner) => name + inner)
      : [name],
  );
  const second = packages.find((name) =>
    files.exists(`node_modules/${name}node_modules/${wanted}/package.json`),
  );
  if (second === undefined) return [];
  const where = `node_modules/${second}node_modules/${wanted}`;
  return [finding("AUTH_D_TWO_COPIES", { path: where, message: `A second copy is at ${where}.` })];
}

const foreign =
  /^(?:next-auth|@auth\/(?:core|express|sveltekit|solid-start|qwik)|better-auth|@clerk\/.+|lucia|lucia-auth|passport|@supabase\/auth-helpers.*|@supabase\/ssr|iron-session|express-openid-connect|@auth0\/nextjs-auth0|@workos-inc\/authkit-nextjs|@sidebase\/nuxt-auth|nuxt-auth-utils|grant)$/;

function otherPackages(all: Survey): Finding[] {
  const { dependencies, devDependencies } = all.facts.packageJson;
  const names = Object.keys({ ...devDependencies, ...dependencies });
  if (!all.facts.authFile) return [];
  return names.flatMap((name) => {
    if (name === "auth") return [finding("AUTH_D_NPM_AUTH", inPackage(all, name))];
    if (!foreign.test(name)) return [];
    const message = `${name} is installed beside ${packageName}.`;
    const isOfTheirs = name.startsWith("@auth/") || oldPackages.some((one) => one === name);
    // Its own sessions may stay beside ours, and without it the app would not start.
    if (!isOfTheirs && isImported(all, name)) return [];
    const fix = isOfTheirs ? "npx auth migrate" : remove(all.facts, name);
    return [finding("AUTH_D_FOREIGN_LIBRARY", { ...inPackage(all, name), message, fix })];
  });
}

/** Whether a source file names a package, or a part of it, as imports do. */
const isImported = ({ facts: { files } }: Survey, name: string): boolean =>
  [...listSources(files)].some((file) => mayNameModule(readIfText(files, file)?.text ?? "", name));

const nodeFloor = "20.19.0";

function nodeVersion(all: Survey): Finding[] {
  if (!all.facts.authFile) return [];
  const said = nodeVersionFiles.flatMap((file) => {
    const text = textOf(all.facts, file);
    const found = nodeVersionIn(file, text);
    return found ? [{ path: file, line: lineAt(text, found.offset), version: found.version }] : [];
  });
  const places = [{ path: "package.json", line: undefined, version: all.nodeVersion }, ...said];
  return places
    .filter(({ version }) => {
      // A line alone, as in `20`, is as new as it can be.
      const range = rangeIn(version);
      return range !== undefined && gtr(nodeFloor, range);
    })
    .map(({ path: file, line, version }) =>
      finding("AUTH_D_NODE_OLD", {
        path: file,
        line,
        message: `Node.js ${version}${file === "package.json" ? " runs here" : ` stands in ${file}`}; ${nodeFloor} is needed.`,
      }),
    );
}

function checkFramework(all: Survey): Finding[] {
  const { framework, facts } = all;
  if (framework?.oldest === undefined || !all.auth) return [];
  const { package: name } = framework.oldest;
  const version = parse(frameworkVersion(facts, framework));
  if (!version) return [];
  const at = inPackage(all, name);
  const old = tooOld(facts, framework);
  if (old !== undefined)
    return [
      finding("AUTH_D_FRAMEWORK_OLD", {
        ...at,
        message: `${old}.`,
        fix: add(facts, `${name}@latest`),
      }),
    ];
  if (name !== "next") return [];
  const { major } = version;
  const bypass = { 14: "14.2.25", 15: "15.2.3" }[major];
  const later = { 15: "15.5.18", 16: "16.2.6" }[major];
  if (bypass !== undefined && lt(version, bypass)) {
    const message = `Next.js ${version} lets a request header skip the middleware (CVE-2025-29927).`;
    return [
      finding("AUTH_D_NEXT_BYPASS_2025", { ...at, message, fix: add(all.facts, `next@^${later ?? bypass}`) }),
    ];
  }
  if (later !== undefined && lt(version, later)) {
    const message = `Next.js ${version} lets some paths skip the proxy (CVE-2026-44573 to 44575).`;
    return [finding("AUTH_D_NEXT_BYPASS_2026", { ...at, message, fix: add(all.facts, `next@^${later}`) })];
  }
  return [];
}

function resolution(all: Survey): Finding[] {
  const { facts } = all;
  if (facts.tsconfig?.path !== "tsconfig.json" || !all.auth) return [];
  const text = textOf(facts, "tsconfig.json");
  const found = memberOf(text, ["compilerOptions", "moduleResolution"]);
  // The older resolution of Node finds the types by `typesVersions`.
  if (String(found?.node.value).toLowerCase() !== "classic") return [];
  const value = all.framework?.subpath === "next" ? "bundler" : "NodeNext";
  const at = { path: "tsconfig.json", line: lineAt(text, found?.start ?? 0) };
  const repair = {
    kind: "json",
    file: "tsconfig.json",
    at: ["compilerOptions", "moduleResolution"],
    value,
  } as const;
  // Another resolution may need another module as well, which changes what is built: a person decides on that.
  return [
    finding("AUTH_D_TSCONFIG_RESOLUTION", {
      ...at,
      message: `moduleResolution is ${found?.node.value}.`,
      fix: `"moduleResolution": "${value}"`,
      ...(value === "bundler" && { repair }),
    }),
  ];
}

function journal({ facts }: Survey): Finding[] {
  return facts.files
    .list(".auth/journal")
    .filter((name) => name.endsWith(".journal"))
    .map((name) => `.auth/journal/${name}`)
    .filter((file) =>
      ["applying", "undoing"].includes(String(memberOf(textOf(facts, file), ["state"])?.node.value)),
    )
    .map((file) => finding("AUTH_D_JOURNAL", { path: file }));
}

/** `output: "export"` of next.config. */
function staticExport(all: Survey): Finding[] {
  if (all.framework?.subpath !== "next" || !all.auth) return [];
  return all.sources
    .filter(({ path: file }) => /^next\.config\.[cm]?[jt]s$/.test(file))
    .flatMap((source) => {
      const members = source.objects.flatMap((object) => object.members);
      const isExport = (start: number) =>
        source.texts.some((one) => one.start === start && one.text === "export");
      const output = members.find(({ path: name, valueStart }) => name === "output" && isExport(valueStart));
      return output ? [finding("AUTH_D_STATIC_EXPORT", placeIn(source, output.start))] : [];
    });
}
