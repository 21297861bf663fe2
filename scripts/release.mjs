/**
 * npm run release -- --dry-run: everything of a release but the publishing, on what is committed. Prints a table.
 * npm run release -- --prepare: writes version, changelog and API snapshot for the commit that is released.
 * npm run release: the same as the dry run, then publishes with provenance; in the workflow only.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { nextVersion, notesOf, released } from "./next-version.mjs";
import { must, root } from "./prepare.mjs";

const options = new Set(process.argv.slice(2));
if (!options.has("--dry-run") && !options.has("--prepare") && process.env.GITHUB_ACTIONS !== "true") {
  console.error(
    "A release is published by .github/workflows/release.yml. Here: npm run release -- --dry-run",
  );
  process.exit(2);
}
const { compareApi, readApi } = await import("./public-api.mjs");

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const at = (...parts) => path.join(root, ...parts);
const json = (file) => JSON.parse(readFileSync(at(file), "utf8"));
const snapshotFile = "test/stability/api.json";
const snapshot = json(snapshotFile);
/** RT-03: what an install writes, dependencies included. */
const limits = { bytes: 8_700_000, files: 1360 };
const allowedLicences = new Set([
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "CC0-1.0",
  "BlueOak-1.0.0",
]);

const said = (command, args, { cwd = root, ...more } = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1e8,
    ...more,
  });
  if (status !== 0)
    throw new Error(`${[command, ...args].join(" ")} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
};

function apiChanges() {
  const changes = compareApi(snapshot, readApi(root));
  for (const line of changes.breaks) console.log(`break: ${line}`);
  return changes;
}

/** Two clones of the commit, each built and packed on its own. */
function twoTarballs() {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright release "));
  try {
    return ["one", "two"].map((name) => {
      const clone = path.join(folder, name);
      said("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
      symlinkSync(at("node_modules"), path.join(clone, "node_modules"), "dir");
      said(process.execPath, ["scripts/build.mjs"], { cwd: clone });
      const [{ filename, unpackedSize, entryCount }] = JSON.parse(
        said(npm, ["pack", "--json", "--ignore-scripts"], { cwd: clone }),
      );
      const bytes = readFileSync(path.join(clone, filename));
      return {
        hash: createHash("sha256").update(bytes).digest("hex"),
        bytes,
        filename,
        unpackedSize,
        entryCount,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What an app installs with this package, from our lock file: `npm sbom --omit=dev` finds nothing where a package is
 * needed in development, too.
 */
function production() {
  const { name, version, license, dependencies } = json("package.json");
  const { packages } = json("package-lock.json");
  const places = new Set(Object.keys(dependencies).map((one) => `node_modules/${one}`));
  for (const place of places)
    for (const one of Object.keys(packages[place].dependencies ?? {})) places.add(`node_modules/${one}`);
  const own = { name, version, license, dependencies };
  const locked = Object.fromEntries([...places].map((place) => [place, packages[place]]));
  return {
    own,
    lock: { name, version, lockfileVersion: 3, packages: { "": own, ...locked } },
    count: places.size,
  };
}

/** The bill of materials of production, and licences that nobody has allowed. */
function materials() {
  const { own, lock, count } = production();
  const folder = mkdtempSync(path.join(tmpdir(), "authwright-sbom-"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(own));
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock));
  const sbom = JSON.parse(
    said(npm, ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], { cwd: folder }),
  );
  rmSync(folder, { recursive: true });
  if (sbom.components.length !== count)
    throw new Error(`npm sbom names ${sbom.components.length} of ${count} packages`);
  const inlined = [...readFileSync(at("THIRD-PARTY-NOTICES.md"), "utf8").matchAll(/^## (.+)\n\n([^,\n]+)/gm)];
  const licences = [
    ...sbom.components.map(({ name, licenses = [] }) => [
      name,
      licenses.map(({ license, expression }) => license?.id ?? expression).join(" AND "),
    ]),
    ...inlined.map(([, name, licence]) => [name, licence.trim()]),
  ];
  return { sbom, inlined, refused: licences.filter(([, licence]) => !allowedLicences.has(licence)) };
}

function installed([{ unpackedSize, entryCount }], { sbom }) {
  const sizes = sbom.components.flatMap(({ name }) =>
    readdirSync(at("node_modules", name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)).length),
  );
  return {
    bytes: unpackedSize + sizes.reduce((sum, size) => sum + size, 0),
    files: entryCount + sizes.length,
  };
}

if (options.has("--prepare")) {
  const changelog = readFileSync(at("CHANGELOG.md"), "utf8");
  const version = nextVersion(snapshot.version, apiChanges());
  notesOf(changelog);
  writeFileSync(at("CHANGELOG.md"), released(changelog, version, new Date().toISOString().slice(0, 10)));
  writeFileSync(at(snapshotFile), `${JSON.stringify({ version, ...readApi(root) }, null, 2)}\n`);
  said(npm, ["version", version, "--no-git-tag-version", "--allow-same-version"]);
  console.log(`Prepared ${version}: commit, tag v${version}, push the tag.`);
  process.exit(0);
}

const failures = [];
const rows = [];
/** One line of the table; what is wrong with it stops the release. */
function row(step, words, wrong = false) {
  rows.push([wrong ? "✗" : "✓", step, words]);
  if (wrong) failures.push(step);
}

said(process.execPath, ["scripts/build.mjs"]);
const changes = apiChanges();
const isDry = options.has("--dry-run");
const { version: own } = json("package.json");
const version = isDry ? nextVersion(snapshot.version, changes) : own;
row(
  "public API",
  `${changes.breaks.length} breaks, ${changes.additions.length} additions since ${snapshot.version}`,
  !isDry && changes.breaks.length + changes.additions.length > 0,
);
row(
  "version",
  `${version}${isDry ? `, after ${snapshot.version}` : ""}`,
  !isDry && process.env.GITHUB_REF_NAME !== `v${own}`,
);
const changelog = readFileSync(at("CHANGELOG.md"), "utf8");
const notes = isDry ? notesOf(changelog) : notesOf(changelog.replace(`## ${own} (`, "## Unreleased\n("));
row("notes", `${notes.split("\n").length} lines of CHANGELOG.md`);
const open = said("git", ["status", "--porcelain"]);
row(
  "committed",
  open === "" ? "all of it" : `${open.trim().split("\n").length} files are not`,
  !isDry && open !== "",
);
const tarballs = twoTarballs();
const [{ hash, bytes, filename }, other] = tarballs;
row("two clones, one hash", hash === other.hash ? hash : `${hash} and ${other.hash}`, hash !== other.hash);
const bill = materials();
row(
  "SBOM",
  `CycloneDX ${bill.sbom.specVersion}, ${bill.sbom.components.length} packages beside ours, ${bill.inlined.length} inside`,
);
row(
  "licences",
  bill.refused.length === 0 ? "all allowed" : bill.refused.map((one) => one.join(": ")).join("; "),
  bill.refused.length > 0,
);
said(process.execPath, ["scripts/third-party-notices.mjs", "--check"]);
row("notices", "THIRD-PARTY-NOTICES.md is up to date");
const size = installed(tarballs, bill);
row(
  "an install",
  `${(size.bytes / 1e6).toFixed(2)} MB in ${size.files} files (at most ${limits.bytes / 1e6} MB in ${limits.files})`,
  size.bytes > limits.bytes || size.files > limits.files,
);
said(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "test/stability"]);
row("upgrade", "test/stability: from the last release, both ways");

const width = Math.max(...rows.map(([, step]) => step.length));
for (const [mark, step, words] of rows) console.log(`${mark} ${step.padEnd(width)}  ${words}`);
if (failures.length > 0) {
  console.error(`Not released: ${failures.join(", ")}`);
  process.exit(1);
}
const folder = mkdtempSync(path.join(tmpdir(), "authwright-release-"));
const files = {
  [filename]: bytes,
  "sbom.cdx.json": `${JSON.stringify(bill.sbom, null, 2)}\n`,
  "notes.md": `${notes}\n`,
};
for (const [name, data] of Object.entries(files)) writeFileSync(path.join(folder, name), data);
console.log(
  `${isDry ? "Would publish" : "Publishing"} ${filename}, with sbom.cdx.json and notes.md beside it: ${folder}`,
);
if (!isDry) must(npm, ["publish", "--provenance", "--access", "public", path.join(folder, filename)]);
