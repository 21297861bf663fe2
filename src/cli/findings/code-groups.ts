/** Which page of docs/doctor explains which finding. */
import type { CodeGroup } from "../terminal/code-pages.js";

const words = (text: string): readonly string[] => text.split(" ");

export const findingGroups: readonly CodeGroup[] = [
  {
    id: "project",
    title: "The project",
    about: "Packages, module system, and the place of the configuration.",
    codes: [""],
  },
  {
    id: "secrets",
    title: "Secrets and env files",
    about: "A secret that is missing, weak, or where others can read it.",
    codes: words("SECRET_ CLIENT_SECRET_ ENV_"),
  },
  {
    id: "environment",
    title: "Variables and addresses",
    about: "Names that nothing reads, and addresses that don't fit where the app runs.",
    codes: words(
      "ENV_NAME ENV_LEFT_OUT ENV_NOT_LOADED ENV_NEVER_LOADED LEGACY_ENV URL_ TRUST_HOST MAIL_HOST DEV_IDP",
    ),
  },
  {
    id: "providers",
    title: "Providers and stores",
    about: "Providers that can't work as they stand, and what they need of a store.",
    codes: words("PROVIDER LINKING EMAIL_ PASSKEY_ SESSION_ CREDENTIALS_ ADAPTER_"),
  },
  {
    id: "tables",
    title: "Tables",
    about:
      "The Prisma schema, the Drizzle schema or the SQL migrations of the project, held against the tables that the store works with. Levels are those of a store of this package. With an adapter that others publish an error is a warning, and a hint where nothing in the configuration uses the table yet. What other languages than SQL migrate is not read; `auth db migrate` compares the database itself.",
    codes: words("SCHEMA_"),
  },
  {
    id: "database",
    title: "Rows of the database",
    about: "`auth doctor --url-env NAME`: what the database lacks of what the configuration asks for.",
    codes: words("DATABASE_"),
  },
  {
    id: "configuration",
    title: "Options",
    about: "Options that switch a protection off, or that don't fit each other.",
    codes: words(
      "DEBUG CSRF_OFF REDIRECT_OPEN COOKIE_ MAX_AGE NOT_EXTENDED ORGANIZATION_ BASE_PATH PAGE_ADDRESS PAGES_",
    ),
  },
  {
    id: "guards",
    title: "Guards",
    about: "Pages, routes and actions that anybody can open.",
    codes: words("UNGUARDED_ PROXY_ONLY ORGANIZATION_GUARD NEXT_AUTHORIZED_UNASKED NEXT_HANDLER_OPEN"),
  },
  {
    id: "next-js",
    title: "Next.js",
    about: "Route handlers, proxy and middleware.",
    codes: words("NEXT_ CLIENT_IMPORT"),
  },
  {
    id: "servers",
    title: "Servers",
    about:
      "Where Express, Hono, Fastify, Koa, h3 and servers of Node.js alone mount the handler and read the session, and whom they trust; SvelteKit.",
    codes: words("KIT_ NOT_MOUNTED MOUNT_LATE MOUNTED_TWICE SESSION_LATE TRUST_PROXY"),
  },
  {
    id: "express-js",
    title: "Express",
    about: "How the handler is mounted, and whom the app trusts.",
    codes: words("EXPRESS_"),
  },
  {
    id: "live-address",
    title: "A running app: reaching it",
    about: "`auth doctor --url`: what stands between the address and the endpoints.",
    codes: words("LIVE_"),
  },
  {
    id: "live-cookies",
    title: "A running app: cookies",
    about: "`auth doctor --url`: what becomes of cookies on their way to the browser and back.",
    codes: words("LIVE_CSRF LIVE_COOKIE_ LIVE_CACHED LIVE_CHECK_COOKIE LIVE_SESSION_COOKIE"),
  },
  {
    id: "live-sign-in",
    title: "A running app: a sign-in",
    about: "`auth doctor --url`: the way to the provider and back.",
    codes: words(
      "LIVE_SIGNIN_PAGE LIVE_POLICY LIVE_NO_POLICY LIVE_BODY LIVE_THROTTLED LIVE_START LIVE_AUTHORIZATION LIVE_CLIENT_ID LIVE_REDIRECT_URI LIVE_CHECKS LIVE_PROVIDER LIVE_CALLBACK LIVE_SESSION_NULL LIVE_SIGNOUT",
    ),
  },
];
