/** The sample apps of test/fixtures/migrate, each in a folder of its own, with what type-checking and running need. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";

export const samples = path.join(projectRoot, "test/fixtures/migrate");
const made: string[] = [];

export const sampleNames: readonly string[] = readdirSync(samples).sort();

/** Samples of several packages: those that use the old packages. */
export const workspaces: Readonly<Record<string, readonly string[]>> = {
  "dub-v4": ["apps/web"],
  "formbricks-v4": ["packages/auth", "apps/web"],
  monorepo: ["packages/auth", "apps/web"],
};

/** A copy of one sample. */
export function copySample(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `authwright migrate ${name} `));
  made.push(folder);
  cpSync(path.join(samples, name), folder, { recursive: true });
  return folder;
}

/** What a person does by hand, as the places that are listed advise: file, old text, new text. */
const repairs: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  "taxonomy-v4": [["lib/auth.ts", "id: user.id", "id: String(user.id)"]],
  "saas-starter-v4": [
    ["lib/nextAuth.ts", "import type { SessionStrategy } from 'next-auth';\n", ""],
    ["lib/nextAuth.ts", "as SessionStrategy", "as 'jwt' | 'database'"],
    ["lib/nextAuth.ts", "userId: user.id", "userId: String(user.id)"],
    [
      "pages/auth/login.tsx",
      "await getCsrfToken(context)",
      "context.req.cookies['authjs.csrf-token']?.split('|')[0]",
    ],
    ["pages/auth/login.tsx", "getCsrfToken, ", ""],
  ],
};

export function repairSample(folder: string, name: string): void {
  for (const [file, from, to] of repairs[name] ?? []) {
    const at = path.join(folder, file);
    const text = readFileSync(at, "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(at, text.replace(from, to));
  }
}

/** The tsconfig of an older project in the words that the native compiler takes: what it means stays. */
export function modernizeOptions(folder: string): void {
  const file = path.join(folder, "tsconfig.json");
  const config = JSON.parse(readFileSync(file, "utf8"));
  const { baseUrl, ignoreDeprecations, paths, ...options } = config.compilerOptions;
  if (baseUrl !== "." || ignoreDeprecations === undefined)
    throw new Error(`${file} is not of an older project`);
  const relative = Object.entries<string[]>(paths).map(([name, targets]) => [
    name,
    targets.map((target) => (target.startsWith(".") ? target : `./${target}`)),
  ]);
  const compilerOptions = { ...options, moduleResolution: "bundler", paths: Object.fromEntries(relative) };
  writeFileSync(file, JSON.stringify({ ...config, compilerOptions }));
}

export interface Left {
  readonly path: string;
  readonly line: number;
  readonly why: string;
  readonly write: string;
  readonly code?: string;
  readonly breaks?: boolean;
}

/** Everything that `result` of `auth migrate --json` leaves to a person. */
export const todosOf = (result: { breaksNow: Left[]; tidyUp: Left[] }): Left[] => [
  ...result.breaksNow,
  ...result.tidyUp,
];

export function removeSamples(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Stand-ins for packages that are not installed here: as much of them as the samples use. */
const standIns: Readonly<Record<string, string>> = {
  "@prisma/client": "export declare class PrismaClient { user: unknown }\n",
  "@auth/prisma-adapter":
    'import type { Adapter } from "@auth/core/adapters";\nexport declare function PrismaAdapter(prisma: object): Adapter;\n',
};

/** node_modules with everything of ours but the packages that a migration removes from the app. */
export function linkPackages(folder: string, ...further: readonly (readonly [string, string])[]): void {
  const from = path.join(projectRoot, "node_modules");
  const to = path.join(folder, "node_modules");
  const names = readdirSync(from).flatMap((name) =>
    name.startsWith("@") ? readdirSync(path.join(from, name)).map((one) => `${name}/${one}`) : [name],
  );
  for (const name of names) {
    if (name.startsWith(".") || name === "next-auth" || name === "@auth/express") continue;
    link(path.join(from, name), path.join(to, name));
  }
  link(projectRoot, path.join(to, "authwright"));
  for (const [name, target] of further) link(target, path.join(to, name));
  for (const [name, text] of Object.entries(standIns)) {
    mkdirSync(path.join(to, name), { recursive: true });
    writeFileSync(path.join(to, name, "index.d.ts"), text);
    writeFileSync(path.join(to, name, "package.json"), JSON.stringify({ name, types: "index.d.ts" }));
  }
}

function link(target: string, at: string): void {
  mkdirSync(path.dirname(at), { recursive: true });
  if (!existsSync(at)) symlinkSync(target, at);
}
