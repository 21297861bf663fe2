/** Code as agents write it for Express, SvelteKit and Nuxt: names of @auth/*, of @sidebase/nuxt-auth and of ours mixed. */
import { npm, npx } from "../../support/project.js";

export interface ServerSnippet {
  readonly file: string;
  readonly text: string;
  /** It compiles with no line of the doctor. */
  readonly isRight?: true;
}

export interface ServerApp {
  /** Of test/fixtures/projects. */
  readonly project: string;
  /** The project's own compiler. */
  readonly check: readonly string[];
  /** File and words of a complaint. */
  readonly complaint: RegExp;
  readonly snippets: readonly ServerSnippet[];
}

const component = (script: string, markup: string): string =>
  `<script lang="ts">\n${script}\n</script>\n\n${markup}\n`;
const vue = (script: string, markup: string): string =>
  `<script setup lang="ts">\n${script}\n</script>\n\n<template>\n  ${markup}\n</template>\n`;

const express: ServerApp = {
  project: "express-esm-ts",
  check: [npx, "tsc", "--noEmit", "--pretty", "false"],
  complaint: /^(\S+?)\(\d+,\d+\): error (.+)$/gm,
  snippets: [
    {
      file: "src/a/handler.ts",
      text: 'import { ExpressAuth } from "@auth/express";\nimport GitHub from "@auth/express/providers/github";\nimport express from "express";\n\nconst app = express();\napp.use("/auth/*splat", ExpressAuth({ providers: [GitHub] }));\nexport default app;\n',
    },
    {
      file: "src/a/session.ts",
      text: 'import { getSession, type ExpressAuthConfig } from "@auth/express";\nimport type { NextFunction, Request, Response } from "express";\n\nexport const authConfig: ExpressAuthConfig = { providers: [] };\n\nexport async function authSession(req: Request, res: Response, next: NextFunction) {\n  res.locals.session = await getSession(req, authConfig);\n  next();\n}\n',
    },
    {
      file: "src/a/user.ts",
      text: 'import { getSession } from "@auth/express";\nimport type { NextFunction, Request, Response } from "express";\n\nexport async function authenticatedUser(req: Request, res: Response, next: NextFunction) {\n  const session = res.locals.session ?? (await getSession(req, { providers: [] }));\n  if (!session?.user) return res.redirect("/login");\n  next();\n}\n',
    },
    {
      file: "src/a/me.ts",
      text: 'import { getServerSession } from "next-auth";\nimport type { Request, Response } from "express";\n\nexport async function me(req: Request, res: Response) {\n  const session = await getServerSession(req, res, {});\n  res.json(session?.user ?? null);\n}\n',
    },
    {
      file: "src/a/core.ts",
      text: 'import { Auth, type AuthConfig } from "@auth/core";\n\nexport const answer = (request: Request, config: AuthConfig) => Auth(request, config);\n',
    },
    {
      file: "src/a/token.ts",
      text: 'import { getToken } from "@auth/core/jwt";\n\nexport const subject = async (req: Request) =>\n  (await getToken({ req, secret: process.env.AUTH_SECRET! }))?.sub;\n',
    },
    {
      file: "src/a/guessed.ts",
      text: 'import { ExpressAuth } from "authwright/express";\nimport Google from "authwright/express/providers/google";\n\nexport const handler = ExpressAuth({ providers: [Google] });\n',
    },
    {
      file: "src/a/types.ts",
      text: 'import type { Session } from "@auth/core/types";\n\ndeclare module "@auth/express" {\n  interface Session {\n    role?: string;\n  }\n}\nexport const roleOf = (session: Session) => session.role;\n',
    },
    {
      file: "src/a/lazy.ts",
      text: 'import type { Request } from "express";\n\nexport async function nameOf(req: Request) {\n  const { getSession } = await import("@auth/express");\n  return (await getSession(req, { providers: [] }))?.user?.name;\n}\n',
    },
    {
      file: "src/a/right.ts",
      isRight: true,
      text: 'import { Router } from "express";\nimport { auth } from "../auth.js";\n\nexport const router = Router();\nrouter.get("/me", auth.require(), (req, res) => res.json(req.auth?.user));\n',
    },
  ],
};

const sveltekit: ServerApp = {
  project: "sveltekit-ts",
  check: [npm, "run", "check", "--", "--output", "machine"],
  complaint: /^\d+ ERROR "([^"]+)" \d+:\d+ "(.+)"$/gm,
  snippets: [
    {
      file: "src/lib/a/auth.ts",
      text: 'import { SvelteKitAuth } from "@auth/sveltekit";\nimport GitHub from "@auth/sveltekit/providers/github";\n\nexport const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub], trustHost: true });\n',
    },
    {
      file: "src/lib/a/config.ts",
      text: 'import { SvelteKitAuth, type SvelteKitAuthConfig } from "@auth/sveltekit";\nimport Google from "@auth/core/providers/google";\n\nconst config: SvelteKitAuthConfig = { providers: [Google] };\nexport const auth = SvelteKitAuth(config);\n',
    },
    {
      file: "src/lib/a/Menu.svelte",
      text: component(
        '  import { signIn, signOut } from "@auth/sveltekit/client";',
        '<button onclick={() => signIn("github")}>in</button>\n<button onclick={() => signOut()}>out</button>',
      ),
    },
    {
      file: "src/lib/a/Guessed.svelte",
      text: component(
        '  import { signIn } from "authwright/sveltekit/client";',
        '<button onclick={() => signIn("github")}>in</button>',
      ),
    },
    {
      file: "src/lib/a/Who.svelte",
      text: component(
        '  import { useSession } from "next-auth/react";\n\n  const session = useSession();',
        "<p>{$session.status}</p>",
      ),
    },
    {
      file: "src/lib/a/session.ts",
      text: 'import type { RequestEvent } from "@sveltejs/kit";\nimport { getServerSession } from "next-auth";\n\nexport async function who(event: RequestEvent) {\n  const session = await getServerSession();\n  return session?.user?.name;\n}\n',
    },
    {
      file: "src/lib/a/types.d.ts",
      text: 'import type { DefaultSession } from "@auth/sveltekit";\n\ndeclare module "@auth/sveltekit" {\n  interface Session {\n    user: { role?: string } & DefaultSession["user"];\n  }\n}\n',
    },
    {
      file: "src/lib/a/passed.ts",
      text: 'export { signIn, signOut } from "@auth/sveltekit/client";\nexport type { Session } from "@auth/sveltekit";\n',
    },
    {
      file: "src/routes/right/+page.server.ts",
      isRight: true,
      text: 'import { redirect } from "@sveltejs/kit";\nimport type { PageServerLoad } from "./$types";\n\nexport const load: PageServerLoad = async (event) => {\n  const session = await event.locals.auth();\n  if (!session?.user) redirect(303, "/auth/signin");\n  return { name: session.user.name };\n};\n',
    },
  ],
};

const nuxt: ServerApp = {
  project: "nuxt-ts",
  check: [npx, "nuxt", "typecheck"],
  complaint: /^(\S+?)\(\d+,\d+\): error (.+)$/gm,
  snippets: [
    {
      file: "server/api/me.get.ts",
      text: 'import { getServerSession } from "#auth";\n\nexport default defineEventHandler(async (event) => {\n  const session = await getServerSession(event);\n  return session?.user ?? null;\n});\n',
    },
    {
      file: "server/api/guarded.get.ts",
      text: 'import { getServerSession } from "#auth";\n\nexport default defineEventHandler(async (event) => {\n  const session = await getServerSession(event);\n  if (!session) throw createError({ statusCode: 401 });\n  return session.user;\n});\n',
    },
    {
      file: "server/utils/old-providers.ts",
      text: 'import GitHub from "next-auth/providers/github";\nimport CredentialsProvider from "next-auth/providers/credentials";\n\nexport const oldProviders = [GitHub, CredentialsProvider({ credentials: {}, authorize: () => null })];\n',
    },
    {
      file: "app/components/OldMenu.vue",
      text: vue(
        'import { signIn } from "next-auth/react";',
        "<button @click=\"signIn('github')\">in</button>",
      ),
    },
    {
      file: "app/components/OldWho.vue",
      text: vue(
        'import type { Session } from "next-auth";\n\ndefineProps<{ session: Session }>();',
        "<p>{{ session.user?.name }}</p>",
      ),
    },
    {
      file: "app/utils/old-name.ts",
      text: 'import type { Session } from "@auth/core/types";\n\nexport const oldName = (session: Session) => session.user?.name ?? "";\n',
    },
    {
      file: "types/old-session.d.ts",
      text: 'import type { DefaultSession } from "next-auth";\n\ndeclare module "next-auth" {\n  interface Session {\n    user: { role?: string } & DefaultSession["user"];\n  }\n}\n',
    },
    {
      file: "app/components/Right.vue",
      isRight: true,
      text: vue(
        "const { data, status, signIn, signOut } = useAuth();",
        "<button @click=\"status === 'authenticated' ? signOut() : signIn('github')\">{{ data?.user?.name }}</button>",
      ),
    },
  ],
};

export const serverApps: readonly ServerApp[] = [express, sveltekit, nuxt];
