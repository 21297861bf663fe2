/** Frameworks that `auth init` knows by name only, so that it can say what it saw. */
import { express } from "./express/support.js";
import { h3 } from "./h3/support.js";

export interface OtherFramework {
  /** Package by which it shows. */
  readonly dependency: string;
  readonly name: string;
  /** Where its code runs; sign-in needs a server. */
  readonly runs: "server" | "browser";
  /** Page among docs/frameworks that shows what to write by hand; undefined: the one for every server. */
  readonly page?: string;
  /** A framework of ours that its server is built on, and whose lines would stand behind its answer to every address. */
  readonly answersOn?: string;
  /** What to write, where the page for every server does not say it. */
  readonly byHand?: string;
}

const server = (dependency: string, name: string): OtherFramework => ({ dependency, name, runs: "server" });
const browser = (dependency: string, name: string): OtherFramework => ({ dependency, name, runs: "browser" });

/** The more telling ones first: many of those with a server are built with Vite. */
export const otherFrameworks: readonly OtherFramework[] = [
  { ...server("astro", "Astro"), page: "astro.md" },
  { ...server("@react-router/dev", "React Router"), page: "react-router.md" },
  { ...server("@remix-run/dev", "Remix"), page: "react-router.md" },
  { ...server("@tanstack/react-start", "TanStack Start"), page: "tanstack-start.md" },
  { ...server("@solidjs/start", "SolidStart"), page: "solid-start.md" },
  server("@builder.io/qwik-city", "Qwik City"),
  {
    ...server("@angular/ssr", "Angular SSR"),
    answersOn: express.id,
    byHand:
      'in server.ts, app.use("/auth", auth.handler) and the guards go above the line with angularApp.handle(…), which answers every address. The package\'s docs/frameworks/express.md has the lines.',
  },
  {
    ...server("hono", "Hono"),
    byHand:
      "the package's docs/frameworks/web.md. With @hono/node-server in package.json, or a wrangler file beside it, auth init does all of it.",
  },
  { ...server("elysia", "Elysia"), page: "elysia.md" },
  server("@hapi/hapi", "hapi"),
  { ...server(h3.id, h3.name), page: `${h3.id}.md` },
  server("wrangler", "Cloudflare Workers"),
  browser("@angular/core", "Angular"),
  browser("react-scripts", "Create React App"),
  browser("expo", "Expo"),
  browser("electron", "Electron"),
  browser("vite", "Vite"),
];
