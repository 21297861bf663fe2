/** An app of next-auth 4 with what such apps have of their own: short sessions in a store, sign-outs made by hand, old types. */
export const secret = "test-secret-test-secret-test-secret-000";

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

export const version4App: Readonly<Record<string, string>> = {
  "package.json": json({
    name: "version-4",
    private: true,
    scripts: { dev: "next dev", build: "next build" },
    dependencies: {
      "@auth/unstorage-adapter": "2.11.2",
      next: "15.5.28",
      "next-auth": "4.24.15",
      nodemailer: "^7.0.11",
      react: "19.2.0",
      "react-dom": "19.2.0",
      unstorage: "1.17.6",
    },
    devDependencies: {
      "@types/node": "^20.19.0",
      "@types/nodemailer": "^7.0.4",
      "@types/react": "^19.0.0",
      typescript: "^5.9.0",
    },
  }),
  "tsconfig.json": json({
    compilerOptions: {
      target: "ES2022",
      lib: ["dom", "dom.iterable", "esnext"],
      strict: true,
      noEmit: true,
      esModuleInterop: true,
      module: "esnext",
      moduleResolution: "node",
      allowJs: true,
      resolveJsonModule: true,
      isolatedModules: true,
      incremental: true,
      jsx: "preserve",
      skipLibCheck: true,
      plugins: [{ name: "next" }],
    },
    include: ["next-env.d.ts", "**/*.ts", "**/*.tsx", ".next/types/**/*.ts"],
    exclude: ["node_modules"],
  }),
  "types/next-auth.d.ts": `import type { DefaultSession } from "next-auth";

declare module "next-auth" {
  interface Session {
    user: DefaultSession["user"] & { plan: "free" | "paid" };
  }
}
`,
  // Compiles with the member that the augmentation adds, and with no other.
  "lib/plan.ts": `import type { Session } from "next-auth";

export const planOf = (session: Session): "free" | "paid" => session.user.plan;

// @ts-expect-error -- no such plan
export const isGold = (session: Session) => session.user.plan === "gold";
`,
  "lib/auth.ts": `import { UnstorageAdapter } from "@auth/unstorage-adapter";
import type { NextAuthOptions } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import EmailProvider from "next-auth/providers/email";
import { createStorage } from "unstorage";
import fsLiteDriver from "unstorage/drivers/fs-lite";

const storage = createStorage({ driver: fsLiteDriver({ base: process.env.DATA_FOLDER }) });

export const authOptions: NextAuthOptions = {
  adapter: UnstorageAdapter(storage) as Adapter,
  session: { strategy: "database", maxAge: 3600 },
  providers: [
    EmailProvider({
      server: "smtp://localhost:1",
      from: "app@example.com",
      sendVerificationRequest: async ({ url }) => console.log(\`LINK \${url}\`),
    }),
  ],
  callbacks: {
    session({ session }) {
      session.user.plan = "free";
      return session;
    },
  },
};
`,
  "pages/api/auth/[...nextauth].ts": `import NextAuth from "next-auth";
import { authOptions } from "../../../lib/auth";

export default NextAuth(authOptions);
`,
  "pages/api/me.ts": `import type { NextApiRequest, NextApiResponse } from "next";
import { getServerSession } from "next-auth/next";
import { authOptions } from "../../lib/auth";
import { planOf } from "../../lib/plan";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await getServerSession(req, res, authOptions);
  res.json(session ? { email: session.user.email, plan: planOf(session), expires: session.expires } : null);
}
`,
  // Mechanical: a call with the name of the cookie.
  "app/leave/route.ts": `import { cookies } from "next/headers";

export async function POST() {
  const jar = await cookies();
  jar.delete("next-auth.session-token");
  return Response.json({ left: true });
}
`,
  // Not mechanical: the name is a part of a text.
  "pages/api/logout.ts": `import type { NextApiRequest, NextApiResponse } from "next";

export default function handler(_req: NextApiRequest, res: NextApiResponse) {
  res.setHeader("Set-Cookie", "next-auth.session-token=; Path=/; Max-Age=0; HttpOnly");
  res.redirect("/");
}
`,
  "pages/index.tsx": `export default function Home() {
  return <p>Home</p>;
}
`,
};
