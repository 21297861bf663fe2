/** A registry of npm on this machine, of what stands in our own node_modules: installs without a network. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { projectRoot } from "../architecture/source-tree.js";

interface Version {
  readonly manifest: Record<string, unknown>;
  /** Packed when it is asked for: npm asks what there is of every optional peer, such as Next.js, and takes few. */
  readonly tarball: () => Buffer;
  /** Said where it is known without packing. */
  readonly integrity?: string;
}

export interface Registry {
  readonly url: string;
  /** For package managers of the npm family. */
  readonly env: Readonly<Record<string, string>>;
  /** Names that were asked for. */
  readonly asked: readonly string[];
  publish(tarball: Buffer, manifest: Record<string, unknown>): void;
  stop(): Promise<void>;
}

/** A tar archive of files, packed as `npm pack` does. */
export function packFiles(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    const whole = `package/${name}`;
    // A long name is parted at a folder: its end at 0, its beginning at 345.
    const cut = whole.length > 100 ? whole.indexOf("/", whole.length - 101) : -1;
    header.write(whole.slice(cut + 1), 0);
    if (cut > 0) header.write(whole.slice(0, cut), 345);
    header.write("0000644\0", 100);
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("00000000000\0", 136);
    header.write("        ", 148);
    header.write("0", 156);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 1 });
}

/** Every copy of a package in our node_modules, by the lock file. */
function foldersOf(name: string): string[] {
  const lock = JSON.parse(readFileSync(path.join(projectRoot, "package-lock.json"), "utf8"));
  const packages: Record<string, { name?: string }> = lock.packages;
  return Object.entries(packages)
    .filter(([key, entry]) => (entry.name ?? key.split("node_modules/").at(-1)) === name && key !== "")
    .map(([key]) => path.join(projectRoot, key));
}

const manifestOf = (folder: string): { dependencies?: Record<string, string> } & Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));

/** The files of a package, by their names in it; those below its own node_modules are packages of their own. */
const filesOf = (folder: string): [string, Buffer][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: path.relative(folder, file).split(path.sep).join("/") }))
    .filter(({ name }) => !name.split("/").includes("node_modules"))
    .map(({ file, name }) => [name, readFileSync(file)]);

function packFolder(folder: string, isBundled: boolean): Version {
  const manifest = manifestOf(folder);
  const bundled = isBundled && { bundleDependencies: Object.keys(manifest.dependencies ?? {}) };
  const written = { ...manifest, ...bundled };
  const tarball = () => {
    const files = Object.fromEntries([...filesOf(folder), ...(isBundled ? bundleOf(folder) : [])]);
    return packFiles({ ...files, "package.json": JSON.stringify(written) });
  };
  return { manifest: written, tarball };
}

/** What a package needs, and what that needs, as it stands in its node_modules and ours. */
function bundleOf(folder: string, done = new Set<string>()): [string, Buffer][] {
  return Object.keys(manifestOf(folder).dependencies ?? {}).flatMap((name) => {
    const nested = path.join(folder, "node_modules", name);
    const found = existsSync(nested) ? nested : path.join(projectRoot, "node_modules", name);
    if (done.has(name)) return [];
    done.add(name);
    const own = filesOf(found).map(([file, bytes]): [string, Buffer] => [
      `node_modules/${name}/${file}`,
      bytes,
    ]);
    return [...own, ...bundleOf(found, done)];
  });
}

/** @param bundled packages that bring along all that they need: fewer to ask for */
export async function startRegistry(bundled: readonly string[] = []): Promise<Registry> {
  const packages = new Map<string, Version[]>();
  const asked: string[] = [];
  const versionsOf = (name: string) => {
    const isBundled = bundled.includes(name);
    const known = packages.get(name) ?? foldersOf(name).map((folder) => packFolder(folder, isBundled));
    packages.set(name, known);
    return known;
  };
  const server = createServer((request, response) => {
    const [name = "", file] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    asked.push(name);
    const versions = versionsOf(name);
    const one = versions.find(({ manifest }) => file?.endsWith(`-${String(manifest["version"])}.tgz`));
    if (one) return void response.end(one.tarball());
    if (versions.length === 0) return void response.writeHead(404).end("{}");
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify(packumentOf(url, name, versions)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    env: {
      npm_config_registry: url,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    },
    asked,
    publish: (tarball, manifest) =>
      void packages.set(String(manifest["name"]), [
        ...(packages.get(String(manifest["name"])) ?? []),
        { tarball: () => tarball, manifest, integrity: integrityOf(tarball) },
      ]),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const integrityOf = (tarball: Buffer): string =>
  `sha512-${createHash("sha512").update(tarball).digest("base64")}`;

function packumentOf(url: string, name: string, versions: readonly Version[]) {
  const entries = versions.map(({ manifest, integrity }) => {
    const version = String(manifest["version"]);
    const tarball = `${url}${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
    const dist = { tarball, ...(integrity !== undefined && { integrity }) };
    return [version, { ...manifest, dist }] as const;
  });
  return {
    name,
    "dist-tags": { latest: entries.at(-1)?.[0] },
    versions: Object.fromEntries(entries),
  };
}
