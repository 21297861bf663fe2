/**
 * Code as coding agents write it from memory in an app of Next.js: versions 4 and 5 of next-auth mixed, under the old name
 * or under ours. Shapes are those of the documentation; each is drawn with the values that people use.
 */
export interface Snippet {
  readonly id: string;
  readonly file: FileName;
  readonly text: string;
  /** What shows that it does what it is for, beside what each file of this name does. */
  readonly sees?: Sees;
}

/** The name of a file says how it is visited. */
export type FileName =
  | "auth.ts"
  | "options.ts"
  | "page.tsx"
  | "route.ts"
  | "endpoints.ts"
  | "client.tsx"
  | "middleware.ts"
  | "types.ts"
  | "augmented.ts"
  | "augmented-token.ts"
  | "actions.ts"
  | "form.tsx"
  | "pages.ts"
  | "api.ts";

/** Where a guard lets somebody go. */
type Gate = "in" | "away";

export interface Sees {
  /** The provider with which somebody signs in. */
  readonly provider?: string;
  /** In the answer of /session, once somebody is signed in. */
  readonly session?: RegExp;
  /** In status, address and body of the sign-in page. */
  readonly signInPage?: RegExp;
  /** Name of the session cookie. */
  readonly cookie?: string;
  /** In what the server prints. */
  readonly printed?: RegExp;
  /** In front of a page: nobody, then somebody. */
  readonly guard?: readonly [nobody: Gate, somebody: Gate];
  /** What a page shows to somebody, where that is not their name. */
  readonly shown?: RegExp;
  /** What a page shows to nobody. */
  readonly refused?: RegExp;
  /** Method and address of a request that the click on a button sends. */
  readonly click?: RegExp;
}

/** Where the names come from: the old package, or this one with its entry points guessed. */
interface Root {
  readonly id: string;
  readonly module: (subpath: string) => string;
}

const roots: readonly Root[] = [
  { id: "old", module: (subpath) => (subpath === "" ? "next-auth" : `next-auth/${subpath}`) },
  { id: "own", module: (subpath) => (subpath === "" ? "authwright/next" : `authwright/${subpath}`) },
];

const providers = [
  ["github", "GitHub"],
  ["google", "Google"],
  ["discord", "Discord"],
  ["gitlab", "GitLab"],
  ["twitch", "Twitch"],
  ["linkedin", "LinkedIn"],
  ["facebook", "Facebook"],
  ["spotify", "Spotify"],
  ["slack", "Slack"],
  ["apple", "Apple"],
  ["reddit", "Reddit"],
  ["twitter", "Twitter"],
  ["notion", "Notion"],
  ["dropbox", "Dropbox"],
  ["zoom", "Zoom"],
] as const;

const drawn = ({ id, module }: Root): readonly Snippet[] => {
  const next = module("");
  const configured = (name: string, option: string, sees: Sees = {}, imports = ""): Snippet => ({
    id: `${id} option ${name}`,
    file: "auth.ts",
    sees: { provider: "github", ...sees },
    text: `import NextAuth from "${next}";
import GitHub from "${module("providers/github")}";
${imports}
export const { handlers, signIn, signOut, auth } = NextAuth({
  providers: [GitHub],
  ${option},
});
`,
  });
  const client = (name: string, names: string, body: string, sees: Sees): Snippet => ({
    id: `${id} client ${name}`,
    file: "client.tsx",
    sees,
    text: `"use client";
import { ${names} } from "${module("react")}";

export default function Component() {
${body}
}
`,
  });
  return [
    ...providers.flatMap(([provider, name]): Snippet[] => [
      {
        id: `${id} 5 ${provider}`,
        file: "auth.ts",
        sees: { provider },
        text: `import NextAuth from "${next}";
import ${name} from "${module(`providers/${provider}`)}";

export const { handlers, signIn, signOut, auth } = NextAuth({ providers: [${name}] });
`,
      },
      {
        id: `${id} 5 ${provider} with options`,
        file: "auth.ts",
        sees: { provider },
        text: `import NextAuth from "${next}";
import ${name} from "${module(`providers/${provider}`)}";

export const { handlers, auth } = NextAuth({
  providers: [
    ${name}({
      clientId: process.env.AUTH_${provider.toUpperCase()}_ID,
      clientSecret: process.env.AUTH_${provider.toUpperCase()}_SECRET,
      allowDangerousEmailAccountLinking: true,
    }),
  ],
});
`,
      },
      {
        id: `${id} 4 ${provider}`,
        file: "options.ts",
        sees: { provider },
        text: `import type { NextAuthOptions } from "${next}";
import ${name}Provider from "${module(`providers/${provider}`)}";

export const authOptions: NextAuthOptions = {
  providers: [
    ${name}Provider({
      clientId: process.env.${provider.toUpperCase()}_ID!,
      clientSecret: process.env.${provider.toUpperCase()}_SECRET!,
    }),
  ],
  secret: process.env.NEXTAUTH_SECRET,
};
`,
      },
    ]),
    configured("session jwt", 'session: { strategy: "jwt" }'),
    configured("session maxAge", "session: { maxAge: 30 * 24 * 60 * 60, updateAge: 24 * 60 * 60 }"),
    configured("pages", 'pages: { signIn: "/login", error: "/login" }', { signInPage: /^302 \S*\/login/ }),
    configured("pages newUser", 'pages: { newUser: "/welcome", verifyRequest: "/check" }'),
    configured("trustHost", "trustHost: true"),
    configured("debug", 'debug: process.env.NODE_ENV === "development"'),
    configured("basePath", 'basePath: "/api/auth"'),
    configured("secret", "secret: process.env.AUTH_SECRET"),
    configured("theme", 'theme: { colorScheme: "dark", logo: "/logo.png" }', { signInPage: /logo\.png/ }),
    configured(
      "jwt and session",
      `callbacks: {
    jwt({ token, user }) {
      if (user) token.id = user.id;
      return token;
    },
    session({ session, token }) {
      session.user.id = token.id as string;
      return session;
    },
  }`,
      { session: /"id":"[^"]+"/ },
    ),
    configured(
      "access token",
      `callbacks: {
    async jwt({ token, account }) {
      if (account) token.accessToken = account.access_token;
      return token;
    },
    async session({ session, token }) {
      return { ...session, accessToken: token.accessToken };
    },
  }`,
      { session: /"accessToken":"access-of-octo"/ },
    ),
    configured("authorized", "callbacks: { authorized: async ({ auth }) => !!auth }", {
      guard: ["away", "in"],
    }),
    configured(
      "authorized by path",
      `callbacks: {
    authorized({ auth, request: { nextUrl } }) {
      const isLoggedIn = !!auth?.user;
      if (nextUrl.pathname.startsWith("/dashboard")) return isLoggedIn;
      if (isLoggedIn) return Response.redirect(new URL("/dashboard", nextUrl));
      return true;
    },
  }`,
      { guard: ["in", "away"] },
    ),
    configured(
      "signIn",
      `callbacks: {
    async signIn({ account, profile }) {
      if (account?.provider === "google") return profile?.email?.endsWith("@example.com") ?? false;
      return true;
    },
  }`,
    ),
    configured(
      "redirect",
      `callbacks: {
    async redirect({ url, baseUrl }) {
      if (url.startsWith("/")) return \`\${baseUrl}\${url}\`;
      if (new URL(url).origin === baseUrl) return url;
      return baseUrl;
    },
  }`,
    ),
    configured("events", "events: { async signIn({ user }) { console.log(user.email); } }", {
      printed: /octo@example\.com/,
    }),
    configured(
      "logger",
      "logger: { error(error) { console.error(error); }, warn(code) { console.warn(code); } }",
    ),
    configured(
      "cookies",
      'cookies: { sessionToken: { name: "session", options: { httpOnly: true, sameSite: "lax", path: "/", secure: true } } }',
      { cookie: "session" },
    ),
    configured("experimental", "experimental: { enableWebAuthn: true }"),
    configured(
      "satisfies",
      "debug: false",
      {},
      `import type { NextAuthConfig } from "${next}";\nexport const more = { providers: [GitHub] } satisfies NextAuthConfig;`,
    ),
    {
      id: `${id} credentials 5`,
      file: "auth.ts",
      sees: { provider: "credentials" },
      text: `import NextAuth, { CredentialsSignin } from "${next}";
import Credentials from "${module("providers/credentials")}";

class InvalidLogin extends CredentialsSignin {
  code = "Invalid identifier or password";
}

export const { handlers, signIn, signOut, auth } = NextAuth({
  providers: [
    Credentials({
      credentials: { username: { label: "Username" }, password: { label: "Password", type: "password" } },
      async authorize(credentials) {
        if (credentials.password !== "x") throw new InvalidLogin();
        return { id: "1", name: String(credentials.username) };
      },
    }),
  ],
});
`,
    },
    {
      id: `${id} credentials 4`,
      file: "options.ts",
      sees: { provider: "credentials" },
      text: `import type { AuthOptions } from "${next}";
import CredentialsProvider from "${module("providers/credentials")}";

export const authOptions: AuthOptions = {
  providers: [
    CredentialsProvider({
      name: "Credentials",
      credentials: { username: { label: "Username", type: "text" } },
      async authorize(credentials, req) {
        if (!credentials?.username) return null;
        return { id: "1", name: "J Smith", email: "jsmith@example.com" };
      },
    }),
  ],
  session: { strategy: "jwt" },
};
`,
    },
    ...["authOptions", "options"].map((name): Snippet => ({
      id: `${id} page by getServerSession(${name})`,
      file: "page.tsx",
      sees: { shown: /octo@example\.com/, refused: /Access denied/ },
      text: `import { getServerSession } from "${next}";

const ${name} = {};

export default async function Page() {
  const session = await getServerSession(${name});
  if (!session) return <p>Access denied</p>;
  return <p>{session.user?.email}</p>;
}
`,
    })),
    {
      id: `${id} route by getServerSession`,
      file: "route.ts",
      sees: { shown: /^200 .*Octo/, refused: /^401 / },
      text: `import { NextResponse } from "next/server";
import { getServerSession } from "${module("next")}";

export async function GET() {
  const session = await getServerSession();
  if (!session) return NextResponse.json({ error: "Unauthorized" }, { status: 401 });
  return NextResponse.json({ name: session.user?.name });
}
`,
    },
    {
      id: `${id} route by getToken`,
      file: "route.ts",
      sees: { shown: /^200 .*"sub":"[^"]+"/, refused: /^200 .*\{\}/ },
      text: `import { getToken } from "${module("jwt")}";
import type { NextRequest } from "next/server";

export async function GET(req: NextRequest) {
  const token = await getToken({ req, secret: process.env.AUTH_SECRET! });
  return Response.json({ sub: token?.sub });
}
`,
    },
    {
      id: `${id} middleware withAuth`,
      file: "middleware.ts",
      sees: { guard: ["away", "in"] },
      text: `import { withAuth } from "${module("middleware")}";

export default withAuth({ pages: { signIn: "/login" } });

export const config = { matcher: ["/guarded/:path*"] };
`,
    },
    {
      id: `${id} middleware passed on`,
      file: "middleware.ts",
      sees: { guard: ["away", "in"] },
      text: `export { default } from "${module("middleware")}";

export const config = { matcher: ["/guarded/:path*"] };
`,
    },
    {
      id: `${id} types`,
      file: "types.ts",
      text: `import type { DefaultSession, Session, User, Account, Profile } from "${next}";
import type { JWT } from "${module("jwt")}";
import type { Adapter, AdapterUser } from "${module("adapters")}";

export type All = [DefaultSession, Session, User, Account, Profile, JWT, Adapter, AdapterUser];
`,
    },
    {
      id: `${id} types 4`,
      file: "types.ts",
      text: `import type { NextAuthOptions, ISODateString } from "${next}";
import type { BuiltInProviderType } from "${module("providers")}";

export type All = [NextAuthOptions];
`,
    },
    {
      id: `${id} action with AuthError`,
      file: "actions.ts",
      sees: { refused: /Invalid credentials/, shown: /Signed in as/ },
      text: `"use server";
import { AuthError } from "${next}";
import { signIn } from "@/auth";

export async function authenticate(formData: FormData) {
  try {
    await signIn("credentials", formData);
  } catch (error) {
    if (error instanceof AuthError) {
      switch (error.type) {
        case "CredentialsSignin":
          return "Invalid credentials.";
        default:
          return "Something went wrong.";
      }
    }
    throw error;
  }
}
`,
    },
    client(
      "useSession",
      "useSession",
      "  const { data: session, status } = useSession();\n  return <p>{status}{session?.user?.name}</p>;",
      { shown: /authenticatedOcto/, refused: /unauthenticated/ },
    ),
    client(
      "required",
      "useSession",
      '  const { data } = useSession({ required: true, onUnauthenticated() { location.assign("/login"); } });\n  return <p>{data?.user?.email}</p>;',
      { shown: /octo@example\.com/ },
    ),
    client(
      "update",
      "useSession",
      '  const { update } = useSession();\n  return <button onClick={() => update({ name: "x" })}>x</button>;',
      { click: /^POST \S*\/api\/auth\/session$/ },
    ),
    client("signIn", "signIn", '  return <button onClick={() => signIn("github")}>in</button>;', {
      click: /^POST \S*\/api\/auth\/signin\/github/,
    }),
    client(
      "signIn callbackUrl",
      "signIn",
      '  return <button onClick={() => signIn("github", { callbackUrl: "/dashboard" })}>in</button>;',
      { click: /^POST \S*\/api\/auth\/signin\/github/ },
    ),
    client(
      "signIn redirectTo",
      "signIn",
      '  return <button onClick={() => signIn("github", { redirectTo: "/dashboard" })}>in</button>;',
      { click: /^POST \S*\/api\/auth\/signin\/github/ },
    ),
    client(
      "signIn email",
      "signIn",
      '  return <button onClick={() => signIn("email", { email: "a@example.com" })}>in</button>;',
      { click: /^(?:POST|GET) \S*\/api\/auth\/(?:signin|providers)/ },
    ),
    client(
      "signIn prompt",
      "signIn",
      '  return <button onClick={() => signIn("google", undefined, { prompt: "login" })}>in</button>;',
      { click: /^(?:POST|GET) \S*\/api\/auth\/(?:signin|providers)/ },
    ),
    client(
      "credentials",
      "signIn",
      '  const submit = async () => {\n    const result = await signIn("credentials", { username: "a", password: "b", redirect: false });\n    if (result?.error) console.log(result.error, result.ok, result.status, result.url);\n  };\n  return <button onClick={submit}>in</button>;',
      { click: /^POST \S*\/api\/auth\/callback\/credentials/ },
    ),
    client("signOut", "signOut", "  return <button onClick={() => signOut()}>out</button>;", {
      click: /^POST \S*\/api\/auth\/signout/,
    }),
    client(
      "signOut callbackUrl",
      "signOut",
      '  return <button onClick={() => signOut({ callbackUrl: "/" })}>out</button>;',
      { click: /^POST \S*\/api\/auth\/signout/ },
    ),
    client(
      "signOut redirectTo",
      "signOut",
      '  return <button onClick={() => signOut({ redirectTo: "/" })}>out</button>;',
      { click: /^POST \S*\/api\/auth\/signout/ },
    ),
    client("provider", "SessionProvider", "  return <SessionProvider>x</SessionProvider>;", { shown: /x/ }),
    client(
      "provider options",
      "SessionProvider",
      "  return <SessionProvider session={null} refetchInterval={300} refetchOnWindowFocus={false}>x</SessionProvider>;",
      { shown: /x/ },
    ),
    client(
      "provider basePath",
      "SessionProvider",
      '  return <SessionProvider basePath="/api/auth">x</SessionProvider>;',
      { shown: /x/ },
    ),
    client(
      "getSession",
      "getSession",
      "  return <button onClick={async () => console.log(await getSession())}>s</button>;",
      { click: /^GET \S*\/api\/auth\/session/ },
    ),
    client(
      "getProviders",
      "getProviders, signIn",
      "  return <button onClick={async () => Object.values((await getProviders()) ?? {}).map((one) => signIn(one.id))}>s</button>;",
      { click: /^GET \S*\/api\/auth\/providers/ },
    ),
    client(
      "getCsrfToken",
      "getCsrfToken",
      "  return <button onClick={async () => console.log(await getCsrfToken())}>s</button>;",
      { click: /^GET \S*\/api\/auth\/csrf/ },
    ),
    {
      id: `${id} augmented session`,
      file: "augmented.ts",
      text: `import type { DefaultSession } from "${next}";

declare module "${next}" {
  interface Session {
    user: { id: string; role?: string } & DefaultSession["user"];
  }
}
`,
    },
    {
      id: `${id} augmented token`,
      file: "augmented-token.ts",
      text: `import type { JWT } from "${module("jwt")}";

declare module "${module("jwt")}" {
  interface JWT {
    id?: string;
  }
}
export type Token = JWT;
`,
    },
  ];
};

/** What needs no import of the package: the app's own `auth`. */
const ofTheApp: readonly Snippet[] = (
  [
    [
      "page",
      "page.tsx",
      'import { auth } from "@/auth";\n\nexport default async function Page() {\n  const session = await auth();\n  if (!session?.user) return null;\n  return <img src={session.user.image ?? ""} alt={session.user.name ?? ""} />;\n}\n',
      { shown: /alt="Octo"/, refused: /^200 (?!.*Octo)/s },
    ],
    [
      "page with redirect",
      "page.tsx",
      'import { redirect } from "next/navigation";\nimport { auth } from "@/auth";\n\nexport default async function Page() {\n  const session = await auth();\n  if (!session) redirect("/api/auth/signin?callbackUrl=/dashboard");\n  return <p>{session.user?.name}</p>;\n}\n',
      { shown: /Octo/, refused: /^307 \S*\/api\/auth\/signin/ },
    ],
    [
      "route with auth",
      "route.ts",
      'import { NextResponse } from "next/server";\nimport { auth } from "@/auth";\n\nexport const GET = auth(function GET(req) {\n  if (req.auth) return NextResponse.json(req.auth);\n  return NextResponse.json({ message: "Not authenticated" }, { status: 401 });\n});\n',
      { shown: /^200 .*Octo/, refused: /^401 .*Not authenticated/ },
    ],
    [
      "route handlers",
      "endpoints.ts",
      'import { handlers } from "@/auth";\n\nexport const { GET, POST } = handlers;\n',
      { provider: "github" },
    ],
    [
      "middleware",
      "middleware.ts",
      'export { auth as middleware } from "@/auth";\n',
      { guard: ["in", "in"] },
    ],
    [
      "middleware with a function",
      "middleware.ts",
      'import { auth } from "@/auth";\n\nexport default auth((req) => {\n  if (!req.auth && req.nextUrl.pathname !== "/login") {\n    const newUrl = new URL("/login", req.nextUrl.origin);\n    return Response.redirect(newUrl);\n  }\n});\n\nexport const config = { matcher: ["/((?!api|_next/static|_next/image|favicon.ico).*)"] };\n',
      { guard: ["away", "in"] },
    ],
    [
      "sign-in form",
      "form.tsx",
      'import { signIn } from "@/auth";\n\nexport function SignIn() {\n  return (\n    <form\n      action={async () => {\n        "use server";\n        await signIn("github", { redirectTo: "/dashboard" });\n      }}\n    >\n      <button type="submit">Sign in</button>\n    </form>\n  );\n}\n',
      { click: /^GET https:\/\/github\.com\/login\/oauth\/authorize/ },
    ],
    [
      "sign-out form",
      "form.tsx",
      'import { signOut } from "@/auth";\n\nexport function SignOut() {\n  return (\n    <form\n      action={async () => {\n        "use server";\n        await signOut();\n      }}\n    >\n      <button type="submit">Sign out</button>\n    </form>\n  );\n}\n',
      { shown: /Sign out/ },
    ],
    [
      "pages router",
      "pages.ts",
      'import type { GetServerSideProps } from "next";\nimport { auth } from "@/auth";\n\nexport const getServerSideProps: GetServerSideProps = async (ctx) => {\n  const session = await auth(ctx);\n  return { props: { session } };\n};\n',
      { shown: /Octo/, refused: /nobody/ },
    ],
    [
      "api route",
      "api.ts",
      'import type { NextApiRequest, NextApiResponse } from "next";\nimport { auth } from "@/auth";\n\nexport default async function handler(req: NextApiRequest, res: NextApiResponse) {\n  const session = await auth(req, res);\n  if (!session) return res.status(401).json({ message: "no" });\n  res.json({ name: session.user?.name });\n}\n',
      { shown: /^200 .*Octo/, refused: /^401 / },
    ],
  ] as const
).map(([name, file, text, sees]) => ({ id: `app ${name}`, file, text, sees }));

export const snippets: readonly Snippet[] = [...roots.flatMap(drawn), ...ofTheApp];
