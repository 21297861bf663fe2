// data file
/**
 * Apps of SvelteKit and Nuxt in which every text of `auth migrate` appears that is said of such apps, and what somebody
 * writes who follows all of them. Nothing is listed then.
 */
import type { Change, Files } from "./advice.js";

export interface AdvisedApp {
  readonly name: string;
  readonly files: Files;
  readonly changes: readonly Change[];
}

const manifest = (dependencies: object): string =>
  `${JSON.stringify({ name: "app", private: true, type: "module", dependencies }, null, 2)}\n`;

const kit = manifest({ "@auth/sveltekit": "^1.11.3", "@sveltejs/kit": "^2.70.4" });
const sidebase = manifest({ "@sidebase/nuxt-auth": "^1.3.1", "next-auth": "~4.21.1", nuxt: "~4.4.5" });
const utils = manifest({ "nuxt-auth-utils": "^0.5.30", nuxt: "~4.4.5" });

const nuxtConfig = (module: string, members = "", modules = `["${module}"]`): string =>
  `export default defineNuxtConfig({\n  modules: ${modules},\n${members}});\n`;

const handler = (members = 'secret: "s"'): string =>
  `import { NuxtAuthHandler } from "#auth";\n\nexport default NuxtAuthHandler({ ${members}, providers: [] });\n`;
const handlerFile = "server/api/auth/[...].ts";

const vue = (script: string, template = "<p>Page</p>"): string =>
  `<script setup lang="ts">\n${script}\n</script>\n\n<template>\n  ${template}\n</template>\n`;
const route = (body: string): string =>
  `export default defineEventHandler(async (event) => {\n  ${body}\n});\n`;

const github = (members: string): string =>
  `export default defineOAuthGitHubEventHandler({\n${members}\n});\n`;
const signsIn =
  '  async onSuccess(event, { user }) {\n    await setUserSession(event, { user: { name: user.name } });\n    return sendRedirect(event, "/");\n  },';
const githubFile = "server/routes/auth/github.get.ts";

export const advisedApps: readonly AdvisedApp[] = [
  {
    name: "@auth/sveltekit",
    files: {
      "package.json": kit,
      "src/auth.ts":
        'import { SvelteKitAuth } from "@auth/sveltekit";\n\nexport const { handle } = SvelteKitAuth(async () => ({ providers: [] }));\n',
      "src/other.ts":
        'import { SvelteKitAuth } from "@auth/sveltekit";\n\nexport const { handle } = SvelteKitAuth({ providers: [], basePath: "/login" });\n',
      "src/odd.ts":
        'import { SvelteKitAuth } from "@auth/sveltekit";\n\nconst config = { providers: [] };\nexport const hooks = { all: [SvelteKitAuth(config).signIn] };\n',
      "src/routes/+page.svelte":
        '<script>\n  import { SignIn } from "@auth/sveltekit/components";\n</script>\n\n<SignIn provider="github" authorizationParams={{ prompt: "login" }} />\n',
      "src/routes/out/+page.svelte":
        '<script>\n  import { SignOut } from "@auth/sveltekit/components";\n  let name = "a";\n</script>\n\n<SignOut className={name} />\n',
    },
    changes: [
      ["src/auth.ts", "SvelteKitAuth(async () => ({ providers: [] }))", "SvelteKitAuth(async () => config)"],
      ["src/auth.ts", "export const", "const config = { providers: [] };\nexport const"],
      ["src/other.ts", 'basePath: "/login"', 'basePath: "/auth"'],
      [
        "src/odd.ts",
        "export const hooks = { all: [SvelteKitAuth(config).signIn] };",
        "export const { signIn } = SvelteKitAuth(config);\nexport const hooks = { all: [signIn] };",
      ],
      [
        "src/routes/+page.svelte",
        '<form method="POST" action="/signin"><button name="providerId" value="github">Sign in</button></form>\n',
      ],
      [
        "src/routes/out/+page.svelte",
        '<form method="POST" action="/signout"><button>Sign out</button></form>\n',
      ],
    ],
  },
  {
    name: "@sidebase/nuxt-auth",
    files: {
      "package.json": sidebase,
      "nuxt.config.ts": nuxtConfig(
        "@sidebase/nuxt-auth",
        '  auth: {\n    provider: { type: "authjs", defaultProvider: "github" },\n    sessionRefresh: { enablePeriodically: 1000 },\n    disableServerSideAuth: true,\n  },\n',
      ),
      [handlerFile]: handler("secret: makeSecret()"),
      "server/second.ts":
        'import { NuxtAuthHandler } from "#auth";\n\nexport const second = NuxtAuthHandler({ secret: "s", providers: [] });\n',
      "server/api/me.get.ts": `import { getServerSession } from "#auth";\n\n${route("return getServerSession(event, {});")}`,
      "server/api/token.get.ts": `import { getToken } from "#auth";\n\n${route("return getToken({ event });")}`,
      "server/api/names.get.ts": `import names from "./auth/[...]";\nimport { getServerSession } from "#auth";\n\n${route("return [names, await getServerSession(event)];")}`,
      "app/pages/index.vue": vue(
        "const { getSession, lastRefreshedAt, getCsrfToken, getProviders } = useAuth();\nconst { loading } = useAuthState();",
        '<button @click="getSession({ required: true })">Again</button>',
      ),
      "app/pages/odd.vue": vue("definePageMeta({ auth: meta });"),
      "app/middleware/own.ts":
        "export default defineNuxtRouteMiddleware((to) => {\n  useAuth();\n  if (to.meta.auth === false) return;\n});\n",
    },
    changes: [
      ["nuxt.config.ts", nuxtConfig("@sidebase/nuxt-auth", '  routeRules: { "/**": { swr: true } },\n')],
      [handlerFile, "makeSecret()", "process.env.NUXT_AUTH_SECRET"],
      ["server/second.ts", null],
      ["server/api/me.get.ts", "getServerSession(event, {})", "getServerSession(event)"],
      ["server/api/names.get.ts", 'import names from "./auth/[...]";\n', ""],
      ["server/api/names.get.ts", "names, ", ""],
      [
        "app/pages/index.vue",
        vue(
          'import { getProviders, getCsrfToken } from "authwright/vue";\nconst { getSession, status } = useAuth();\nconst loading = computed(() => status.value === "loading");',
          '<button @click="getSession()">Again</button>',
        ),
      ],
      ["app/pages/odd.vue", "auth: meta", "auth: true"],
      ["app/middleware/own.ts", "to.meta.auth === false", "to.path === '/open'"],
    ],
  },
  {
    name: "@sidebase/nuxt-auth where every page asks",
    files: {
      "package.json": sidebase,
      "nuxt.config.ts": nuxtConfig(
        "@sidebase/nuxt-auth",
        '  auth: { globalAppMiddleware: { isEnabled: true, addDefaultCallbackUrl: "/home" } },\n',
      ),
      [handlerFile]: handler(),
      "app/middleware/own.ts":
        "export default defineNuxtRouteMiddleware((to) => {\n  useAuth();\n  if (to.meta.auth === false) return;\n});\n",
    },
    changes: [
      ["nuxt.config.ts", ', addDefaultCallbackUrl: "/home"', ""],
      ["app/middleware/own.ts", "to.meta.auth === false", "to.meta.isPublic === true"],
    ],
  },
  ...[
    ["modules that are made elsewhere", nuxtConfig("", "", "modules"), handler()],
    [
      "a module that is not always enabled",
      nuxtConfig("@sidebase/nuxt-auth", "  auth: { isEnabled: on },\n"),
      handler(),
    ],
    ["options from elsewhere", nuxtConfig("@sidebase/nuxt-auth", "  auth: options,\n"), handler()],
    [
      "a provider of an unknown type",
      nuxtConfig("@sidebase/nuxt-auth", "  auth: { provider: { type } },\n"),
      handler(),
    ],
    [
      "the provider local",
      nuxtConfig("@sidebase/nuxt-auth", '  auth: { provider: { type: "local" } },\n'),
      handler(),
    ],
    [
      "pages that may all ask",
      nuxtConfig("@sidebase/nuxt-auth", "  auth: { globalAppMiddleware: { isEnabled: on } },\n"),
      handler(),
    ],
    ["no handler", nuxtConfig("@sidebase/nuxt-auth"), ""],
  ].map(([name = "", config = "", text = ""]) => ({
    name: `@sidebase/nuxt-auth: ${name}`,
    files: { "package.json": sidebase, "nuxt.config.ts": config, [handlerFile]: text },
    changes: [
      ["nuxt.config.ts", nuxtConfig("@sidebase/nuxt-auth")],
      [handlerFile, handler()],
    ] satisfies Change[],
  })),
  {
    name: "@sidebase/nuxt-auth: the place is taken",
    files: {
      "package.json": sidebase,
      "nuxt.config.ts": nuxtConfig("@sidebase/nuxt-auth"),
      [handlerFile]: handler(),
      "server/auth.ts": "export const own = 1;\n",
    },
    changes: [["server/auth.ts", null]],
  },
  {
    name: "nuxt-auth-utils",
    files: {
      "package.json": utils,
      "nuxt.config.ts": nuxtConfig(
        "nuxt-auth-utils",
        "  runtimeConfig: { session: { maxAge: 60 }, oauth: { github: {} } },\n",
      ),
      [githubFile]: github(
        `  config: { scope: ["repo"] },\n${signsIn.replace("} });", "}, at: 1 });")}\n  onError: (event) => sendRedirect(event, "/"),`,
      ),
      "server/api/out.post.ts": route("await clearUserSession(event);"),
      "server/api/me.get.ts": route("return getUserSession(event);"),
      "server/api/visitor.get.ts": route(
        "const session = await getUserSession(event);\n  return session.user?.id || session.id;",
      ),
      "server/api/mine.get.ts": route("return requireUserSession(event, { statusCode: 403 });"),
      "auth.d.ts":
        'declare module "#auth-utils" {\n  interface User {\n    name: string;\n  }\n}\n\nexport {};\n',
      "app/pages/index.vue": vue(
        "const { session, openInPopup } = useUserSession();",
        '<a href="/auth/github">Enter</a>',
      ),
      "app/pages/own.vue": vue("const own = useUserSession();"),
      "app/pages/mine.vue": vue(
        "const { session } = useUserSession();",
        '<AuthState v-slot="{ loggedIn }">{{ loggedIn }} {{ session.at }}</AuthState>',
      ),
    },
    changes: [
      ["nuxt.config.ts", nuxtConfig("nuxt-auth-utils")],
      [githubFile, github(signsIn)],
      ["server/api/out.post.ts", null],
      [
        "server/api/visitor.get.ts",
        'import { auth } from "../auth";\n\n' +
          route(
            'const session = await auth.session(event);\n  return session?.user?.id || getCookie(event, "visitor");',
          ),
      ],
      ["server/api/me.get.ts", 'import { auth } from "../auth";\n\n' + route("return auth.session(event);")],
      [
        "server/api/mine.get.ts",
        'import { auth } from "../auth";\n\n' + route("return auth.require(event);"),
      ],
      ["auth.d.ts", null],
      [
        "app/pages/index.vue",
        vue("const { signIn } = useAuth();", "<button @click=\"signIn('github')\">Enter</button>"),
      ],
      ["app/pages/own.vue", vue("const { data, status, signOut, update } = useAuth();")],
      [
        "app/pages/mine.vue",
        vue(
          "const { data } = useAuth();",
          '<SignedIn v-slot="{ session }">{{ session.user?.name }}</SignedIn>',
        ),
      ],
    ],
  },
  {
    name: "nuxt-auth-utils: other ways in",
    files: {
      "package.json": utils,
      "nuxt.config.ts": nuxtConfig("nuxt-auth-utils", "  auth: { webAuthn: true },\n"),
      [githubFile]: github(`  config: settings,\n${signsIn}`),
      "server/routes/auth/more.get.ts": github(
        '  async onSuccess(event, { user }) {\n    await save(user);\n    await setUserSession(event, { user: { id: user.id } });\n    return sendRedirect(event, "/");\n  },',
      ),
      "server/routes/auth/one.get.ts": github(signsIn),
      "server/routes/auth/two.get.ts": github(signsIn),
      "server/routes/auth/team.get.ts": github(`  config: { redirectURL: "/back" },\n${signsIn}`),
      "server/routes/auth/bound.get.ts": `const own = ${github(signsIn).replace("export default ", "")}export default own;\n`,
      "server/routes/auth/keycloak.get.ts": github(signsIn).replace("GitHub", "Keycloak"),
      "server/auth.ts": "export const own = 1;\n",
      "server/api/login.post.ts": route(
        'await verifyPassword("a", "b");\n  await hashPassword("a");\n  passwordNeedsRehash("a");\n  await setUserSession(event, {});\n  await replaceUserSession(event, {});',
      ),
      "server/api/register.post.ts": "export default defineWebAuthnRegisterEventHandler({});\n",
      "server/api/passkey.post.ts": "export default defineWebAuthnAuthenticateEventHandler({});\n",
      "server/plugins/session.ts":
        'export default defineNitroPlugin(() => {\n  sessionHooks.hook("fetch", () => undefined);\n});\n',
      "app/pages/index.vue": vue("const { register } = useWebAuthn();"),
    },
    changes: [
      ["nuxt.config.ts", nuxtConfig("nuxt-auth-utils")],
      [githubFile, github(signsIn)],
      ["server/routes/auth/more.get.ts", null],
      ["server/routes/auth/one.get.ts", null],
      ["server/routes/auth/two.get.ts", null],
      ["server/routes/auth/team.get.ts", null],
      ["server/routes/auth/bound.get.ts", null],
      ["server/routes/auth/keycloak.get.ts", null],
      ["server/auth.ts", null],
      ["server/api/login.post.ts", null],
      ["server/api/register.post.ts", null],
      ["server/api/passkey.post.ts", null],
      ["server/plugins/session.ts", null],
      ["app/pages/index.vue", vue("")],
    ],
  },
  {
    name: "nuxt-auth-utils: modules that are made elsewhere, and no handler",
    files: { "package.json": utils, "nuxt.config.ts": nuxtConfig("", "", "modules") },
    changes: [
      ["nuxt.config.ts", nuxtConfig("nuxt-auth-utils")],
      [githubFile, github(signsIn)],
    ],
  },
];
