/** Apps of the reference on disk, before anything is migrated. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { nameOf, writtenProviders } from "./calls.js";

type Files = Readonly<Record<string, string>>;

export const secret = "test-secret-test-secret-test-secret-000";

export function writeFiles(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Every provider in one list. @param from the package behind which the factories stand */
function configSource(from: string, storeModule: string): { imports: string; members: string } {
  const { factories, providers } = writtenProviders();
  const imports = [
    ...factories.map(({ id, file }) => `import ${nameOf(id)} from "${from}/providers/${file}";`),
    `import type { Provider } from "${from}/providers";`,
    `import { store } from "${storeModule}";`,
  ];
  const members = `  secret: process.env.AUTH_SECRET,
  trustHost: true,
  adapter: store,
  session: { strategy: "jwt" },
  experimental: { enableWebAuthn: true },
  providers: [
${providers.map(({ source }) => `  ${source},`).join("\n")}
  ],
  callbacks: {
    jwt: ({ token, account }) => (account ? { ...token, provider: account.provider } : token),
    session: ({ session, token }) => ({ ...session, provider: token.provider }),
  },`;
  return { imports: imports.join("\n"), members };
}

/** Users and accounts in the memory of the process, one store however often a bundler copies this module. */
const storeSource = (adapters: string) => `import type {
  Adapter,
  AdapterAccount,
  AdapterUser,
  VerificationToken,
} from "${adapters}";

interface Rows {
  readonly users: AdapterUser[];
  readonly accounts: AdapterAccount[];
  readonly tokens: VerificationToken[];
}

const shared = globalThis as { rows?: Rows };
const rows = (shared.rows ??= { users: [], accounts: [], tokens: [] });
const userOf = (id: string | undefined) => rows.users.find((user) => user.id === id) ?? null;
const nothing = async () => null;

export const store: Adapter = {
  async createUser(user) {
    const stored = { ...user, id: String(rows.users.length + 1) };
    rows.users.push(stored);
    return stored;
  },
  getUser: async (id) => userOf(id),
  getUserByEmail: async (email) => rows.users.find((user) => user.email === email) ?? null,
  getUserByAccount: async ({ provider, providerAccountId }) =>
    userOf(
      rows.accounts.find((one) => one.provider === provider && one.providerAccountId === providerAccountId)?.userId,
    ),
  async updateUser(changes) {
    return Object.assign(userOf(changes.id) ?? {}, changes) as AdapterUser;
  },
  async linkAccount(account) {
    rows.accounts.push(account);
  },
  createSession: async (session) => session,
  getSessionAndUser: nothing,
  updateSession: nothing,
  async deleteSession() {},
  async createVerificationToken(token) {
    rows.tokens.push(token);
    return token;
  },
  async useVerificationToken({ identifier, token }) {
    const at = rows.tokens.findIndex((one) => one.identifier === identifier && one.token === token);
    return at < 0 ? null : (rows.tokens.splice(at, 1)[0] ?? null);
  },
  getAccount: nothing,
  getAuthenticator: nothing,
  createAuthenticator: async (authenticator) => authenticator,
  listAuthenticatorsByUserId: async () => [],
  updateAuthenticatorCounter: async () => {
    throw new Error("no such authenticator");
  },
};
`;

const peers = {
  "@simplewebauthn/browser": "^9.0.1",
  "@simplewebauthn/server": "^9.0.3",
  nodemailer: "^7.0.11",
};

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

export function expressApp(): Files {
  const { imports, members } = configSource("@auth/express", "./store.js");
  return {
    "package.json": json({
      name: "every-provider-express",
      private: true,
      type: "module",
      scripts: { build: "tsc", start: "node dist/server.js" },
      dependencies: { "@auth/core": "0.41.3", "@auth/express": "0.12.3", express: "4.22.3", ...peers },
      devDependencies: { "@types/express": "^4.17.25", "@types/node": "^20.19.0", typescript: "^5.9.0" },
    }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "ES2022",
        module: "NodeNext",
        outDir: "dist",
        rootDir: "src",
        strict: true,
        skipLibCheck: true,
      },
      include: ["src"],
    }),
    "src/store.ts": storeSource("@auth/core/adapters"),
    "src/auth.ts": `import { customFetch, type ExpressAuthConfig } from "@auth/express";
${imports}

export const authConfig: ExpressAuthConfig = {
${members}
};
`,
    "src/server.ts": `import { ExpressAuth, getSession } from "@auth/express";
import express from "express";
import { authConfig } from "./auth.js";

const app = express();
app.use("/auth/*", ExpressAuth(authConfig));
app.get("/me", async (req, res) => {
  const session = await getSession(req, authConfig);
  res.json(session?.user ?? null);
});

app.listen(Number(process.env.PORT ?? 3000));
`,
  };
}

export function nextApp(): Files {
  const { imports, members } = configSource("next-auth", "./store");
  return {
    "package.json": json({
      name: "every-provider-next",
      private: true,
      scripts: { dev: "next dev", build: "next build", start: "next start" },
      dependencies: {
        next: "16.4.3",
        "next-auth": "5.0.0-beta.32",
        react: "19.2.0",
        "react-dom": "19.2.0",
        ...peers,
      },
      devDependencies: { "@types/node": "^20.19.0", "@types/react": "^19.0.0", typescript: "^5.9.0" },
    }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "ES2022",
        lib: ["dom", "dom.iterable", "esnext"],
        strict: true,
        noEmit: true,
        esModuleInterop: true,
        module: "esnext",
        moduleResolution: "bundler",
        resolveJsonModule: true,
        isolatedModules: true,
        jsx: "react-jsx",
        incremental: true,
        skipLibCheck: true,
        plugins: [{ name: "next" }],
      },
      include: ["next-env.d.ts", "**/*.ts", "**/*.tsx", ".next/types/**/*.ts", ".next/dev/types/**/*.ts"],
      exclude: ["node_modules"],
    }),
    "store.ts": storeSource("next-auth/adapters"),
    "auth.ts": `import NextAuth, { customFetch } from "next-auth";
${imports}

export const { handlers, auth, signIn, signOut } = NextAuth({
${members}
});
`,
    "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "../../../../auth";

export const { GET, POST } = handlers;
`,
    "app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
    "app/page.tsx": `import { auth } from "../auth";

export default async function Page() {
  const session = await auth();
  return <p>{session?.user ? "Signed in" : "Nobody is signed in"}</p>;
}
`,
  };
}
