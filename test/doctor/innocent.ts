// data file
/** Sound changes of clean projects, as people make them: none of them may give a finding. */
import {
  besidePassword,
  countedBesideGuard,
  handingOn,
  keptFromContainers,
  withOrganizations,
  guardServer,
  kitLayout,
  teamLayout,
  withGuard,
} from "./faults.js";
import { bases, type BaseName, type Spoiled } from "./bases.js";

export interface Innocent {
  readonly what: string;
  readonly base: BaseName;
  readonly change: (project: Spoiled) => void;
  readonly env?: Record<string, string>;
}

const sound = (
  what: string,
  base: BaseName,
  change: Innocent["change"],
  env: Record<string, string> = {},
): Innocent => ({ what, base, change, env });

const dependency = (p: Spoiled, name: string) =>
  p.json("package.json", (data) => Object.assign(data["dependencies"] ?? {}, { [name]: "^1.0.0" }));
const option =
  (line: string): Innocent["change"] =>
  (p) =>
    p.replace(
      p.exists("auth.ts") ? "auth.ts" : "src/auth.ts",
      "providers: [GitHub],",
      `providers: [GitHub],\n  ${line}`,
    );

/** As in a project whose `auth init` knew no addresses of pages. */
const staysBelow = (auth: string) => (p: Parameters<Innocent["change"]>[0]) =>
  p.replace(auth, "pageAddresses: true,", "");

const random = "q3J7vXw0mZ1cT9uYb5Rk2LsHd8GfNaPe4oVi6xCtWyE=";

export const innocents: readonly Innocent[] = [
  ...[
    handingOn("AUTH_SECRET", "AUTH_SECRET_1", "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"),
    `${handingOn("AUTH_SECRET")}    env_file: .env\n`,
  ].map((text, at) =>
    sound(`F-02: a rotated secret beside compose file ${at + 1} that hands it on`, "express-ts", (p) => {
      keptFromContainers(p);
      p.write("compose.yaml", text);
    }),
  ),
  // E1: something in the app asks the endpoint for the session, or is auth itself.
  ...[
    ["app/providers.tsx", '"use client";\nexport { SessionProvider } from "authwright/react";\n'],
    [
      "app/keep/route.ts",
      'import { auth } from "@/auth";\nexport const GET = auth((request) => Response.json(request.auth));\n',
    ],
    ["app/poll.ts", 'export const poll = () => fetch("/api/auth/session");\n'],
  ].map(([file = "", text = ""]) =>
    sound(`E1: a guard that extends nothing, beside ${file}`, "next-16", (p) => {
      countedBesideGuard(p);
      p.write(file, text);
    }),
  ),
  // What another package decides may hold an owner, and say who creates.
  ...[
    ['organizations({ roles, create: "everybody" })', 'export const roles = { owner: ["*"], admin: [] };'],
    ["organizations({ roles, ...others })", 'export const roles = { owner: ["*"] };'],
    ["organizations(others)", 'export const roles = { owner: ["*"] };'],
    [
      'organizations({ roles, create: "nobody" })',
      'import { shared } from "@acme/roles";\nexport const roles = { ...shared, admin: [] };',
    ],
    [
      'organizations({ roles, create: "nobody" })',
      'const top = "owner";\nexport const roles = { [top]: ["*"], admin: [] };',
    ],
  ].flatMap(([call = "", roles = ""], at) =>
    [
      '{ path: "/teams/:team", organization: "team", role: "admin" }',
      '{ path: "/admin", role: "admin" }',
    ].map((asked) =>
      sound(`organizations ${at + 1} beside a guard of ${asked}`, "express-ts", (p) => {
        withOrganizations(call, roles, `auth.require(${asked})`)(p);
        dependency(p, "@acme/roles");
      }),
    ),
  ),
  sound("a layout for members, and pages and handlers that ask too", "next-16", (p) => {
    p.write("app/teams/[team]/layout.tsx", teamLayout);
    p.write(
      "app/teams/[team]/page.tsx",
      'import { auth } from "@/auth";\n\nexport default async function Page({ params }: PageProps<"/teams/[team]">) {\n  await auth.require({ organization: { slug: (await params).team } });\n  return <p>bills</p>;\n}\n',
    );
    p.write(
      "app/teams/[team]/member.ts",
      'import { auth } from "@/auth";\n\nexport const memberOnly = auth.require({ organization: "team" }, () => Response.json([1]));\n',
    );
    p.write(
      "app/teams/[team]/bills/route.ts",
      'import { memberOnly } from "../member";\n\nexport const GET = memberOnly;\n',
    );
  }),
  ...[
    'export async function POST(request, { params }) {\n  if (!request.url) redirect("/");\n  if (request.url.length > 90) return new Response(null, { status: 414 });\n  ASK\n  return Response.json([1]);\n}\n',
    "export async function POST(request, { params }) {\n  if (request.url) {\n    ASK\n  } else notFound();\n  return Response.json([1]);\n}\n",
    "export async function POST(request, { params }) {\n  try {\n    ASK\n    return Response.json([1]);\n  } catch (error) {\n    return Response.json({ error: String(error) });\n  }\n}\n",
    "const ask = async (params) => {\n  ASK\n};\nexport async function GET(request, { params }) {\n  if (request.url) await ask(params);\n  else await ask(params);\n  return Response.json([1]);\n}\nexport async function POST(request, { params }) {\n  const [, body] = await Promise.all([ask(params), request.json()]);\n  return Response.json(body);\n}\n",
    "const withErrors = (handler) => handler;\nexport const POST = withErrors(async (request, { params }) => {\n  ASK\n  return Response.json([1]);\n});\n",
    "const withMember = (handler) => async (request, { params }) => {\n  ASK\n  return handler(request);\n};\nexport const POST = withMember(() => Response.json([1]));\n",
    "const run = (work) => work();\nexport const POST = async (request, { params }) => run(async () => {\n  ASK\n  return Response.json([1]);\n});\n",
    "export async function POST(request, { params }) {\n  const { id } = await auth.organizations.get((await params).team);\n  return Response.json({ id });\n}\n",
    "export async function POST(request, { params }) {\n  const asked = PROMISE;\n  const body = await request.json();\n  await asked;\n  return Response.json(body);\n}\n",
    "const ask = async (params) => PROMISE;\nexport async function POST(request, { params }) {\n  const [{ user }] = await Promise.all([ask(params), PROMISE]);\n  return Response.json(user);\n}\n",
    "async function answer(request, { params }) {\n  ASK\n  return Response.json([1]);\n}\nexport { answer as GET, answer as POST };\n",
    "export const POST = () => new Response(null, { status: 405 });\n",
  ].map((text, at) =>
    sound(`a layout for members, and handler ${at + 1} that asks whoever comes`, "next-16", (p) => {
      p.write("app/teams/[team]/layout.tsx", teamLayout);
      p.write(
        "app/teams/[team]/bills/route.ts",
        `import { auth } from "@/auth";\nimport { notFound, redirect } from "next/navigation";\n\nvoid [auth, notFound, redirect];\n${withGuard(text)}`,
      );
    }),
  ),
  sound(
    "a layout for members, and actions that ask too or load functions that wait for it",
    "sveltekit-ts",
    (p) => {
      p.write("src/routes/teams/[team]/+layout.server.ts", kitLayout);
      p.write("src/routes/teams/[team]/+page.svelte", "<h1>Bills</h1>\n");
      p.write(
        "src/routes/teams/[team]/+page.server.ts",
        'export const actions = {\n  default: async ({ locals }) => {\n    await locals.auth.require({ organization: "team" });\n  },\n};\n',
      );
      p.write("src/routes/teams/[team]/all/+page.svelte", "<h1>All</h1>\n");
      p.write(
        "src/routes/teams/[team]/all/+page.server.ts",
        "export const load = async ({ parent }) => {\n  await parent();\n};\n",
      );
      p.write("src/routes/teams/[team]/some/+page.svelte", "<h1>Some</h1>\n");
      p.write(
        "src/routes/teams/[team]/some/+page.server.ts",
        'import { pay } from "./pay";\n\nconst ask = ({ locals }) => locals.auth.require({ organization: "team" });\n\nexport async function load(event) {\n  const { team } = await event.parent();\n  return { team };\n}\n\nexport const actions = { pay: (event) => pay(event), drop: async (event) => void (await ask(event)) };\n',
      );
      p.write(
        "src/routes/teams/[team]/some/pay.ts",
        'export const pay = async ({ locals }) => {\n  await locals.auth.require({ organization: "team" });\n};\n',
      );
    },
  ),
  sound(
    "a route that changes something, behind a guard whose path calls its part otherwise",
    "express-ts",
    (p) => {
      p.replace("src/server.ts", 'app.use(express.static("public"));\n', "");
      const guard = 'app.use(auth.require({ path: "/teams/:team" }));\n';
      const route = 'app.post("/teams/:id", (_req, res) => void res.send("made"));\n';
      p.append("src/server.ts", guard + route);
    },
  ),
  sound("a role beside a named path, and no plugin that has organisations", "express-ts", (p) =>
    guardServer('auth.require({ path: "/teams/:team", role: "admin" })')(p),
  ),
  // RA2-B1: what begins with no endpoint goes on to the app.
  sound("a route of the app below the path of the endpoints", "express-ts", (p) =>
    p.write(
      "src/server.ts",
      `${p.read("src/server.ts")}\napp.get("/auth/github", (_req, res) => void res.send("in"));\n`,
    ),
  ),
  sound("PR-08: a role that profile() gives everybody", "express-ts", (p) => {
    p.write("src/store.ts", "export const adapter = {};\n");
    p.replace("src/auth.ts", /import GitHub/, 'import { adapter } from "./store.js";\nimport GitHub');
    p.replace(
      "src/auth.ts",
      "[GitHub],",
      '[GitHub({ profile: (given) => ({ id: String(given.id), role: "member", plan: null }) })],\n  adapter,',
    );
  }),
  sound("RA2-A4: passwords beside a provider of the app's own, with database sessions", "express-ts", (p) => {
    p.write(
      "src/sso.ts",
      'export const sso = () => ({ id: "sso", name: "SSO", type: "oidc" as const, issuer: "https://id.example" });\n',
    );
    p.write("src/store.ts", "export const adapter = {};\n");
    p.replace(
      "src/auth.ts",
      /import GitHub.*;/,
      'import Credentials from "authwright/providers/credentials";\nimport { sso } from "./sso.js";\nimport { adapter } from "./store.js";',
    );
    p.replace(
      "src/auth.ts",
      "[GitHub],",
      '[Credentials({ authorize: () => null }), sso()].filter(Boolean),\n  adapter,\n  session: { strategy: "database" },',
    );
  }),
  sound("RA2-A12: an address that Next.js makes of a variable", "next-16", (p) =>
    p.append(".env.local", "PUBLIC_BASE_URL=http://localhost:3000\nAUTH_URL=$PUBLIC_BASE_URL\n"),
  ),
  sound("RA2-A12: an address of a variable that is set where the app runs", "next-16", (p) =>
    p.append(".env.local", "AUTH_URL=https://${HOST_OF_PREVIEW}\n"),
  ),
  sound("RA2-A12: a secret that is made of a variable", "next-16", (p) =>
    p.replace(".env.local", /^AUTH_SECRET=(.*)$/m, "SECRET=$1\nAUTH_SECRET=${SECRET}"),
  ),
  sound("RA2-A12: a type in a client component", "next-16", (p) =>
    p.write(
      "app/menu.tsx",
      '"use client";\nimport { type Session } from "authwright/next";\n\nexport const Menu = ({ session }: { session: Session }) => <p>{session.user?.name}</p>;\n',
    ),
  ),
  sound("RA2-A12: actions that ask by way of functions of their file", "next-16", (p) =>
    p.write(
      "app/actions.ts",
      '"use server";\nimport { getCurrentUser } from "@acme/users";\n\nconst need = async () => {\n  if (!(await getCurrentUser())) throw new Error();\n};\nasync function both() {\n  await need();\n}\nexport async function save() {\n  await both();\n}\nexport const drop = async () => {\n  await need();\n};\n',
    ),
  ),
  sound("RA2-A12: a library of sessions that holds something else", "next-15", (p) => {
    dependency(p, "iron-session");
    p.write(
      "lib/invitation.ts",
      '\nimport { sealData } from "iron-session";\nexport const seal = sealData;\n',
    );
  }),
  sound("RA2-A12: two of one provider, whose functions give each an id", "express-ts", (p) => {
    p.write(
      "src/ways.ts",
      'const way = (id: string) => ({ id, authorize: () => null });\nexport const local = () => ({ id: "local", authorize: () => null });\nexport function ldap() {\n  return { id: "ldap", authorize: () => null };\n}\nexport const other = () => way("other");\n',
    );
    p.replace(
      "src/auth.ts",
      /import GitHub.*;/,
      'import Credentials from "authwright/providers/credentials";\nimport { ldap, local, other } from "./ways.js";',
    );
    p.replace("src/auth.ts", "[GitHub]", "[Credentials(local()), Credentials(ldap()), Credentials(other())]");
  }),
  sound("a server that reads the sessions of another app", "express-ts", (p) => {
    p.replace("src/auth.ts", "[GitHub]", "[]");
    p.replace("src/auth.ts", /^import GitHub.*\n/m, "");
    p.replace("src/server.ts", /^app\.use\("\/auth".*\n/m, "");
  }),
  sound("RA2-B13: Passport that the app goes on using", "express-ts", (p) => {
    dependency(p, "passport");
    p.write(
      "src/passport.ts",
      'import passport from "passport";\n\nexport const sessions = passport.session();\n',
    );
  }),
  sound("RA2-B13: a variable like ours that the app reads itself", "express-ts", (p) => {
    p.append(".env", "AUTH_TRUSTED_HOST=true\n");
    p.write("src/settings.ts", "export const trusted = process.env.AUTH_TRUSTED_HOST;\n");
  }),
  sound("a server whose secret stands in the env file of another package", "express-ts", (p) => {
    p.replace(".env", /^AUTH_SECRET=.*\n/m, "");
    p.replace("package.json", '"dev": "', '"dev": "node --env-file-if-exists=../web/.env.local ');
  }),
  sound("a compose file with a database for local work alone", "next-16", (p) =>
    p.write("compose.yaml", "services:\n  db:\n    image: docker.io/library/postgres:17\n"),
  ),
  sound("a lock file with versions of next-auth without a known hole", "next-16", (p) =>
    p.write(
      "yarn.lock",
      'next-auth@beta:\n  version "5.0.0-beta.32"\n\nnext-auth4@npm:next-auth@4:\n  version "4.24.15"\n',
    ),
  ),
  sound("this package under the name of @auth/core", "express-ts", (p) =>
    p.write(
      "package-lock.json",
      JSON.stringify({ packages: { "node_modules/@auth/core": { name: "authwright", version: "0.1.0" } } }),
    ),
  ),
  sound("a tarball under the name of @auth/core", "express-ts", (p) =>
    p.write("yarn.lock", '"@auth/core@file:./vendor/authwright.tgz":\n  version "0.1.0"\n'),
  ),
  sound("a lock file that a merge has broken", "express-ts", (p) =>
    p.write(
      "package-lock.json",
      '{\n<<<<<<< HEAD\n  "packages": { "node_modules/next-auth": { "version": "3.0.0" } }\n',
    ),
  ),
  sound("RA-13 a guard without a matcher whose authorized lets the endpoints through", "next-15", (p) => {
    p.replace("middleware.ts", /export const config[^]*/, "");
    p.replace(
      "auth.ts",
      /authorized: [^,\n]*,/,
      "authorized: ({ auth, request }) => Boolean(auth) || /^\\/(?:api\\/auth|_next)/.test(request.nextUrl.pathname),",
    );
  }),
  sound("RA-13 a guard that asks the token", "next-15", (p) => {
    staysBelow("auth.ts")(p);
    p.write(
      "middleware.ts",
      'import { getToken } from "authwright/jwt";\nimport { auth } from "./auth";\n\nexport default auth(async (request) => {\n  const token = await getToken({ req: request });\n  if (!token) return Response.redirect(new URL("/", request.url));\n});\n\nexport const config = { matcher: ["/dashboard/:path*"] };\n',
    );
  }),
  sound("pages at addresses that no route has", "express-ts", (p) =>
    p.replace("src/auth.ts", "pageAddresses: true,", 'pageAddresses: { signIn: "/login" },'),
  ),
  sound("pages below the path of the endpoints", "express-ts", staysBelow("src/auth.ts")),
  sound("addresses of pages in the matcher", "next-16", (p) =>
    p.replace(
      "proxy.ts",
      /matcher: \[[^\]]*\]/,
      'matcher: ["/dashboard/:path*", "/sign-:page", "/auth-error", "/check-your-email"]',
    ),
  ),
  sound("addresses of pages in rewrites", "next-16", (p) => {
    p.replace("proxy.ts", /matcher: \[[^\]]*\]/, 'matcher: ["/dashboard/:path*"]');
    p.write("next.config.ts", "export default { rewrites: async () => ({ beforeFiles: [] }) };\n");
  }),
  sound("a page of the app has no address of ours", "express-ts", (p) => {
    option('pages: { signIn: "/sign-in" },')(p);
    p.replace(
      "src/server.ts",
      'app.get("/dashboard"',
      'app.get("/sign-in", (req, res) => void res.send("hello"));\napp.get("/dashboard"',
    );
  }),
  sound("CL-07: the dummy client of BoxyHQ SAML", "express-ts", (p) => {
    p.replace(
      "src/auth.ts",
      "import GitHub from",
      'import BoxyHQSAML from "authwright/providers/boxyhq-saml";\nimport GitHub from',
    );
    const options = 'clientId: "dummy", clientSecret: "dummy", issuer: "https://login.example.com"';
    p.replace("src/auth.ts", "[GitHub]", `[GitHub, BoxyHQSAML({ ${options} })]`);
  }),
  ...(["next-14", "next-15", "next-15-src"] as const).flatMap((base) =>
    ["", '\nexport const config = { matcher: ["/:path*"] };\n'].map((config) =>
      sound(
        `CL-07: a middleware that keeps the session alive alone, ${config ? "with" : "without"} a matcher`,
        base,
        (p) => {
          const [file, auth] =
            base === "next-15-src" ? ["src/middleware.js", "src/auth.js"] : ["middleware.ts", "auth.ts"];
          p.replace(file, /export const config[^]*/, config);
          p.replace(auth, /  callbacks: \{[\s\S]*?\n  \},\n/, "");
        },
      ),
    ),
  ),
  ...["app/api/auth/[...auth]/_route.ts", "app/_old/auth/[...auth]/route.ts"].map((parked) =>
    sound(`RA-12 a parked route file beside the Pages Router's: ${parked}`, "next-16", (p) => {
      const text = p.read("app/api/auth/[...auth]/route.ts");
      p.remove("app/api/auth");
      p.write(parked, text);
      p.write(
        "pages/api/auth/[...auth].ts",
        'import { handlers } from "../../../auth";\n\nexport default handlers.pages;\n',
      );
    }),
  ),
  ...(Object.keys(bases) as BaseName[]).flatMap((base) =>
    ["", "/"].map((path) =>
      sound(`CL-01 AUTH_URL names the host alone, "${path}" behind it`, base, (p) =>
        p.append(
          [".env.local", ".dev.vars"].find((file) => p.exists(file)) ?? ".env",
          `AUTH_URL=https://app.example.com${path}\n`,
        ),
      ),
    ),
  ),
  ...[
    'Facebook({ emailVerified: "verified" })',
    "Facebook(others)",
    "Facebook({ ...others })",
    '{ id: "company", type: "oidc", issuer: address, emailVerified: "email_verified" }',
    '{ id: "company", type: "oidc", issuer: address, ...others }',
    "{ ...base, ...others }",
  ].map((written) =>
    sound(`TR-06 a provider that vouches, or may do so out of sight: ${written}`, "express-ts", (p) =>
      besidePassword(written)(p),
    ),
  ),
  sound("TR-06 a silent provider, and nothing that proves addresses", "express-ts", (p) => {
    besidePassword("Facebook")(p);
    p.replace("src/auth.ts", /import \{ password \}.*\n/, "");
    p.replace("src/auth.ts", "plugins: [password({ sendMail })],", "");
  }),
  sound("a configuration in two files, with a store", "next-16", (p) => {
    p.write(
      "auth.config.ts",
      'import GitHub from "authwright/providers/github";\nimport type { FrameworkAuthConfig } from "authwright/next";\n\nexport default { providers: [GitHub] } satisfies FrameworkAuthConfig;\n',
    );
    p.write(
      "auth.ts",
      'import { FrameworkAuth } from "authwright/next";\nimport { KyselyAdapter } from "authwright/adapters/kysely";\nimport config from "./auth.config";\nimport { db } from "./db";\n\nexport const { handlers, auth, signIn, signOut } = FrameworkAuth({\n  ...config,\n  adapter: KyselyAdapter(db),\n  session: { strategy: "database" },\n});\n',
    );
    p.write("db.ts", "export const db = {};\n");
    dependency(p, "kysely");
  }),
  sound("an empty list in a part that the call replaces", "next-16", (p) => {
    p.write(
      "auth.config.ts",
      'import type { FrameworkAuthConfig } from "authwright/next";\n\nexport const authConfig = {\n  pages: { signIn: "/in" },\n  providers: [],\n} satisfies FrameworkAuthConfig;\n',
    );
    p.write("app/in/page.tsx", "export default function In() {\n  return <p>In</p>;\n}\n");
    p.write(
      "auth.ts",
      'import { FrameworkAuth } from "authwright/next";\nimport GitHub from "authwright/providers/github";\nimport { authConfig } from "./auth.config";\n\nexport const { handlers, auth, signIn, signOut } = FrameworkAuth({ ...authConfig, providers: [GitHub] });\n',
    );
  }),
  ...[
    "MicrosoftEntraID",
    "MicrosoftEntraID({ issuer })",
    'MicrosoftEntraID({ tenant: "contoso.example" })',
  ].map((entry) =>
    sound(`an issuer in the environment that is read, or not needed: ${entry}`, "next-16", (p) => {
      p.write(
        "auth.ts",
        `import MicrosoftEntraID from "authwright/providers/microsoft-entra-id";\nimport { FrameworkAuth } from "authwright/next";\n\nconst issuer = process.env.AUTH_MICROSOFT_ENTRA_ID_ISSUER;\nexport const { handlers, auth, signIn, signOut } = FrameworkAuth({ providers: [${entry}] });\n`,
      );
      p.append(
        ".env.local",
        "AUTH_MICROSOFT_ENTRA_ID_ID=a1\nAUTH_MICROSOFT_ENTRA_ID_SECRET=b2c3\nAUTH_MICROSOFT_ENTRA_ID_ISSUER=https://login.microsoftonline.com/contoso.example/v2.0\n",
      );
    }),
  ),
  sound("mail services whose options are given in the configuration", "next-16", (p) => {
    p.write(
      "auth.ts",
      'import SES from "authwright/providers/ses";\nimport Nodemailer from "authwright/providers/nodemailer";\nimport { FrameworkAuth } from "authwright/next";\nimport { KyselyAdapter } from "authwright/adapters/kysely";\nimport { db } from "./db";\n\nconst region = "eu-west-1";\nexport const { handlers, auth, signIn, signOut } = FrameworkAuth({\n  adapter: KyselyAdapter(db),\n  providers: [\n    SES({ region, accessKeyId: process.env.AWS_KEY, secretAccessKey: process.env.AWS_SECRET }),\n    Nodemailer({ server: process.env.EMAIL_SERVER }),\n  ],\n});\n',
    );
    p.write("db.ts", "export const db = {};\n");
    dependency(p, "kysely");
    dependency(p, "nodemailer");
  }),
  sound("the secret named in the configuration", "next-16", option("secret: process.env.AUTH_SECRET,")),
  sound("the secret in the environment alone", "next-16", (p) => p.remove(".env.local"), {
    AUTH_SECRET: random,
    AUTH_GITHUB_ID: "Iv1.5f3a90b1c2d4e6f7",
    AUTH_GITHUB_SECRET: "9b1c2d4e6f75f3a9",
  }),
  sound("a rotated secret", "express-ts", (p) => p.append(".env", `AUTH_SECRET_1=${random}\n`)),
  sound("below a path, as basePath says", "next-16", (p) => {
    staysBelow("auth.ts")(p);
    p.write("next.config.ts", 'export default {\n  basePath: "/shop",\n};\n');
    option('basePath: "/shop/api/auth",')(p);
  }),
  sound(
    "PR-18b: below a path, a matcher for everything but the endpoints as Next.js compares them",
    "next-16",
    (p) => {
      staysBelow("auth.ts")(p);
      p.write("next.config.ts", 'export default {\n  basePath: "/shop",\n};\n');
      option('basePath: "/shop/api/auth",')(p);
      p.replace(
        "proxy.ts",
        '"/dashboard/:path*"',
        '"/((?!api/auth|_next/static|_next/image|favicon.ico).*)"',
      );
    },
  ),
  sound("below a path, as AUTH_URL says", "next-16", (p) => {
    staysBelow("auth.ts")(p);
    p.write("next.config.ts", 'export default {\n  basePath: "/shop",\n};\n');
    p.append(".env.local", "AUTH_URL=http://localhost:3000/shop/api/auth\n");
  }),
  sound("another mount, and links that lead there", "express-ts", (p) => {
    p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/api/auth"');
    p.write("src/auth.ts", p.read("src/auth.ts").replaceAll("/auth/sign", "/api/auth/sign"));
    option('basePath: "/api/auth",')(p);
  }),
  sound("another mount, and a page of the app's own at the usual address", "express-ts", (p) => {
    p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/login"');
    p.replace(
      "src/server.ts",
      'app.get("/dashboard"',
      'app.get("/auth/signin", (_req, res) => res.send("in"));\napp.get("/auth/signout", (_req, res) => res.send("out"));\napp.get("/dashboard"',
    );
  }),
  sound("variables of the user's own", "express-ts", (p) =>
    p.append(".env", "AUTH_COOKIE_DOMAIN=.example.com\nGITHUB_TOKEN=abc\n"),
  ),
  sound("cache components with the page of init", "next-16", (p) =>
    p.write("next.config.ts", "export default {\n  cacheComponents: true,\n};\n"),
  ),
  sound("cache components in a comment", "next-16", (p) => {
    p.write("next.config.ts", "export default {\n  // cacheComponents: true,\n};\n");
    p.write(
      "app/me/page.tsx",
      'import { auth } from "@/auth";\n\nexport default async function Me() {\n  return <p>{(await auth())?.user?.name}</p>;\n}\n',
    );
  }),
  sound("a guard in the layout", "next-16", (p) => {
    p.write(
      "app/dashboard/layout.tsx",
      'import { auth } from "@/auth";\n\nexport default async function Layout({ children }) {\n  if (!(await auth())) return null;\n  return children;\n}\n',
    );
    p.write("app/dashboard/page.tsx", "export default function Page() {\n  return <p>numbers</p>;\n}\n");
  }),
  sound("a guard behind an import", "next-15", (p) => {
    p.write(
      "lib/dal.ts",
      'import { auth } from "@/auth";\n\nexport async function mustBeThere() {\n  return (await auth())?.user;\n}\n',
    );
    p.write(
      "app/admin/page.tsx",
      'import { mustBeThere } from "@/lib/dal";\n\nexport default async function Page() {\n  return <p>{(await mustBeThere())?.name}</p>;\n}\n',
    );
  }),
  sound("the usual matcher for everything else", "next-16", (p) =>
    p.replace(
      "proxy.ts",
      '"/dashboard/:path*"',
      '"/((?!api|_next/static|_next/image|favicon.ico|.*\\\\.png$).*)"',
    ),
  ),
  sound("a proxy with a function of its own", "next-16", (p) =>
    p.write(
      "proxy.ts",
      'import { auth } from "@/auth";\n\nexport default auth((request) => {\n  if (!request.auth && request.nextUrl.pathname.startsWith("/account")) return Response.redirect(new URL("/", request.url));\n});\n',
    ),
  ),
  sound("a proxy of another kind", "next-16", (p) => {
    staysBelow("auth.ts")(p);
    p.write(
      "proxy.ts",
      'import { NextResponse } from "next/server";\n\nexport function proxy() {\n  return NextResponse.next();\n}\n',
    );
  }),
  sound("client components with the client side and types", "next-16", (p) =>
    p.write(
      "app/menu.tsx",
      '"use client";\nimport { signIn } from "authwright/react";\nimport type { Session } from "authwright/next";\nimport type { auth } from "@/auth";\n\nexport const Menu = (props: { session: Session }) => <button onClick={() => signIn()}>in</button>;\n',
    ),
  ),
  sound("handlers one by one", "next-16", (p) =>
    p.write(
      "app/api/auth/[...auth]/route.ts",
      'import { handlers } from "@/auth";\n\nexport const GET = handlers.GET;\nexport const POST = handlers.POST;\n',
    ),
  ),
  sound("a route group around the endpoints", "next-16", (p) =>
    p.move("app/api/auth/[...auth]", "app/(auth)/api/auth/[...nextauth]"),
  ),
  sound("another base path in both places", "next-16", (p) => {
    p.move("app/api/auth/[...auth]", "app/login/[...auth]");
    option('basePath: "/login",')(p);
  }),
  sound("server actions and handlers that ask, and webhooks that need not", "next-16", (p) => {
    p.write(
      "app/actions.ts",
      '"use server";\nimport { auth } from "@/auth";\n\nexport async function remove(id: string) {\n  if (!(await auth())) throw new Error("no");\n  await db.remove(id);\n}\n',
    );
    p.write(
      "app/api/webhooks/stripe/route.ts",
      "export async function POST() {\n  return new Response();\n}\n",
    );
    p.write(
      "app/api/notes/route.ts",
      'import { auth } from "@/auth";\n\nexport const POST = auth(async (request) => Response.json(request.auth));\n\nexport async function GET() {\n  return Response.json([]);\n}\n',
    );
  }),
  sound("https in production", "next-16", (p) =>
    p.write(".env.production", "AUTH_URL=https://app.example.com\n"),
  ),
  sound("a deployment that knows its address", "express-ts", (p) =>
    p.write("fly.toml", '[env]\n  AUTH_URL = "https://shop.example.com"\n  TRUST_PROXY = "1"\n'),
  ),
  sound("an image that is handed its secret", "next-16", (p) => {
    p.write("Dockerfile", "FROM node:22-alpine\nARG AUTH_SECRET\nENV AUTH_SECRET=$AUTH_SECRET\n");
    p.append(".env.local", "AUTH_TRUST_HOST=true\n");
  }),
  sound("a proxy that Express trusts", "express-cjs", (p) => {
    p.write("nginx.conf", "proxy_pass http://app;\n");
    p.append(".env", "AUTH_TRUST_HOST=true\n");
  }),
  sound("a mount pattern of Express 5", "express-ts", (p) =>
    p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/auth/{*splat}"'),
  ),
  sound("a mount pattern of Express 4", "express-cjs", (p) =>
    p.replace("app.js", 'app.use("/auth"', 'app.use("/auth/*"'),
  ),
  sound("middleware that goes on, above the mount", "express-js", (p) =>
    p.replace(
      "server.js",
      "app.use(cors())",
      "app.use(cors())\napp.use((req, res, next) => (req.url === '/ping' ? res.send('pong') : next()))",
    ),
  ),
  sound("a guarded router", "express-ts", (p) =>
    p.replace(
      "src/server.ts",
      "app.listen(",
      'app.use("/admin", auth.require({ role: "admin" }));\napp.get("/admin/users", (_req, res) => res.send("users"));\n\napp.listen(',
    ),
  ),
  sound("guards under names of their own", "express-ts", (p) => {
    p.write(
      "src/guards.ts",
      'import { auth as login } from "./auth.js";\n\nexport const admin = login.require({ role: "admin" });\nexport const { require: member } = login;\n',
    );
    p.replace(
      "src/server.ts",
      "app.listen(",
      'app.get("/admin", admin, (_req, res) => res.send("numbers"));\napp.post("/notes", login.require(), (_req, res) => res.send("saved"));\n\napp.listen(',
    );
    p.replace(
      "src/server.ts",
      "import express",
      'import { admin } from "./guards.js";\nimport { auth as login } from "./auth.js";\nimport express',
    );
  }),
  sound("the handler in a variable, in its own router", "express-ts", (p) => {
    p.replace(
      "src/server.ts",
      'app.use("/auth", auth.handler)',
      'const { handler: signIn } = auth;\napp.use("/auth", signIn)',
    );
  }),
  sound("dotenv", "express-ts", (p) => {
    p.replace("src/auth.ts", /^if \(existsSync.*$/m, "");
    p.replace("src/server.ts", "import express", 'import "dotenv/config";\nimport express');
    dependency(p, "dotenv");
  }),
  sound(
    "a careful redirect callback",
    "express-ts",
    option(
      'callbacks: {\n    redirect({ url, baseUrl }) {\n      if (url.startsWith("/")) return baseUrl + url;\n      return new URL(url).origin === baseUrl ? url : baseUrl;\n    },\n  },',
    ),
  ),
  sound("two clients of one provider", "express-ts", (p) =>
    p.replace("src/auth.ts", "[GitHub]", '[GitHub, GitHub({ id: "work", clientId: process.env.WORK_ID })]'),
  ),
  sound("a provider with its issuer in the options", "express-ts", (p) => {
    p.replace(
      "src/auth.ts",
      "import GitHub",
      'import Keycloak from "authwright/providers/keycloak";\nimport GitHub',
    );
    p.replace(
      "src/auth.ts",
      "[GitHub]",
      '[GitHub, Keycloak({ issuer: "https://id.example.com/realms/a", clientId: "shop", clientSecret: process.env.KC })]',
    );
  }),
  sound("mail with a store", "express-ts", (p) => {
    p.replace(
      "src/auth.ts",
      "import GitHub",
      'import Resend from "authwright/providers/resend";\nimport { store } from "./store.js";\nimport GitHub',
    );
    p.replace("src/auth.ts", "[GitHub],", "[GitHub, Resend],\n  adapter: store,");
    p.write("src/store.ts", "export const store = {};\n");
    p.append(".env", "AUTH_RESEND_KEY=re_1a2b3c\n");
  }),
  sound(
    "cookies for another site, made secure",
    "express-ts",
    option('cookies: { sessionToken: { options: { sameSite: "none", secure: true } } },'),
  ),
  sound(
    "a month and no debug in production",
    "express-ts",
    option('session: { maxAge: 30 * 24 * 60 * 60 },\n  debug: process.env.NODE_ENV === "development",'),
  ),
  sound("dangerous words in comments and texts", "express-ts", (p) =>
    p.append(
      "src/auth.ts",
      '// debug: true, skipCSRFCheck, secret: "abc", useSecureCookies: false\nexport const help = "never set allowDangerousEmailAccountLinking: true";\n',
    ),
  ),
  sound("options of another library with the same names", "express-ts", (p) =>
    p.write(
      "src/mailer.ts",
      'export const mailer = { debug: true, secret: "only-a-name", cookies: { sessionToken: { options: { secure: false } } } };\n',
    ),
  ),
  sound("adapters of the other library", "express-ts", (p) => {
    p.replace("src/auth.ts", "import GitHub", 'import PgAdapter from "@auth/pg-adapter";\nimport GitHub');
    p.replace("src/auth.ts", "[GitHub],", "[GitHub],\n  adapter: PgAdapter(pool),");
    dependency(p, "@auth/pg-adapter");
  }),
  sound("a configuration made by a function of the request", "next-16", (p) => {
    p.replace("auth.ts", "FrameworkAuth({", "FrameworkAuth(() => ({");
    p.replace("auth.ts", /\}\)(;?)\s*$/, "}))$1\n");
  }),
  sound("a component of the same name", "next-16", (p) => {
    p.write("components/auth.tsx", "export const Frame = () => <p>in</p>;\n");
    p.write(
      "app/menu.tsx",
      '"use client";\nimport { Frame } from "@/components/auth";\n\nexport const Menu = () => <Frame />;\n',
    );
  }),
  sound("handlers of something else", "next-16", (p) =>
    p.write(
      "app/api/upload/route.ts",
      'import { handlers } from "@/lib/upload";\n\nexport const { GET } = handlers;\n',
    ),
  ),
  sound("requests to private paths of others", "express-ts", (p) =>
    p.write(
      "src/client.ts",
      'import axios from "axios";\n// for the session of express\nexport const load = () => axios.get("/admin", { timeout: 1 });\nexport const save = () => axios.post("/notes", {});\n',
    ),
  ),
  sound("handlers and routers in other files", "express-ts", (p) => {
    p.write("src/notes.ts", "export async function saveNote(req, res) {\n  res.json(req.auth.user);\n}\n");
    p.write(
      "src/admin.ts",
      'import { Router } from "express";\n\nexport const admin = Router();\nadmin.get("/dashboard", (_req, res) => res.send("numbers"));\nadmin.post("/users", (_req, res) => res.send("made"));\n',
    );
    p.replace(
      "src/server.ts",
      "app.listen(",
      'app.post("/notes", saveNote);\napp.use("/admin", auth.require(), admin);\n\napp.listen(',
    );
  }),
  sound("one provider under a name of its own", "express-ts", (p) => {
    p.replace("src/auth.ts", "[GitHub]", '[GitHub({ id: "work" })]');
    p.replace(".env", /AUTH_GITHUB_/g, "AUTH_WORK_");
  }),
  sound("a repository that ignores the file", "express-ts", (p) => {
    p.git("init", "-q");
    p.git("add", "-A");
    p.git("commit", "-qm", "all of it");
  }),
  // Other servers
  ...(["hono-ts", "koa-js", "node-ts"] as const).map((base) =>
    sound("a deployment that says which proxies to trust", base, (p) =>
      p.write("fly.toml", '[env]\nAUTH_URL = "https://app.example.com"\nTRUST_PROXY = "1"\n'),
    ),
  ),
  sound("GET and POST of Hono in one line", "hono-ts", (p) =>
    p.replace("src/index.ts", "app.all('/auth/*'", "app.on(['GET', 'POST'], '/auth/*'"),
  ),
  sound("guards of whole paths and routers", "hono-js", (p) =>
    p.replace(
      "server.js",
      'app.route("/notes", notes);',
      'app.use("/admin/*", auth.require({ role: "admin" }));\napp.get("/admin/users", (c) => c.text("users"));\napp.route("/notes", notes);',
    ),
  ),
  sound("guards of whole paths and of one route, and middleware that reads a body", "h3-ts", (p) =>
    p.replace(
      "src/server.ts",
      'app.get("/", () => "Hello h3!");',
      'app.use("/admin/**", auth.require({ role: "admin" }));\napp.get("/admin/users", () => "users");\napp.get("/settings", () => "mine", { middleware: [auth.require()] });\napp.get("/**", () => "everything else");\napp.use(async (event) => {\n  console.log(await event.req.clone().json());\n});',
    ),
  ),
  sound("pages that the hooks guard, and one that is prerendered beside them", "sveltekit-ts", (p) => {
    p.write("src/routes/admin/+page.svelte", "<h1>Admin</h1>\n");
    p.write("src/routes/admin/+page.server.ts", "export const load = () => ({ orders: 3 });\n");
    p.write("src/routes/admin/all/+page.svelte", "<h1>All</h1>\n");
    p.write(
      "src/routes/admin/all/+layout.server.ts",
      "export const load = ({ url }) => ({ at: url.pathname });\n",
    );
    p.write("src/routes/admin/own/+page.svelte", "<h1>Own</h1>\n");
    p.write("src/routes/admin/own/+page.server.ts", "export { load } from '$lib/server/own';\n");
    p.write("src/routes/about/+page.svelte", "<h1>About</h1>\n");
    p.write("src/routes/about/+page.ts", "export const prerender = true;\n");
    p.write(
      "src/hooks.server.ts",
      "import { sequence } from '@sveltejs/kit/hooks';\nimport { auth } from '$lib/server/auth';\n\nexport const handle = sequence(auth.handle, auth.require({ path: '/admin' }));\n",
    );
  }),
  sound("pages that the hooks guard, in an app without code in the browser", "sveltekit-ts", (p) => {
    p.write("src/routes/admin/+page.svelte", "<h1>Admin</h1>\n");
    p.write("src/routes/+layout.ts", "export const csr = false;\n");
    p.write(
      "src/hooks.server.ts",
      "import { sequence } from '@sveltejs/kit/hooks';\nimport { auth } from '$lib/server/auth';\n\nexport const handle = sequence(auth.handle, auth.require({ path: '/admin' }));\n",
    );
  }),
  sound("hooks that pass handle on from the configuration", "sveltekit-ts", (p) => {
    p.append("src/lib/server/auth.ts", "\nexport const { handle } = auth;\n");
    p.write("src/hooks.server.ts", "export { handle } from '$lib/server/auth';\n");
  }),
  sound("hooks that pass everything on from the configuration", "sveltekit-ts", (p) => {
    p.append("src/lib/server/auth.ts", "\nexport const { handle } = auth;\n");
    p.write("src/hooks.server.ts", "export * from './lib/server/auth';\n");
  }),
  sound("pages that middleware of the app's own guards", "nuxt-ts", (p) => {
    const guard =
      "export default defineNuxtRouteMiddleware(() => {\n  const { status } = useAuth()\n  if (status.value !== 'authenticated') return navigateTo('/sign-in')\n})\n";
    p.write("app/middleware/signed-in.ts", guard);
    p.write("app/middleware/staff/index.ts", guard);
    const page = (middleware: string) =>
      `<script setup lang="ts">\ndefinePageMeta({ middleware: ${middleware} })\n</script>\n<template><p>x</p></template>\n`;
    p.write("app/pages/admin.vue", page("'signed-in'"));
    p.write("app/pages/settings.vue", page("['signed-in']"));
    p.write("app/pages/account.vue", page("['staff']"));
    p.write(
      "app/pages/billing.vue",
      page("[() => { if (!useAuth().data.value) return navigateTo('/sign-in') }]"),
    );
  }),
  sound("pages behind one middleware for all of them", "nuxt-ts", (p) => {
    p.write(
      "app/middleware/auth.global.ts",
      "export default defineNuxtRouteMiddleware((to) => {\n  if (to.path.startsWith('/admin') && useAuth().status.value !== 'authenticated') return navigateTo('/sign-in')\n})\n",
    );
    p.write("app/pages/admin.vue", "<template><p>x</p></template>\n");
  }),
  sound("types of the configuration in a component", "sveltekit-ts", (p) =>
    p.write(
      "src/routes/+page.svelte",
      "<script lang='ts'>\n\timport type { auth } from '$lib/server/auth';\n\tlet one: typeof auth | undefined;\n</script>\n{one}\n",
    ),
  ),
  sound("routes behind middleware that guards their path", "nitro-ts", (p) => {
    p.write(
      "middleware/admin.ts",
      'import { auth } from "../auth";\n\nexport default auth.require({ path: "/admin", role: "admin" });\n',
    );
    p.write("routes/admin/[id].get.ts", 'export default () => "x";\n');
  }),
  sound(
    "pages and routes behind a rule, a guarded page, and what else a configuration says",
    "nuxt-ts",
    (p) => {
      p.replace(
        "nuxt.config.ts",
        "modules:",
        "runtimeConfig: { apiSecret: '', public: { shop: 'x' } },\n  routeRules: { '/admin/**': { auth: { role: 'admin' }, swr: 60 }, '/api/admin/**': { auth: true }, '/about': { prerender: true } },\n  modules:",
      );
      p.write("app/pages/admin/[id].vue", "<template><p>one</p></template>\n");
      p.write("app/pages/about.vue", "<template><p>we</p></template>\n");
      p.write(
        "app/pages/settings.vue",
        '<script setup lang="ts">\ndefinePageMeta({ auth: { maxAge: 600 } })\n</script>\n<template><p>mine</p></template>\n',
      );
      p.write("server/api/admin/users.get.ts", "export default defineEventHandler(() => 'x')\n");
      p.write(
        "server/api/me.get.ts",
        "import { auth } from '../auth'\n\nexport default defineEventHandler((event) => auth.require(event))\n",
      );
    },
  ),
  sound("guards of a whole controller, of the app's own, and for everything", "nest12-ts", (p) => {
    p.replace("src/app.controller.ts", "@Controller()", "@UseGuards(RolesGuard)\n@Controller('admin')");
    p.replace(
      "src/main.ts",
      "  await app.listen",
      "  app.useGlobalGuards(app.get(AuthGuard));\n  await app.listen",
    );
    p.write(
      "src/settings.controller.ts",
      "import { Controller, Get } from '@nestjs/common';\n\n@Controller('settings')\nexport class SettingsController {\n  @Get()\n  mine() {}\n}\n",
    );
  }),
  sound("a guard as a hook of a scope", "fastify-ts", (p) =>
    p.write(
      "src/products.ts",
      'import type { FastifyPluginAsync } from "fastify";\nimport { auth } from "./auth.js";\n\nexport const products: FastifyPluginAsync = async (app) => {\n  app.addHook("preHandler", auth.require());\n  app.get("/account/orders", async () => []);\n};\n',
    ),
  ),
  sound("the same prefix in the configuration", "fastify-ts", (p) =>
    p.replace("src/auth.ts", "providers: [GitHub],", 'providers: [GitHub],\n  basePath: "/auth",'),
  ),
  sound("a guarded route of a router", "koa-ts", (p) => {
    p.replace(
      "src/app.ts",
      'router.get("/", ',
      'router.get("/admin", auth.require({ role: "admin" }), (ctx) => {\n  ctx.body = "x";\n});\n\nrouter.get("/", ',
    );
  }),
  sound("a listener that asks for the endpoints itself", "node-ts", (p) => {
    p.replace("src/server.ts", "import { withAuth }", "import { auth }");
    p.replace(
      "src/server.ts",
      "createServer(withAuth((req, res) => {",
      'createServer((req, res) => {\n  if (req.url?.startsWith("/auth/")) return void auth.handler(req, res);',
    );
    p.replace("src/server.ts", "}));", "});");
  }),
];
