/** Apps for teams in frameworks of pages, two of each shape. */
import type { GuardedApp } from "./apps.js";

const byTeam = ["/teams/:team", "--organization", "team"];
const byOwner = ["/billing/:team", "--organization", "team", "--role", "owner"];
const file = (name: string, lines: string) => ({ file: name, lines });

const page = (name: string, shown: string) =>
  file(name, `export default function Page() {\n  return <p>${shown}</p>;\n}\n`);
const handler = (name: string, shown: string) =>
  file(name, `export async function GET() {\n  return new Response("${shown}");\n}\n`);

const next: readonly GuardedApp[] = [
  {
    name: "Next.js, pages by command",
    project: "next",
    routes: [
      page("app/teams/[team]/page.tsx", "The team"),
      page("app/billing/[team]/page.tsx", "What it pays"),
    ],
    protect: [byTeam, byOwner],
    out: { file: "app/billing/[team]/page.tsx", guard: /^ *await auth\.require\([^\n]*\n/m },
    told: "GET /billing/guard-test: member gets 403",
  },
  {
    name: "Next.js, cache components",
    project: "next, cacheComponents",
    routes: [
      page("app/teams/[team]/page.tsx", "The team"),
      handler("app/billing/[team]/route.ts", "What it pays"),
    ],
    protect: [byTeam, byOwner],
    out: { file: "app/teams/[team]/page.tsx", guard: /^ *await auth\.require\([^\n]*\n/m },
    told: "GET /teams/guard-test: stranger gets 404",
  },
];

const pagesRouter: readonly GuardedApp[] = [
  {
    name: "Next.js, Pages Router, by command",
    project: "next, pages",
    routes: [page("pages/teams/[team].js", "The team"), page("pages/billing/[team].js", "What it pays")],
    protect: [byTeam, byOwner],
    out: {
      file: "pages/billing/[team].js",
      guard: /^export const getServerSideProps = auth\.require[^\n]*\n/m,
    },
    told: "GET /billing/guard-test: member gets 403",
  },
  {
    name: "Next.js, API routes by hand",
    project: "next, pages",
    routes: [],
    protect: [],
    guards: [
      file(
        "pages/api/o/[org]/invoices.js",
        `import { auth } from "@/auth";

export default auth.require({ organization: "org", can: "invoice:read" }, (req, res) => {
  res.json({ organization: req.auth.organization?.slug });
});
`,
      ),
      file(
        "pages/o/[org]/index.js",
        `import { auth } from "@/auth";

export const getServerSideProps = auth.require({ organization: "org" }, ({ auth: { user } }) => ({
  props: { name: user?.name ?? "" },
}));

export default function Page({ name }) {
  return <p>{name}</p>;
}
`,
      ),
    ],
    out: {
      file: "pages/o/[org]/index.js",
      guard: /auth\.require\(\{ organization: "org" \}, \(\{ auth: \{ user \} \}\) => \(\{\n.*\n\}\)\)/,
      instead: '() => ({ props: { name: "" } })',
    },
    told: "GET /o/guard-test: stranger gets 404",
  },
];

const kit: readonly GuardedApp[] = [
  {
    name: "SvelteKit, by command",
    project: "sveltekit-ts",
    routes: [
      file("src/routes/teams/[team]/+page.svelte", "<p>The team</p>\n"),
      file("src/routes/billing/[team]/+page.svelte", "<p>What it pays</p>\n"),
    ],
    protect: [byTeam, byOwner],
    // What the hooks guard, too: without it a link inside the app opens the page, and asks no server.
    out: { files: ["src/routes/billing/[team]/+page.server.ts"] },
    told: "a link to GET /billing/guard-test: owner gets in",
  },
  {
    name: "SvelteKit, by hand",
    project: "sveltekit-ts",
    routes: [],
    protect: [],
    guards: [
      file(
        "src/routes/o/[org]/+page.server.ts",
        `import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, params }) => {
	await locals.auth.require({ organization: { slug: params.org }, can: 'invoice:read' });
	return {};
};
`,
      ),
      file("src/routes/o/[org]/+page.svelte", "<p>Invoices</p>\n"),
      file(
        "src/routes/o/[org]/file/+server.ts",
        `import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ locals }) => {
	await locals.auth.require({ organization: 'org', role: 'owner' });
	return new Response('The file');
};
`,
      ),
    ],
    out: { file: "src/routes/o/[org]/file/+server.ts", guard: /^\tawait locals\.auth\.require\([^\n]*\n/m },
    told: "GET /o/guard-test/file: member gets 403",
  },
];

const vue = (name: string, shown: string, script = "") =>
  file(name, `${script}<template>\n  <p>${shown}</p>\n</template>\n`);

const nuxt: readonly GuardedApp[] = [
  {
    name: "Nuxt, by command",
    project: "nuxt-ts",
    routes: [
      vue("app/pages/teams/[team].vue", "The team"),
      vue("app/pages/billing/[team].vue", "What it pays"),
    ],
    protect: [byTeam, byOwner],
    out: { file: "nuxt.config.ts", guard: /["']\/billing\/\*\/\*\*["']: \{ auth: \{[^}]*\} \},?/ },
    told: "GET /billing/guard-test: member gets 403",
  },
  {
    name: "Nuxt, by hand",
    project: "nuxt-ts",
    routes: [],
    protect: [],
    guards: [
      vue(
        "app/pages/o/[org].vue",
        "The organization",
        `<script setup lang="ts">\ndefinePageMeta({ auth: { organization: "org" } });\n</script>\n\n`,
      ),
      file(
        "server/api/o/[org]/invoices.get.ts",
        `import { auth } from "../../../auth";

export default defineEventHandler(async (event) => {
  await auth.require(event, { organization: "org", can: "member:remove" });
  return { invoices: [] };
});
`,
      ),
    ],
    out: { file: "server/api/o/[org]/invoices.get.ts", guard: /^ *await auth\.require\([^\n]*\n/m },
    told: "GET /api/o/guard-test/invoices: member gets 403",
  },
];

export const fullStack: readonly GuardedApp[] = [...next, ...pagesRouter, ...kit, ...nuxt];
