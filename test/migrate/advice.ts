// data file
/**
 * Every text that `auth migrate` gives a person to write: an app where it appears, and what somebody does who follows it.
 * `says` is a part of the text, with "…" for what differs; `copied` are lines that are taken over as they stand there.
 */
export type Files = Readonly<Record<string, string>>;

/** Changes that a person makes: a file and what becomes of it; null takes it away. */
export type Change =
  | readonly [file: string, from: string, to: string]
  | readonly [file: string, text: string | null];

export interface Followed {
  readonly says: string;
  readonly copied?: readonly string[];
  /** Over the app of `base`. */
  readonly files: Files;
  readonly base?: "next" | "express" | "bare";
  /** Where it is listed. */
  readonly at: string;
  readonly changes: readonly Change[];
  /** Why no code shows whether it is done: said by the first run alone. */
  readonly saidOnce?: string;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const dependencies = { next: "^15.4.0", "next-auth": "^4.24.7", react: "^19.0.0" };

const manifest = (more: object): string => json({ name: "app", private: true, dependencies, ...more });

const options = (members: string, head = ""): string =>
  `import type { NextAuthOptions } from "next-auth";\n${head}\nexport const authOptions: NextAuthOptions = {\n${members}\n};\n`;

const credentials = (body: string, head = ""): string =>
  options(
    `  providers: [\n    Credentials({\n      credentials: { email: {}, password: {} },\n      async authorize(credentials, req) {\n${body}\n        return null;\n      },\n    }),\n  ],`,
    `import Credentials from "next-auth/providers/credentials";\n${head}`,
  );

const provider = (members: string): string =>
  options(
    `  providers: [\n    {\n      id: "own",\n      name: "Own",\n      type: "oauth",\n      clientId: "a",\n${members}\n      profile: (profile) => ({ id: profile.sub }),\n    },\n  ],`,
  );

export const bases: Readonly<Record<NonNullable<Followed["base"]>, Files>> = {
  next: {
    "package.json": manifest({}),
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }\n',
    "lib/auth.ts": options("  providers: [],"),
    "app/api/auth/[...nextauth]/route.ts":
      'import NextAuth from "next-auth";\nimport { authOptions } from "@/lib/auth";\n\nconst handler = NextAuth(authOptions);\nexport { handler as GET, handler as POST };\n',
    "app/page.tsx":
      'import { getServerSession } from "next-auth";\nimport { authOptions } from "@/lib/auth";\n\nexport default async function Page() {\n  return (await getServerSession(authOptions))?.user?.name;\n}\n',
  },
  express: {
    "package.json": json({
      name: "app",
      type: "module",
      dependencies: { "@auth/express": "^0.12.3", express: "^5.1.0" },
    }),
  },
  bare: { "package.json": manifest({}), "tsconfig.json": "{}\n" },
};

const express = (members: string): Files => ({
  "auth.js": `import { ExpressAuth } from "@auth/express";\nimport Resend from "@auth/express/providers/resend";\nimport Passkey from "@auth/express/providers/passkey";\n\nexport const options = {\n${members}\n};\nexport const auth = ExpressAuth(options);\n`,
});

const guard = (text: string): Files => ({
  "middleware.ts": `import { withAuth } from "next-auth/middleware";\n${text}\n`,
});

const client = (text: string): Files => ({
  "lib/auth.ts": credentials('        throw new Error("second factor");'),
  "app/form.ts": `import { signIn } from "next-auth/react";\n\nexport async function submit() {\n${text}\n}\n`,
});

const names = (name: string, type: string): Files => ({
  "lib/names.ts": `import type { ${name} } from "next-auth/${type}";\n\nexport type Own = ${name};\n`,
});

/** Names that are types alone, with what takes their place. */
const typeRows = (
  [
    ["AppProvider", "providers", "Provider", "next/providers"],
    ["AppProviders", "providers", "Provider[]", "next/providers"],
    ["BuiltInProviderType", "providers", "string", undefined],
    ["EmailUserConfig", "providers/email", "NodemailerUserConfig", "providers/nodemailer"],
    ["ISODateString", "index", "string", undefined],
    ["LiteralUnion", "react", "string", undefined],
    ["RedirectableProviderType", "providers", "string", undefined],
    ["SessionStrategy", "index", '"jwt" | "database"', undefined],
  ] as const
).map(([name, module, type, from]): Followed => {
  const specifier = module === "index" ? "next-auth" : `next-auth/${module}`;
  const text = names(name, module)["lib/names.ts"]?.replace(`next-auth/${module}`, specifier) ?? "";
  const plain = type.replace("[]", "");
  const head =
    from === undefined ? "" : `import type { ${plain} } from "authwright/${from.replace("next/", "")}";\n\n`;
  return {
    says: type,
    copied: [type],
    files: { "lib/names.ts": text },
    at: "lib/names.ts",
    changes: [["lib/names.ts", `${head}export type Own = ${type};\n`]],
  };
});

export const followed: readonly Followed[] = [
  // Packages
  {
    says: "replace it by what does without …, or try it: … stays installed beside, for it alone",
    files: {
      "package.json": manifest({ dependencies: { ...dependencies, "passkeys-of-4": "^1.0.0" } }),
      "node_modules/passkeys-of-4/package.json": json({
        name: "passkeys-of-4",
        peerDependencies: { "next-auth": "^4" },
      }),
    },
    at: "package.json",
    changes: [["package.json", ',\n    "passkeys-of-4": "^1.0.0"', ""]],
  },
  ...[
    { overrides: { "next-auth": { nodemailer: "^7" } } },
    { resolutions: { "**/next-auth": "4.24.5" } },
    { pnpm: { patchedDependencies: { "next-auth@4.24.7": "patches/a.patch" } } },
  ].map((more): Followed => ({
    says: "take the entry out",
    files: { "package.json": manifest(more) },
    at: "package.json",
    changes: [["package.json", manifest({})]],
  })),
  {
    says: "repair it and run auth migrate again",
    files: { "lib/broken.ts": 'import { getServerSession } from "next-auth";\nconst = 1;\n' },
    at: "lib/broken.ts",
    changes: [["lib/broken.ts", "const = 1;\n", ""]],
  },
  {
    says: "move it to __mocks__/authwright/react.ts",
    copied: [],
    files: { "__mocks__/next-auth/react.ts": "export const useSession = () => ({});\n" },
    at: "__mocks__/next-auth/react.ts",
    changes: [
      ["__mocks__/next-auth/react.ts", null],
      ["__mocks__/authwright/react.ts", "export const useSession = () => ({});\n"],
    ],
  },
  {
    says: "name nothing of next-auth here, then run auth migrate again",
    files: {
      "package.json": manifest({ dependencies: { ...dependencies, "@simplewebauthn/server": "^9.0.2" } }),
      "lib/keeps.ts": 'import { anything } from "next-auth/lib/internal";\nexport const kept = anything;\n',
    },
    at: "lib/keeps.ts",
    changes: [["lib/keeps.ts", "export const kept = 1;\n"]],
  },
  {
    says: 'cookie "authjs.session-token" (https: "__Secure-authjs.session-token"); HKDF',
    copied: ["authjs.session-token", "Auth.js Generated Encryption Key ("],
    files: {
      "worker.py": 'COOKIE = "next-auth.session-token"\nINFO = b"NextAuth.js Generated Encryption Key"\n',
    },
    at: "worker.py",
    changes: [
      ["worker.py", "next-auth.session-token", "authjs.session-token"],
      [
        "worker.py",
        "NextAuth.js Generated Encryption Key",
        "Auth.js Generated Encryption Key (authjs.session-token)",
      ],
    ],
  },

  // What is stricter
  {
    says: "AUTH_URL=https://app.example.com, or your hosts in place of true: …",
    copied: ["AUTH_URL=https://app.example.com"],
    base: "express",
    files: { ...express("  providers: [Resend],"), ".env": "AUTH_TRUST_HOST=true\n" },
    at: ".env",
    changes: [[".env", "AUTH_TRUST_HOST=true\nAUTH_URL=https://app.example.com\n"]],
  },
  {
    says: "or your hosts in place of true: …",
    copied: ["AUTH_TRUST_HOST=app.example.com"],
    base: "express",
    files: { ...express("  providers: [Resend],"), ".env": "AUTH_TRUST_HOST=true\n" },
    at: ".env",
    changes: [[".env", "AUTH_TRUST_HOST=app.example.com\n"]],
  },
  {
    says: "on the proxy …",
    copied: ['AUTH_REDIRECT_PROXY_ORIGINS="https://*.preview.example.com"'],
    base: "express",
    files: { ...express("  providers: [],"), ".env": "AUTH_REDIRECT_PROXY_URL=https://a.example/auth\n" },
    at: ".env",
    changes: [
      [
        ".env",
        "https://a.example/auth\n",
        'https://a.example/auth\nAUTH_REDIRECT_PROXY_ORIGINS="https://*.preview.example.com"\n',
      ],
    ],
  },
  {
    says: "or redirectProxyUrl: { url, origins }",
    base: "express",
    files: express('  providers: [],\n  redirectProxyUrl: "https://a.example/auth",'),
    at: "auth.js",
    changes: [
      [
        "auth.js",
        '"https://a.example/auth"',
        '{ url: "https://a.example/auth", origins: ["https://*.example.com"] }',
      ],
    ],
  },
  {
    says: "allowSignUp: true, if anybody may",
    copied: ["allowSignUp: true"],
    base: "express",
    files: express("  providers: [Passkey],"),
    at: "auth.js",
    changes: [["auth.js", "[Passkey]", "[Passkey({ allowSignUp: true })]"]],
  },
  ...["secureCookie: false", 'cookieName: "authjs.session-token"'].map((member): Followed => ({
    says: "secureCookie: false, or cookieName: the name that your options have",
    base: "express",
    files: {
      ...express('  providers: [],\n  cookies: { sessionToken: { name: "authjs.session-token" } },'),
      "token.js":
        'import { getToken } from "@auth/core/jwt";\nexport const t = (req) => getToken({ req });\n',
    },
    at: "token.js",
    changes: [["token.js", "{ req }", `{ req, ${member} }`]],
  })),
  {
    says: "name what the page needs",
    copied: ["return { expires: session.expires, user: { name: user.name, plan: user.plan } }"],
    base: "express",
    files: express(
      "  adapter: store(),\n  providers: [],\n  callbacks: { session: ({ session }) => session },",
    ),
    at: "auth.js",
    changes: [
      [
        "auth.js",
        "({ session }) => session",
        "({ session, user }) => { return { expires: session.expires, user: { name: user.name, plan: user.plan } }; }",
      ],
    ],
  },
  {
    says: "getAccount(providerAccountId, provider) finds the accounts of all providers",
    copied: ["getAccount(providerAccountId, provider)"],
    saidOnce: "which accounts it finds is told by the store's rows, not by its code",
    base: "express",
    files: {
      ...express("  providers: [],"),
      "store.js":
        'import "@auth/core/adapters";\nexport const store = {\n  linkAccount: (one) => one,\n  getAccount(id) {\n    return keys.get(id);\n  },\n};\n',
    },
    at: "store.js",
    changes: [
      [
        "store.js",
        "getAccount(id) {\n    return keys.get(id);",
        "getAccount(providerAccountId, provider) {\n    return accounts.get(provider, providerAccountId);",
      ],
    ],
  },
  {
    says: "nothing; or false, and people add accounts while they are signed in",
    base: "express",
    files: express("  providers: [Google({ allowDangerousEmailAccountLinking: true })],"),
    at: "auth.js",
    changes: [["auth.js", "Linking: true", "Linking: false"]],
  },
  ...["randomUUID()", 'randomBytes(32).toString("hex")'].map((made): Followed => ({
    says: "send the address beside the code, or make a longer one",
    base: "express",
    files: express("  providers: [Resend({ generateVerificationToken: () => six() })],"),
    at: "auth.js",
    changes: [["auth.js", "six()", `crypto.${made}`]],
  })),

  // Where the options stand
  {
    says: "NextAuth(second) in a file of its own",
    copied: ["NextAuth(second)"],
    files: {
      "lib/auth.ts": `${options("  providers: [],")}export const second: NextAuthOptions = { providers: [] };\n`,
      "app/two.tsx":
        'import { getServerSession } from "next-auth";\nimport { second } from "@/lib/auth";\n\nexport const two = () => getServerSession(second);\n',
    },
    at: "app/two.tsx",
    changes: [
      [
        "lib/second.ts",
        'import NextAuth, { type NextAuthConfig } from "authwright/next";\n\nexport const second: NextAuthConfig = { providers: [] };\nexport const { handlers, auth } = NextAuth(second);\n',
      ],
      ["app/two.tsx", 'import { auth } from "@/lib/second";\n\nexport const two = () => auth();\n'],
    ],
  },
  {
    says: "move the options and NextAuth(options) into src/auth.ts, and export const { GET, POST } = handlers here",
    copied: ["export const { GET, POST } = handlers"],
    base: "bare",
    files: {
      "src/auth.ts": "export const taken = 1;\n",
      "src/app/api/auth/[...nextauth]/route.ts": `import NextAuth from "next-auth";\n${options("  providers: [],")}const handler = NextAuth(authOptions);\nexport { handler as GET, handler as POST };\n`,
      "src/app/page.tsx":
        'import { getServerSession } from "next-auth";\nimport { authOptions } from "./api/auth/[...nextauth]/route";\n\nexport default () => getServerSession(authOptions);\n',
    },
    at: "src/app/api/auth/[...nextauth]/route.ts",
    changes: [
      [
        "src/auth.ts",
        `import NextAuth, { type NextAuthConfig } from "authwright/next";\n\nexport const options: NextAuthConfig = { providers: [] };\nexport const { handlers, auth } = NextAuth(options);\n`,
      ],
      [
        "src/app/api/auth/[...nextauth]/route.ts",
        'import { handlers } from "../../../../auth";\n\nexport const { GET, POST } = handlers;\n',
      ],
      ["src/app/page.tsx", 'import { auth } from "../auth";\n\nexport default () => auth();\n'],
    ],
  },
  {
    says: "const { handlers, auth } = NextAuth(authOptions), in module.exports too",
    copied: ["const { handlers, auth } = NextAuth(authOptions)"],
    base: "bare",
    files: {
      "lib/auth.js":
        'const GitHub = require("next-auth/providers/github");\n\nconst authOptions = { providers: [] };\nmodule.exports = { authOptions };\n',
      "app/page.js":
        'import { getServerSession } from "next-auth";\nimport { authOptions } from "../lib/auth";\n\nexport default () => getServerSession(authOptions);\n',
    },
    at: "lib/auth.js",
    changes: [
      [
        "lib/auth.js",
        'const NextAuth = require("authwright/next").default;\n\nconst authOptions = { providers: [] };\nconst { handlers, auth } = NextAuth(authOptions);\nmodule.exports = { authOptions, handlers, auth };\n',
      ],
      ["app/page.js", 'import { auth } from "../lib/auth";\n\nexport default () => auth();\n'],
    ],
  },
  {
    says: "export const { handlers, auth, signIn, signOut } = NextAuth(authOptions) in place of it",
    copied: ["export const { handlers, auth, signIn, signOut } = NextAuth(authOptions)"],
    files: { "lib/auth.ts": `${options("  providers: [],")}export const auth = 1;\n` },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        'import NextAuth, { type NextAuthConfig } from "authwright/next";\n\nexport const authOptions: NextAuthConfig = { providers: [] };\nexport const { handlers, auth, signIn, signOut } = NextAuth(authOptions);\n',
      ],
    ],
  },

  // Where modules are named
  {
    says: "mock the file that calls NextAuth: { auth: … }",
    files: {
      "tests/me.test.ts":
        'jest.mock("next-auth/next", () => ({ getServerSession: jest.fn() }));\nimport { getServerSession } from "next-auth/next";\n\n(getServerSession as jest.Mock).mockResolvedValue(null);\n',
    },
    at: "tests/me.test.ts",
    changes: [
      [
        "tests/me.test.ts",
        'jest.mock("../lib/auth", () => ({ auth: jest.fn() }));\nimport { auth } from "../lib/auth";\n\n(auth as jest.Mock).mockResolvedValue(null);\n',
      ],
    ],
  },
  {
    says: "authwright/react",
    copied: ["authwright/react"],
    files: {
      "jest.config.js":
        'module.exports = { moduleNameMapper: { "^next-auth/react$": "x" }, keeps: ["next-auth/react"] };\n',
    },
    at: "jest.config.js",
    changes: [
      [
        "jest.config.js",
        'module.exports = { moduleNameMapper: { "^authwright/react$": "x" }, keeps: ["authwright/react"] };\n',
      ],
    ],
  },
  {
    says: 'declare module "authwright"',
    copied: ['declare module "authwright"'],
    files: {
      "types/more.d.ts":
        'import "next-auth";\n\ndeclare module "next-auth/providers" {\n  interface Session {\n    plan: string;\n  }\n}\n',
    },
    at: "types/more.d.ts",
    changes: [["types/more.d.ts", 'declare module "next-auth/providers"', 'declare module "authwright"']],
  },
  {
    says: 'getToken, Session from "authwright/jwt" and others',
    files: {
      "lib/two.js":
        'const { getToken, Session } = require("next-auth/jwt");\nmodule.exports = { getToken, Session };\n',
    },
    at: "lib/two.js",
    changes: [
      ["lib/two.js", 'const { getToken } = require("authwright/jwt");\nmodule.exports = { getToken };\n'],
    ],
  },
  {
    says: "describe it in the providers list: …",
    copied: ['{ id: "nowhere", name: "', 'type: "oidc", issuer: "'],
    files: {
      "lib/auth.ts": options(
        '  providers: [Own({ clientId: "a", clientSecret: "b" })],',
        'import Own from "next-auth/providers/nowhere";\n',
      ),
    },
    at: "lib/auth.ts",
    changes: [
      ["lib/auth.ts", 'import Own from "next-auth/providers/nowhere";\n', ""],
      [
        "lib/auth.ts",
        'Own({ clientId: "a", clientSecret: "b" })',
        '{ id: "nowhere", name: "Nowhere", type: "oidc", issuer: "https://nowhere.example", clientId: "a", clientSecret: "b" }',
      ],
    ],
  },
  {
    says: 'take what you need from "authwright"',
    files: {
      "lib/own.ts": 'import type { Session } from "next-auth/lib/internal";\n\nexport type Own = Session;\n',
    },
    at: "lib/own.ts",
    changes: [["lib/own.ts", '"next-auth/lib/internal"', '"authwright"']],
  },
  {
    says: 'do without it, or look in "authwright"',
    files: {
      "lib/own.ts":
        'import type { InternalOptions } from "next-auth";\n\nexport type Own = InternalOptions;\n',
    },
    at: "lib/own.ts",
    changes: [["lib/own.ts", "export type Own = unknown;\n"]],
  },
  ...["getServerSession", "unstable_getServerSession"].map((name): Followed => ({
    says: "auth, from the file that calls NextAuth; a test mocks that file: { auth: … }",
    files: {
      "lib/session.ts": `export async function session() {\n  const { ${name} } = await import("next-auth");\n  return ${name}();\n}\n`,
    },
    at: "lib/session.ts",
    changes: [["lib/session.ts", 'import { auth } from "./auth";\n\nexport const session = () => auth();\n']],
  })),
  ...typeRows,
  {
    says: "NextMiddleware of next/server",
    files: {
      "lib/names.ts":
        'import type { NextMiddlewareWithAuth } from "next-auth/middleware";\n\nexport type Own = NextMiddlewareWithAuth;\n',
    },
    at: "lib/names.ts",
    changes: [
      [
        "lib/names.ts",
        'import type { NextMiddleware } from "next/server";\n\nexport type Own = NextMiddleware;\n',
      ],
    ],
  },

  // authorize
  {
    says: 'headers.get("user-agent") in place of headers["user-agent"]; …',
    copied: ['headers.get("user-agent")'],
    files: {
      "lib/auth.ts": credentials('        const { headers } = req;\n        log(headers["user-agent"]);'),
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        'const { headers } = req;\n        log(headers["user-agent"]);',
        'log(req.headers.get("user-agent"));',
      ],
    ],
  },
  {
    says: 'typeof credentials.email === "string", or a schema',
    copied: ['typeof credentials.email === "string"'],
    files: { "lib/auth.ts": credentials("        find(credentials.email);") },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        "find(credentials.email);",
        'if (typeof credentials.email === "string") find(String(credentials.email));',
      ],
    ],
  },
  {
    says: "String(user.id): …",
    copied: ["String(user.id)"],
    files: {
      "lib/auth.ts": options(
        "  providers: [],\n  callbacks: {\n    async jwt({ token, user }) {\n      if (user) token.plan = await planOf(user.id);\n      return token;\n    },\n  },",
      ),
    },
    at: "lib/auth.ts",
    changes: [["lib/auth.ts", "planOf(user.id)", "planOf(String(user.id))"]],
  },

  // Cookies
  {
    says: '"authjs.session-token" beside it: …',
    copied: ['"authjs.session-token"'],
    files: { "lib/names.ts": 'export const cookie = "next-auth.session-token";\n' },
    at: "lib/names.ts",
    changes: [
      ["lib/names.ts", 'export const cookies = ["authjs.session-token", "next-auth.session-token"];\n'],
    ],
  },

  // What is read differently
  {
    says: "default: () => ({ handlers: { GET, POST }, auth, signIn, signOut })",
    copied: ["default: () => ({ handlers: { GET, POST }, auth, signIn, signOut })"],
    files: { "tests/route.test.ts": 'vi.mock("next-auth", () => ({ default: () => () => undefined }));\n' },
    at: "tests/route.test.ts",
    changes: [
      [
        "tests/route.test.ts",
        "default: () => () => undefined",
        "default: () => ({ handlers: { GET, POST }, auth, signIn, signOut })",
      ],
    ],
  },
  {
    says: "error(error), warn(code), debug(message, metadata)",
    copied: ["error(error)", "warn(code)", "debug(message, metadata)"],
    files: {
      "lib/auth.ts": options(
        "  providers: [],\n  logger: {\n    error(code, metadata) {\n      report(code, metadata);\n    },\n  },",
      ),
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        "error(code, metadata) {\n      report(code, metadata);\n    },",
        "error(error) {\n      report(error);\n    },\n    warn(code) {},\n    debug(message, metadata) {},",
      ],
    ],
  },
  {
    says: "[customFetch]: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })",
    copied: ["[customFetch]: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })"],
    files: { "lib/auth.ts": provider("      httpOptions: { timeout: 10_000 },") },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        "httpOptions: { timeout: 10_000 }",
        "[customFetch]: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })",
      ],
    ],
  },
  {
    says: "null for the page, …",
    files: {
      "pages/login.tsx":
        'import { getCsrfToken } from "next-auth/react";\n\nexport const getServerSideProps = async (context: never) => ({ props: { csrfToken: await getCsrfToken(context) } });\n',
    },
    at: "pages/login.tsx",
    changes: [
      [
        "pages/login.tsx",
        "export const getServerSideProps = async () => ({ props: { csrfToken: null } });\n",
      ],
    ],
  },
  {
    says: "await auth(context) on the server",
    copied: ["await auth(context)"],
    files: {
      "pages/me.tsx":
        'import { getSession } from "next-auth/react";\n\nexport const getServerSideProps = async (context: never) => ({ props: { session: await getSession(context) } });\n',
    },
    at: "pages/me.tsx",
    changes: [
      [
        "pages/me.tsx",
        'import { auth } from "../lib/auth";\n\nexport const getServerSideProps = async (context: never) => ({ props: { session: await auth(context) } });\n',
      ],
    ],
  },
  {
    says: "session?.user in place of session.user, session !== null in place of a count of its keys",
    copied: ["session?.user"],
    files: {
      "lib/asks.ts":
        'export async function isIn() {\n  const session = await (await fetch("http://app/api/auth/session")).json();\n  return Boolean(session.user);\n}\n',
    },
    at: "lib/asks.ts",
    changes: [["lib/asks.ts", "session.user", "session?.user"]],
  },
  {
    says: "salt, which your own encode and decode of the options get beside token and secret",
    files: {
      "lib/auth.ts": options(
        "  providers: [],\n  jwt: {\n    encode: ({ token, secret }) => encode({ token, secret }),\n  },",
        'import { encode } from "next-auth/jwt";\n',
      ),
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        "({ token, secret }) => encode({ token, secret })",
        "({ token, secret, salt }) => encode({ token, secret, salt })",
      ],
    ],
  },
  {
    says: 'salt: "" for tokens that were handed out, …',
    copied: ['salt: ""'],
    files: {
      "lib/read.ts":
        'import { decode } from "next-auth/jwt";\n\nexport const read = (token: string) => decode({ token, secret: "x" });\n',
    },
    at: "lib/read.ts",
    changes: [["lib/read.ts", 'secret: "x"', 'secret: "x", salt: ""']],
  },
  {
    says: 'salt: "authjs.session-token" where getToken({ req }) reads what is handed out …',
    copied: ['salt: "authjs.session-token"'],
    files: {
      "lib/issue.ts":
        'import { encode } from "next-auth/jwt";\n\nexport const issue = (id: string) => encode({ token: { id }, secret: "x" });\n',
    },
    at: "lib/issue.ts",
    changes: [["lib/issue.ts", 'secret: "x"', 'secret: "x", salt: "authjs.session-token"']],
  },

  // Guards
  {
    says: "await getToken({ req })",
    copied: ["await getToken({ req })"],
    files: {
      ...guard('import { guards } from "./lib/guards";\nexport default withAuth((req) => guards(req));'),
      "lib/guards.ts":
        'import type { NextRequestWithAuth } from "next-auth/middleware";\n\nexport const guards = async (req: NextRequestWithAuth) => req.nextauth.token;\n',
    },
    at: "lib/guards.ts",
    changes: [
      [
        "lib/guards.ts",
        'import { getToken } from "authwright/jwt";\nimport type { NextRequest } from "next/server";\n\nexport const guards = async (req: NextRequest) => await getToken({ req });\n',
      ],
    ],
  },
  {
    says: "export default NextAuth({ providers: [], callbacks: { authorized: ({ auth, request }) => auth !== null } }).auth",
    copied: [
      "export default NextAuth({ providers: [], callbacks: { authorized: ({ auth, request }) => auth !== null } }).auth",
    ],
    files: guard("export default withAuth(...[() => undefined]);"),
    at: "middleware.ts",
    changes: [
      [
        "middleware.ts",
        'import NextAuth from "authwright/next";\n\nexport default NextAuth({ providers: [], callbacks: { authorized: ({ auth, request }) => auth !== null } }).auth;\n',
      ],
    ],
  },
  {
    says: "NextAuth({ providers: [], session, jwt, cookies }).auth with those of your options; …",
    copied: ["NextAuth({ providers: [], session, jwt, cookies }).auth"],
    files: {
      ...guard("export default withAuth({});"),
      "lib/auth.ts": options("  providers: [],\n  session: settings(),"),
    },
    at: "middleware.ts",
    changes: [
      [
        "middleware.ts",
        'import NextAuth from "authwright/next";\nimport { session, jwt, cookies } from "./lib/settings";\n\nexport default NextAuth({ providers: [], session, jwt, cookies }).auth;\n',
      ],
    ],
  },

  // NextAuth()
  {
    says: "NextAuth(authOptions).handlers.pages(req, res) in the Pages Router, …",
    copied: ["NextAuth(authOptions).handlers.pages(req, res)"],
    files: {
      "lib/answer.ts":
        'import NextAuth from "next-auth";\nimport { authOptions } from "./auth";\n\nexport const answer = (req: never, res: never) => NextAuth(req, res, authOptions);\n',
    },
    at: "lib/answer.ts",
    changes: [
      [
        "lib/answer.ts",
        'import NextAuth from "authwright/next";\nimport { authOptions } from "./auth";\n\nexport const answer = (req: never, res: never) => NextAuth(authOptions).handlers.pages(req, res);\n',
      ],
    ],
  },
  {
    says: "NextAuth(authOptions).handlers.pages(req, res) in the Pages Router, .handlers.GET(req) in a route",
    copied: ["NextAuth(authOptions).handlers.pages(req, res)"],
    files: {
      "lib/answer.ts":
        'import NextAuth from "next-auth";\nimport { authOptions } from "./auth";\n\nexport const answer = (req: never, res: never) => NextAuth(authOptions)(req, res);\n',
    },
    at: "lib/answer.ts",
    changes: [
      ["lib/answer.ts", "NextAuth(authOptions)(req, res)", "NextAuth(authOptions).handlers.pages(req, res)"],
    ],
  },
  {
    says: "NextAuth(options)",
    copied: ["NextAuth(options)"],
    files: { "lib/odd.ts": 'import NextAuth from "next-auth";\n\nexport default NextAuth();\n' },
    at: "lib/odd.ts",
    changes: [
      [
        "lib/odd.ts",
        'import NextAuth from "authwright/next";\nconst options = { providers: [] };\n\nexport const { handlers } = NextAuth(options);\n',
      ],
    ],
  },
  {
    says: "const { handlers } = NextAuth(authOptions); export const { GET, POST } = handlers",
    copied: ["const { handlers } = NextAuth(authOptions); export const { GET, POST } = handlers"],
    files: {
      "lib/odd.ts":
        'import NextAuth from "next-auth";\nimport { authOptions } from "./auth";\n\nconst handler = NextAuth(authOptions);\nkeep(handler);\n',
    },
    at: "lib/odd.ts",
    changes: [
      [
        "lib/odd.ts",
        'import NextAuth from "authwright/next";\nimport { authOptions } from "./auth";\n\nconst { handlers } = NextAuth(authOptions); export const { GET, POST } = handlers;\n',
      ],
    ],
  },

  {
    says: "handlers.GET, or handlers.pages in the Pages Router, in place of NextAuth(own)",
    copied: ["handlers.GET"],
    files: {
      "lib/own.ts":
        'import NextAuth, { getServerSession } from "next-auth";\n\nexport const own = { providers: [] };\nexport const handler = NextAuth(own);\nexport const session = () => getServerSession(own);\nkeep(handler);\n',
    },
    at: "lib/own.ts",
    changes: [["lib/own.ts", "handler = NextAuth(own)", "handler = handlers.GET"]],
  },

  // Providers
  {
    says: "the OAuth 2.0 endpoints of the provider",
    files: {
      "lib/auth.ts": provider(
        '      version: "1.0a",\n      authorization: "https://own.example/oauth/authenticate",',
      ),
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        'version: "1.0a",\n      authorization: "https://own.example/oauth/authenticate",',
        'authorization: "https://own.example/oauth2/authorize",\n      token: "https://own.example/oauth2/token",',
      ],
    ],
  },
  {
    says: 'type: "oidc" with issuer: "…"; wellKnown only where it is not below the issuer',
    copied: ['type: "oidc"', 'issuer: "'],
    files: { "lib/auth.ts": provider("      idToken: true,") },
    at: "lib/auth.ts",
    changes: [
      ["lib/auth.ts", "idToken: true,", 'issuer: "https://own.example",'],
      ["lib/auth.ts", 'type: "oauth"', 'type: "oidc"'],
    ],
  },
  {
    says: 'token: { url: "…", params: { … }, conform: async (response) => response }',
    copied: ['token: { url: "', "conform: async (response) => response }"],
    files: { "lib/auth.ts": provider("      token: { request: async () => ({ tokens: {} }) },") },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        "token: { request: async () => ({ tokens: {} }) }",
        'token: { url: "https://own.example/token", params: { a: "b" }, conform: async (response) => response }',
      ],
    ],
  },
  {
    says: 'request: async ({ tokens }) => (await fetch("…", …)).json()',
    copied: [
      'request: async ({ tokens }) => (await fetch("',
      "{ headers: { authorization: `Bearer ${tokens.access_token}` } })).json()",
    ],
    files: {
      "lib/auth.ts": provider(
        "      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens) },",
      ),
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        "request: ({ client, tokens }) => client.userinfo(tokens)",
        'request: async ({ tokens }) => (await fetch("https://own.example/me", { headers: { authorization: `Bearer ${tokens.access_token}` } })).json()',
      ],
    ],
  },
  {
    says: "the client id and secret for OAuth 2.0 of the same app",
    files: {
      "lib/auth.ts": options(
        '  providers: [Twitter({ clientId: "key", clientSecret: "secret" })],',
        'import Twitter from "next-auth/providers/twitter";\n',
      ),
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        'clientId: "key", clientSecret: "secret"',
        'clientId: "id", clientSecret: "other", version: "2.0"',
      ],
    ],
  },

  // Sessions and errors
  {
    says: "auth() of the file that calls NextAuth with them; with a request: auth(req, res)",
    copied: ["auth()"],
    files: {
      "lib/auth.ts": `${options("  providers: [],")}export const auth = 1;\n`,
      "lib/odd.ts":
        'import { getServerSession } from "next-auth";\nimport { authOptions } from "./auth";\n\nexport const who = () => getServerSession(authOptions);\n',
    },
    at: "lib/odd.ts",
    changes: [["lib/odd.ts", 'import { auth } from "./made";\n\nexport const who = () => auth();\n']],
  },
  {
    says: 'return "/api/auth/error?error=…", a path, in place of throwing',
    copied: ['return "/api/auth/error?error='],
    files: {
      "lib/auth.ts": options(
        "  providers: [],\n  callbacks: {\n    signIn({ user }) {\n      throw new Error(reason(user));\n    },\n  },",
      ),
    },
    at: "lib/auth.ts",
    changes: [
      ["lib/auth.ts", "throw new Error(reason(user));", 'return "/api/auth/error?error=AccessDenied";'],
    ],
  },
  {
    says: 'throw Object.assign(new CredentialsSignin(), { code: "…" }); forms read code in place of error',
    copied: ['throw Object.assign(new CredentialsSignin(), { code: "'],
    files: { "lib/auth.ts": credentials('        throw new OwnError("no");') },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/auth.ts",
        'throw new OwnError("no");',
        'throw Object.assign(new CredentialsSignin(), { code: "no" });',
      ],
    ],
  },
  {
    says: 'throw Object.assign(new CredentialsSignin(), { code: "…" }) in lib/checks.ts:2, where it throws a text',
    copied: ['throw Object.assign(new CredentialsSignin(), { code: "'],
    files: {
      "lib/auth.ts": credentials("        check(credentials);", 'import { check } from "./checks";\n'),
      "lib/checks.ts": 'export function check(fields: unknown) {\n  throw new Error("no");\n}\n',
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/checks.ts",
        'import { CredentialsSignin } from "authwright";\n\nexport function check(fields: unknown) {\n  throw Object.assign(new CredentialsSignin(), { code: "no" });\n}\n',
      ],
    ],
  },
  {
    says: 'throw Object.assign(new CredentialsSignin(), { code: "…" }) in lib/checks.ts:2, where it throws a text',
    files: {
      "lib/auth.ts": options(
        "  providers: [Credentials({ credentials: {}, authorize })],",
        'import Credentials from "next-auth/providers/credentials";\nimport { authorize } from "./checks";\n',
      ),
      "lib/checks.ts": 'export function authorize() {\n  throw new Error("no");\n}\n',
    },
    at: "lib/auth.ts",
    changes: [
      [
        "lib/checks.ts",
        'import { CredentialsSignin } from "authwright";\n\nexport function authorize() {\n  throw Object.assign(new CredentialsSignin(), { code: "no" });\n}\n',
      ],
    ],
  },
  {
    says: 'throw Object.assign(new CredentialsSignin(), { code: "…" }) there, where it throws a text',
    saidOnce: "the function is of another package, whose code is not read",
    files: {
      "lib/auth.ts": options(
        "  providers: [Credentials({ credentials: {}, authorize })],",
        'import Credentials from "next-auth/providers/credentials";\nimport { authorize } from "@app/checks";\n',
      ),
    },
    at: "lib/auth.ts",
    changes: [],
  },
  {
    says: "`code` of the address, where error is CredentialsSignin",
    files: {
      ...client("  return signIn();"),
      "app/login.tsx":
        'import { signIn } from "next-auth/react";\nexport { signIn };\nexport const Login = ({ searchParams }: never) => searchParams.error === "second factor";\n',
    },
    at: "app/login.tsx",
    changes: [["app/login.tsx", "searchParams.error", "searchParams.code"]],
  },
  {
    says: "OAuthCallbackError for OAuthCallback; Configuration for …",
    copied: ["OAuthCallbackError", "Configuration"],
    files: {
      "app/errors.ts":
        'import type { Session } from "next-auth";\nexport type S = Session;\nexport const texts = { OAuthCallback: "a", OAuthSignin: "b" };\n',
    },
    at: "app/errors.ts",
    changes: [
      [
        "app/errors.ts",
        '{ OAuthCallback: "a", OAuthSignin: "b" }',
        '{ OAuthCallbackError: "a", Configuration: "b" }',
      ],
    ],
  },
  {
    says: "error, which is undefined after a sign-in",
    files: client(
      '  const result = await signIn("credentials", { redirect: false });\n  return result?.status === 200;',
    ),
    at: "app/form.ts",
    changes: [["app/form.ts", "result?.status === 200", "result?.error === undefined"]],
  },
  {
    says: "!error",
    copied: ["!error"],
    files: client('  const { ok } = await signIn("credentials", { redirect: false });\n  return ok;'),
    at: "app/form.ts",
    changes: [
      ["app/form.ts", "const { ok }", "const { error }"],
      ["app/form.ts", "return ok", "return !error"],
    ],
  },
  {
    says: 'code: the text; "credentials" where authorize gave null',
    files: client(
      '  const result = await signIn("credentials", { redirect: false });\n  switch (result?.error) {\n    case "second factor":\n      return 1;\n  }',
    ),
    at: "app/form.ts",
    changes: [["app/form.ts", "switch (result?.error)", "switch (result?.code)"]],
  },
];
