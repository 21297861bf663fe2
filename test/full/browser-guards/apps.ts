/** Apps with pages below a guarded path, and links to them on every page. */

export interface GuardedApp {
  readonly name: string;
  /** Folder of test/fixtures/projects. */
  readonly project: string;
  readonly authFile: string;
  /** Its pages, before any command of ours. */
  readonly files: Readonly<Record<string, string>>;
  readonly build: readonly string[];
  readonly start: (port: number) => readonly string[];
  /** Open pages from which a link leads to the guarded ones, however they come to the browser. */
  readonly entrances: readonly string[];
  /** The file of `auth test init` knows how a link asks there. */
  readonly asksForLinks: boolean;
  /** The way back shows what the browser was sent before. */
  readonly keepsPages?: true;
}

/** What the guarded pages show, in code of the browser alone. */
export const secrets = { "/admin": "The first secret", "/admin/deep": "The second secret" } as const;

const links = [
  ["home", "/"],
  ["admin", "/admin"],
  ["deep", "/admin/deep"],
] as const;

const svelteLinks = links.map(([id, to]) => `<a id="${id}" href="${to}">${id}</a>`).join("\n");
const sveltekit: GuardedApp = {
  name: "SvelteKit",
  project: "sveltekit-ts",
  authFile: "src/lib/server/auth.ts",
  files: {
    "src/routes/+layout.svelte": `<script lang="ts">\n\tlet { children } = $props();\n</script>\n\n<nav>\n${svelteLinks}\n</nav>\n{@render children()}\n`,
    "src/routes/+page.svelte": "<h1>Home</h1>\n",
    "src/routes/about/+page.svelte": "<h1>About</h1>\n",
    "src/routes/about/+page.ts": "export const prerender = true;\n",
    "src/routes/admin/+page.svelte": `<h1>${secrets["/admin"]}</h1>\n`,
    "src/routes/admin/deep/+page.svelte": `<h1>${secrets["/admin/deep"]}</h1>\n`,
    "src/routes/admin/deep/+page.ts": "export const load = () => ({ title: 'Deep' });\n",
  },
  build: ["-c", "svelte-kit sync && svelte-check --threshold warning && vite build"],
  start: () => ["node", "build"],
  entrances: ["/", "/about"],
  asksForLinks: true,
};

const nuxtLinks = links
  .map(([id, to]) => `<NuxtLink id="${id}" to="${to}">${id}</NuxtLink>`)
  .join("\n      ");
const vue = (title: string) => `<template>\n  <h1>${title}</h1>\n</template>\n`;
const nuxt: GuardedApp = {
  name: "Nuxt",
  project: "nuxt-ts",
  authFile: "server/auth.ts",
  files: {
    "app/app.vue": `<template>\n  <div>\n    <nav>\n      ${nuxtLinks}\n    </nav>\n    <NuxtPage />\n  </div>\n</template>\n`,
    "app/pages/index.vue": vue("Home"),
    "app/pages/about.vue": vue("About"),
    "app/pages/spa.vue": vue("Browser alone"),
    "app/pages/admin/index.vue": `<script>\nexport default { name: "Admin" };\n</script>\n${vue(secrets["/admin"])}`,
    "app/pages/admin/deep.vue": vue(secrets["/admin/deep"]),
    "nuxt.config.ts":
      'export default defineNuxtConfig({\n  compatibilityDate: "2025-07-15",\n  routeRules: { "/about": { prerender: true }, "/spa": { ssr: false } },\n});\n',
  },
  build: ["nuxt", "build"],
  start: () => ["node", "--env-file=.env", ".output/server/index.mjs"],
  entrances: ["/", "/about", "/spa"],
  asksForLinks: true,
};

const nextLinks = links.map(([id, to]) => `<Link id="${id}" href="${to}">${id}</Link>`).join("\n        ");
const react = (title: string) => `export default function Page() {\n  return <h1>${title}</h1>;\n}\n`;
const nextApp: GuardedApp = {
  name: "Next.js, App Router",
  project: "next-app-ts",
  authFile: "auth.ts",
  files: {
    "app/layout.tsx": `import Link from "next/link";\nimport type { ReactNode } from "react";\n\nexport default function Layout({ children }: { children: ReactNode }) {\n  return (\n    <html lang="en">\n      <body>\n        ${nextLinks}\n        {children}\n      </body>\n    </html>\n  );\n}\n`,
    "app/page.tsx": react("Home"),
    "app/admin/page.tsx": react(secrets["/admin"]),
    "app/admin/deep/page.tsx": react(secrets["/admin/deep"]),
  },
  build: ["next", "build"],
  start: (port) => ["npx", "next", "start", "--port", String(port)],
  entrances: ["/"],
  asksForLinks: true,
  keepsPages: true,
};

const nextPages: GuardedApp = {
  name: "Next.js, Pages Router",
  project: "next-pages-ts",
  authFile: "auth.ts",
  files: {
    "pages/_app.tsx": `import type { AppProps } from "next/app";\nimport Link from "next/link";\n\nexport default function App({ Component, pageProps }: AppProps) {\n  return (\n    <>\n        ${nextLinks}\n      <Component {...pageProps} />\n    </>\n  );\n}\n`,
    "pages/index.tsx": react("Home"),
    "pages/admin/index.tsx": react(secrets["/admin"]),
    "pages/admin/deep.tsx": react(secrets["/admin/deep"]),
  },
  build: ["next", "build"],
  start: (port) => ["npx", "next", "start", "--port", String(port)],
  entrances: ["/"],
  asksForLinks: false,
};

export const apps: readonly GuardedApp[] = [sveltekit, nuxt, nextApp, nextPages];
