/** The apps of test/fixtures/alias: each version in its package.json is one that `integrations.ts` calls working. */
import { npm, npx } from "../../support/project.js";

export interface Row {
  /** Its folder. */
  readonly id: string;
  readonly integration: string;
  /** Where the endpoints are. */
  readonly base: string;
  readonly build: readonly string[];
  readonly start: (port: number) => readonly string[];
  readonly env?: (origin: string) => Readonly<Record<string, string>>;
}

const next = {
  integration: "next-auth",
  base: "/api/auth",
  build: [npx, "next", "build"],
  start: (port: number) => [npx, "next", "start", "--port", String(port), "--hostname", "127.0.0.1"],
};
const node = {
  base: "/auth",
  // Mistakes of types are counted by the test.
  build: [npx, "tsc", "--noCheck"],
  start: () => ["node", "dist/app.js"],
};

export const rows: readonly Row[] = [
  { id: "express", integration: "@auth/express", ...node },
  { id: "hono", integration: "@hono/auth-js", ...node, base: "/api/auth" },
  {
    id: "astro",
    integration: "auth-astro",
    base: "/api/auth",
    build: [npx, "astro", "build"],
    start: () => ["node", "dist/server/entry.mjs"],
    env: () => ({ HOST: "127.0.0.1" }),
  },
  { id: "core", integration: "@auth/core", ...node },
  { id: "next-app", ...next },
  { id: "next-pages", ...next },
  {
    id: "qwik",
    integration: "@auth/qwik",
    base: "/auth",
    build: [npm, "run", "build"],
    start: () => ["node", "server/entry.node-server.js"],
  },
  {
    id: "sveltekit",
    integration: "@auth/sveltekit",
    base: "/auth",
    build: [npx, "vite", "build"],
    start: () => ["node", "build"],
    // Its server takes every request for one of https.
    env: (origin) => ({ ORIGIN: origin, HOST: "127.0.0.1" }),
  },
];
