/**
 * Code as coding agents write it from memory in an app of Next.js: versions 4 and 5 of next-auth mixed, under the old name
 * or under ours. Shapes are those of the documentation; each is drawn with the values that people use.
 */
export interface Snippet {
  readonly id: string;
  readonly file: string;
  readonly text: string;
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
  const configured = (name: string, option: string, imports = ""): Snippet => ({
    id: `${id} option ${name}`,
    file: "auth.ts",
    text: `import NextAuth from "${next}";
import GitHub from "${module("providers/github")}";
${imports}
export const { handlers, signIn, signOut, auth } = NextAuth({
  providers: [GitHub],
  ${option},
});
`,
  });
  const client = (name: string, names: string, body: string, more = ""): Snippet => ({
    id: `${id} client ${name}`,
    file: "client.tsx",
    text: `"use client";
import { ${names} } from "${module("react")}";
${more}
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
        text: `import NextAuth from "${next}";
import ${name} from "${module(`providers/${provider}`)}";

export const { handlers, signIn, signOut, auth } = NextAuth({ providers: [${name}] });
`,
      },
      {
        id: `${id} 5 ${provider} with options`,
        file: "auth.ts",
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
    configured("pages", 'pages: { signIn: "/login", error: "/login" }'),
    configured("pages newUser", 'pages: { newUser: "/welcome", verifyRequest: "/check" }'),
    configured("trustHost", "trustHost: true"),
    configured("debug", 'debug: process.env.NODE_ENV === "development"'),
    configured("basePath", 'basePath: "/api/auth"'),
    configured("secret", "secret: process.env.AUTH_SECRET"),
    configured("theme", 'theme: { colorScheme: "dark", logo: "/logo.png" }'),
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
    ),
    configured("authorized", "callbacks: { authorized: async ({ auth }) => !!auth }"),
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
    configured("events", "events: { async signIn({ user }) { console.log(user.email); } }"),
    configured(
      "logger",
      "logger: { error(error) { console.error(error); }, warn(code) { console.warn(code); } }",
    ),
    configured(
      "cookies",
      'cookies: { sessionToken: { name: "session", options: { httpOnly: true, sameSite: "lax", path: "/", secure: true } } }',
    ),
    configured("experimental", "experimental: { enableWebAuthn: true }"),
    configured(
      "satisfies",
      "debug: false",
      `import type { NextAuthConfig } from "${next}";\nexport const more = { providers: [GitHub] } satisfies NextAuthConfig;`,
    ),
    {
      id: `${id} credentials 5`,
      file: "auth.ts",
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
      text: `import { withAuth } from "${module("middleware")}";
export const guard = withAuth;
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
    ),
    client(
      "required",
      "useSession",
      '  const { data } = useSession({ required: true, onUnauthenticated() { location.assign("/login"); } });\n  return <p>{data?.user?.email}</p>;',
    ),
    client(
      "update",
      "useSession",
      '  const { update } = useSession();\n  return <button onClick={() => update({ name: "x" })}>x</button>;',
    ),
    client("signIn", "signIn", '  return <button onClick={() => signIn("github")}>in</button>;'),
    client(
      "signIn callbackUrl",
      "signIn",
      '  return <button onClick={() => signIn("github", { callbackUrl: "/dashboard" })}>in</button>;',
    ),
    client(
      "signIn redirectTo",
      "signIn",
      '  return <button onClick={() => signIn("github", { redirectTo: "/dashboard" })}>in</button>;',
    ),
    client(
      "signIn email",
      "signIn",
      '  return <button onClick={() => signIn("email", { email: "a@example.com" })}>in</button>;',
    ),
    client(
      "signIn prompt",
      "signIn",
      '  return <button onClick={() => signIn("google", undefined, { prompt: "login" })}>in</button>;',
    ),
    client(
      "credentials",
      "signIn",
      '  const submit = async () => {\n    const result = await signIn("credentials", { username: "a", password: "b", redirect: false });\n    if (result?.error) console.log(result.error, result.ok, result.status, result.url);\n  };\n  return <button onClick={submit}>in</button>;',
    ),
    client("signOut", "signOut", "  return <button onClick={() => signOut()}>out</button>;"),
    client(
      "signOut callbackUrl",
      "signOut",
      '  return <button onClick={() => signOut({ callbackUrl: "/" })}>out</button>;',
    ),
    client(
      "signOut redirectTo",
      "signOut",
      '  return <button onClick={() => signOut({ redirectTo: "/" })}>out</button>;',
    ),
    client("provider", "SessionProvider", "  return <SessionProvider>x</SessionProvider>;"),
    client(
      "provider options",
      "SessionProvider",
      "  return <SessionProvider session={null} refetchInterval={300} refetchOnWindowFocus={false}>x</SessionProvider>;",
    ),
    client(
      "provider basePath",
      "SessionProvider",
      '  return <SessionProvider basePath="/api/auth">x</SessionProvider>;',
    ),
    client(
      "getSession",
      "getSession",
      "  return <button onClick={async () => console.log(await getSession())}>s</button>;",
    ),
    client(
      "getProviders",
      "getProviders, signIn",
      "  return <button onClick={async () => Object.values((await getProviders()) ?? {}).map((one) => signIn(one.id))}>s</button>;",
    ),
    client(
      "getCsrfToken",
      "getCsrfToken",
      "  return <button onClick={async () => console.log(await getCsrfToken())}>s</button>;",
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
    ],
    [
      "page with redirect",
      "page.tsx",
      'import { redirect } from "next/navigation";\nimport { auth } from "@/auth";\n\nexport default async function Page() {\n  const session = await auth();\n  if (!session) redirect("/api/auth/signin?callbackUrl=/dashboard");\n  return <p>{session.user?.name}</p>;\n}\n',
    ],
    [
      "route with auth",
      "route.ts",
      'import { NextResponse } from "next/server";\nimport { auth } from "@/auth";\n\nexport const GET = auth(function GET(req) {\n  if (req.auth) return NextResponse.json(req.auth);\n  return NextResponse.json({ message: "Not authenticated" }, { status: 401 });\n});\n',
    ],
    [
      "route handlers",
      "route.ts",
      'import { handlers } from "@/auth";\n\nexport const { GET, POST } = handlers;\n',
    ],
    ["middleware", "middleware.ts", 'export { auth as middleware } from "@/auth";\n'],
    [
      "middleware with a function",
      "middleware.ts",
      'import { auth } from "@/auth";\n\nexport default auth((req) => {\n  if (!req.auth && req.nextUrl.pathname !== "/login") {\n    const newUrl = new URL("/login", req.nextUrl.origin);\n    return Response.redirect(newUrl);\n  }\n});\n\nexport const config = { matcher: ["/((?!api|_next/static|_next/image|favicon.ico).*)"] };\n',
    ],
    [
      "sign-in form",
      "form.tsx",
      'import { signIn } from "@/auth";\n\nexport function SignIn() {\n  return (\n    <form\n      action={async () => {\n        "use server";\n        await signIn("github", { redirectTo: "/dashboard" });\n      }}\n    >\n      <button type="submit">Sign in</button>\n    </form>\n  );\n}\n',
    ],
    [
      "sign-out form",
      "form.tsx",
      'import { signOut } from "@/auth";\n\nexport function SignOut() {\n  return (\n    <form\n      action={async () => {\n        "use server";\n        await signOut();\n      }}\n    >\n      <button type="submit">Sign out</button>\n    </form>\n  );\n}\n',
    ],
    [
      "pages router",
      "pages.ts",
      'import type { GetServerSideProps } from "next";\nimport { auth } from "@/auth";\n\nexport const getServerSideProps: GetServerSideProps = async (ctx) => {\n  const session = await auth(ctx);\n  return { props: { session } };\n};\n',
    ],
    [
      "api route",
      "api.ts",
      'import type { NextApiRequest, NextApiResponse } from "next";\nimport { auth } from "@/auth";\n\nexport default async function handler(req: NextApiRequest, res: NextApiResponse) {\n  const session = await auth(req, res);\n  if (!session) return res.status(401).json({ message: "no" });\n  res.json({ name: session.user?.name });\n}\n',
    ],
  ] as const
).map(([name, file, text]) => ({ id: `app ${name}`, file, text }));

export const snippets: readonly Snippet[] = [...roots.flatMap(drawn), ...ofTheApp];
