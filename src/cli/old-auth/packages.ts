/** The packages whose place this one takes, and where a project names them. */
import { parseJson } from "../formats/json-file.js";

/** Packages that a migration replaces. */
export const oldPackages = [
  "next-auth",
  "@auth/core",
  "@auth/express",
  "@auth/sveltekit",
  "@sidebase/nuxt-auth",
  "nuxt-auth-utils",
] as const;

/** Modules of Nuxt among them: they are named in nuxt.config, and the app's code has what they give without an import. */
export const oldNuxtModules = ["@sidebase/nuxt-auth", "nuxt-auth-utils"] as const;

/** The one whose sessions are sealed in its own way: they end. */
export const ownSessions = "nuxt-auth-utils";

const sections = ["dependencies", "devDependencies", "peerDependencies"] as const;

/** Whether a package is an integration of the old family, or over its core, that has no counterpart here. */
export const isUnreplaced = (name: string): boolean =>
  /^@auth\/(?!(?:core|express|sveltekit)$)(?![\w-]+-adapter$)|^@hono\/auth-js$|^auth-astro$/.test(name);

/** An old package that a package.json names. */
export interface OldDependency {
  readonly name: string;
  readonly section: string;
  readonly range: string;
}

/** The old packages that a package.json names, with range and place. */
export function oldDependencies(text: string): OldDependency[] {
  const { members = [] } = parseJson(text);
  return members.flatMap(({ key: section, node }) =>
    sections.some((one) => one === section)
      ? (node.members ?? []).flatMap(({ key: name, node: { value } }) =>
          oldPackages.some((one) => one === name) && typeof value === "string"
            ? [{ name, section, range: value }]
            : [],
        )
      : [],
  );
}

/** The published adapter in place of one that is for next-auth 4 only: of the same tables. */
export interface AdapterSwap {
  readonly to: string;
  readonly range: string;
  /** Exports that are called differently. */
  readonly names?: Readonly<Record<string, string>>;
}

export const adapterSwaps: Readonly<Record<string, AdapterSwap>> = {
  "@next-auth/dynamodb-adapter": { to: "@auth/dynamodb-adapter", range: "^2.11.0" },
  "@next-auth/firebase-adapter": { to: "@auth/firebase-adapter", range: "^2.11.0" },
  "@next-auth/mongodb-adapter": { to: "@auth/mongodb-adapter", range: "^3.11.0" },
  "@next-auth/prisma-adapter": { to: "@auth/prisma-adapter", range: "^2.11.0" },
  "@next-auth/sequelize-adapter": { to: "@auth/sequelize-adapter", range: "^2.11.0" },
  "@next-auth/supabase-adapter": { to: "@auth/supabase-adapter", range: "^1.11.0" },
  "@next-auth/typeorm-legacy-adapter": {
    to: "@auth/typeorm-adapter",
    range: "^2.11.0",
    names: { TypeORMLegacyAdapter: "TypeORMAdapter" },
  },
  "@next-auth/upstash-redis-adapter": { to: "@auth/upstash-redis-adapter", range: "^2.11.0" },
};

/** Does this specifier belong to a package that goes? */
export const isOld = (specifier: string): boolean =>
  Object.hasOwn(adapterSwaps, specifier) ||
  oldPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
