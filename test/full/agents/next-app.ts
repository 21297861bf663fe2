/** An app of Next.js 16 in which every snippet really runs: each stands where its kind is asked for, all in one build. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cleanEnv, freePort, mustRun, startServer, type Server } from "../../support/process.js";
import { npx } from "../../support/project.js";
import type { Snippet } from "./snippets.js";

export const folderOf = (at: number): string => `snippets/s${at}`;
export const fileOf = (at: number, { file }: Snippet): string => `${folderOf(at)}/${file}`;

/** A snippet with its number, which is its address too. */
export interface Placed {
  readonly at: number;
  readonly snippet: Snippet;
}

/** The cookie that says whose endpoints, or whose guard, a request is for. */
export const chooser = "snippet";

/** The app's own configuration: what agents write `auth` for. */
const ownAuth = `import NextAuth from "authwright/next";
import Credentials from "authwright/providers/credentials";
import GitHub from "authwright/providers/github";
import Google from "authwright/providers/google";

export const { handlers, signIn, signOut, auth } = NextAuth({
  providers: [
    GitHub,
    Google,
    Credentials({
      credentials: { username: {}, password: {} },
      authorize: ({ username, password }) =>
        password === "x" ? { id: "1", name: String(username), email: "octo@example.com" } : null,
    }),
  ],
});
`;

/** Answers of the providers: the app has no network. */
const played = `const real = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input));
  const answer = (body) => Promise.resolve(Response.json(body));
  if (url.pathname.includes("/.well-known/"))
    return answer({
      issuer: url.href.replace(/\\/\\.well-known\\/.*/, ""),
      authorization_endpoint: url.origin + "/authorize",
      token_endpoint: url.origin + "/token",
      jwks_uri: url.origin + "/keys",
    });
  if (url.href.startsWith("https://github.com/login/oauth/access_token"))
    return answer({ access_token: "access-of-octo", token_type: "bearer", scope: "read:user,user:email" });
  if (url.href === "https://api.github.com/user")
    return answer({ id: 1, login: "octo", name: "Octo", email: "octo@example.com", avatar_url: "/octo.png" });
  return real(input, init);
};
`;

const quoted = (text: string): string => JSON.stringify(text);

/** Modules by the number of their snippet, each loaded when it is asked for. */
const table = (all: readonly Placed[]): string =>
  `{\n${all.map(({ at, snippet }) => `  ${at}: () => import(${quoted(`@/${fileOf(at, snippet).replace(/\.tsx?$/, "")}`)}),`).join("\n")}\n} as Record<string, () => Promise<any>>`;

/** The endpoints: those of the app, or of the configuration that the cookie names. */
const endpoints = (all: readonly Placed[]): string => `import NextAuth from "authwright/next";
import type { NextRequest } from "next/server";
import { handlers } from "@/auth";

const modules = ${table(all)};

async function chosen(request: NextRequest) {
  const load = modules[request.cookies.get(${quoted(chooser)})?.value ?? ""];
  if (load === undefined) return handlers;
  const module = await load();
  if (module.authOptions) return NextAuth(module.authOptions).handlers;
  return module.handlers ?? module;
}
export const GET = async (request: NextRequest) => (await chosen(request)).GET(request);
export const POST = async (request: NextRequest) => (await chosen(request)).POST(request);
`;

/** What stands in front of /guarded: the module that the cookie names, as Next.js takes it. */
const proxy = (
  all: readonly Placed[],
): string => `import { NextResponse, type NextFetchEvent, type NextRequest } from "next/server";

const modules = ${table(all)};

export async function proxy(request: NextRequest, event: NextFetchEvent) {
  const load = modules[request.cookies.get(${quoted(chooser)})?.value ?? ""];
  if (load === undefined) return NextResponse.next();
  const module = await load();
  return (module.default ?? module.proxy ?? module.middleware ?? module.auth)(request, event);
}
export const config = { matcher: ["/guarded/:path*"] };
`;

/** What each kind of file needs around it, by the name of the file. */
const wrappers: Readonly<
  Record<string, (at: number, code: string) => readonly [file: string, text: string]>
> = {
  "page.tsx": (at) => [`app/s${at}/page.tsx`, `export { default } from "@/snippets/s${at}/page";\n`],
  "route.ts": (at) => [`app/s${at}/route.ts`, `export { GET } from "@/snippets/s${at}/route";\n`],
  "client.tsx": (at) => [
    `app/s${at}/page.tsx`,
    `import { SessionProvider } from "authwright/react";
import Component from "@/snippets/s${at}/client";

export default function Page() {
  return <SessionProvider><Component /></SessionProvider>;
}
`,
  ],
  "form.tsx": (at, code) => [
    `app/s${at}/page.tsx`,
    `import { ${/export function (\w+)/.exec(code)?.[1]} as Form } from "@/snippets/s${at}/form";

export default function Page() {
  return <Form />;
}
`,
  ],
  "actions.ts": (at) => [
    `app/s${at}/page.tsx`,
    `"use client";
import { useActionState } from "react";
import { authenticate } from "@/snippets/s${at}/actions";

export default function Page() {
  const [said, act] = useActionState((_: unknown, data: FormData) => authenticate(data), undefined);
  return (
    <form action={act}>
      <input name="username" defaultValue="Octo" />
      <input name="password" />
      <input type="hidden" name="redirectTo" value="/dashboard" />
      <button type="submit">in</button>
      <p>{said}</p>
    </form>
  );
}
`,
  ],
  "pages.ts": (at) => [
    `pages/s${at}.tsx`,
    `export { getServerSideProps } from "@/snippets/s${at}/pages";

export default function Page({ session }: any) {
  return <p>{session?.user?.name ?? "nobody"}</p>;
}
`,
  ],
  "api.ts": (at) => [`pages/api/s${at}.ts`, `export { default } from "@/snippets/s${at}/api";\n`],
};

/** Where a snippet answers. */
export const addressOf = ({ at, snippet }: Placed): string =>
  snippet.file === "api.ts" ? `/api/s${at}` : `/s${at}`;

const isEndpoints = ({ snippet: { file } }: Placed): boolean =>
  ["auth.ts", "options.ts", "endpoints.ts"].includes(file);
const isGuard = ({ snippet: { file, sees } }: Placed): boolean =>
  file === "middleware.ts" || sees?.guard !== undefined;

/** Writes what the snippets run in, and builds it. */
export async function buildApp(folder: string, env: Record<string, string>, all: readonly Placed[]) {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  rmSync(path.join(folder, "app/api/auth"), { recursive: true, force: true });
  write("auth.ts", ownAuth);
  write("app/api/auth/[...auth]/route.ts", endpoints(all.filter(isEndpoints)));
  write("proxy.ts", proxy(all.filter(isGuard)));
  write("app/guarded/page.tsx", "export default function Page() {\n  return <p>inside</p>;\n}\n");
  write("app/login/page.tsx", "export default function Page() {\n  return <p>log in</p>;\n}\n");
  write("played.cjs", played);
  // What does not compile is not asked for: the compiler was heard before.
  write("next.config.ts", "export default { typescript: { ignoreBuildErrors: true } };\n");
  for (const { at, snippet } of all) {
    const made = wrappers[snippet.file]?.(at, snippet.text);
    if (made) write(...made);
  }
  await mustRun(npx, ["next", "build"], { cwd: folder, env, timeoutSeconds: 600 });
}

/** Ids and secrets under the names of both versions, for providers that nobody asks. */
export function providerEnv(ids: readonly string[]): Record<string, string> {
  const names = ids.flatMap((id) => {
    const name = id.toUpperCase();
    return [
      [`AUTH_${name}_ID`, `id-of-${id}`],
      [`AUTH_${name}_SECRET`, `secret-of-${id}`],
      [`${name}_CLIENT_ID`, `id-of-${id}`],
      [`${name}_CLIENT_SECRET`, `secret-of-${id}`],
    ] as const;
  });
  return Object.fromEntries(names);
}

export async function startApp(
  folder: string,
  env: Record<string, string>,
): Promise<Server & { readonly origin: string }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = await startServer(npx, ["next", "start", "--port", String(port)], {
    cwd: folder,
    env: cleanEnv({
      ...env,
      AUTH_URL: origin,
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(folder, "played.cjs"))}`,
    }),
    url: `${origin}/login`,
  });
  return { ...server, origin };
}
