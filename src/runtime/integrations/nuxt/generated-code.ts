/** Code that the module writes into `.nuxt`, where Nuxt's own imports and the types of the app are at hand. */
import { linkHeader } from "./rules.js";

const text = (value: unknown): string => JSON.stringify(value);

const own = "authwright";
/** What Nuxt and Nitro give to code of an app. */
const theirs = "#imports";

/** A line by which the code that is written takes names from a module. */
const taking = (names: string, specifier: string): string => `import { ${names} } from ${text(specifier)};`;
/** The same of types alone: nothing of the module is loaded, in a browser neither. */
const takingTypes = (names: string, specifier: string): string =>
  `import type { ${names} } from ${text(specifier)};`;

// What runs in the server is JavaScript, because Nitro compiles nothing below node_modules, where builds put it.

/** The guards of the rules that Nitro has resolved: those of pages, and of modules that came later, are among them. */
export const mountedCode = (
  authFile: string,
  basePath: string,
): string => `${taking("useRuntimeConfig", theirs)}
${taking("auth", authFile)}

const { app, nitro } = useRuntimeConfig();
const trustProxy = globalThis.process?.env.TRUST_PROXY;

export const mounted = auth.mount({
  basePath: ${text(basePath)},
  baseURL: app.baseURL,
  trustProxy,
  rules: nitro.routeRules ?? {},
});
`;

/** The endpoints and pages, among the middleware of the app. */
export const middlewareCode = (mountedFile: string): string => `${taking("defineEventHandler", theirs)}
${taking("mounted", mountedFile)}

export default defineEventHandler(mounted.answer);
`;

/** The guards, in front of all that Nitro answers: rules that redirect or hand on, files, upgrades, middleware. */
export const nitroPluginCode = (
  mountedFile: string,
): string => `${taking("defineEventHandler, defineNitroPlugin, getRouteRules, setResponseHeaders", theirs)}
${taking("mounted", mountedFile)}

export default defineNitroPlugin(({ h3App, hooks }) => {
  const handler = defineEventHandler((event) => {
    setResponseHeaders(event, getRouteRules(event).headers ?? {});
    return mounted.guard(event);
  });
  h3App.stack.unshift({ route: "/", handler });
  hooks.hook("beforeResponse", mounted.beforeResponse);
  const { websocket } = h3App;
  const upgrade = async (request) => {
    await mounted.upgrade(request);
    return websocket.hooks?.upgrade?.(request);
  };
  const value = { ...websocket, hooks: { ...websocket.hooks, upgrade } };
  Object.defineProperty(h3App, "websocket", { value, configurable: true });
});
`;

/** The session of the one who asks goes into the page, and from there into the app of the browser. */
export const pluginCode = (basePath: string): string => `${taking("authPlugin, type Session", `${own}/vue`)}
${takingTypes("NuxtRequestContext", `${own}/nuxt/server`)}
${taking("defineNuxtPlugin, useRequestEvent, useRuntimeConfig, useState", theirs)}

export default defineNuxtPlugin({
  name: "authwright",
  enforce: "pre",
  async setup({ vueApp }) {
    const session = useState<Session | null | undefined>("authwright", () => undefined);
    if (import.meta.server) {
      const event = useRequestEvent();
      // A page that is kept for everybody is rendered for nobody; its browser asks.
      const { cache, swr, isr } = event?.context._nitro?.routeRules ?? {};
      const asked = event?.context["authwright"] as NuxtRequestContext | undefined;
      if (asked?.guarded.length) useState("authwright:guarded", () => asked.guarded);
      const isKept = import.meta.prerender || cache || swr || isr || asked?.isShared();
      if (!isKept && asked !== undefined)
        session.value = JSON.parse(JSON.stringify(await asked.session()));
    }
    const { baseURL } = useRuntimeConfig().app;
    vueApp.use(authPlugin, {
      basePath: baseURL.replace(/\\/+$/, "") + ${text(basePath)},
      session: session.value,
    });
  },
});
`;

/** The composable, with the type of the app's own session. */
export const useAuthCode = (
  authFile: string,
): string => `${taking("signIn, signOut, useSession, type UseSessionReturn, type SessionOf", `${own}/vue`)}
${takingTypes("auth", authFile)}

export interface UseAuthReturn extends UseSessionReturn<SessionOf<typeof auth>> {
  /** Starts a sign-in: \`signIn("github")\`; without a provider the browser goes to the sign-in page. */
  readonly signIn: typeof signIn;
  /** Ends the session, in all tabs. */
  readonly signOut: typeof signOut;
}

/** Who is signed in, from the first rendering on: \`const { data, status, signIn, signOut, update } = useAuth()\`. */
export const useAuth = (): UseAuthReturn => ({ ...useSession<typeof auth>(), signIn, signOut });
`;

const linkGuardCode = `/** Asks the server, which answers who is refused. Without an answer nobody is let in. */
const isLetIn = (address: string): Promise<boolean> =>
  fetch(address, { headers: { ${text(linkHeader)}: "1", accept: "application/json" }, cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A way back that ends before the browser has left would take it forward again. */
const leaveFor = (address: string): Promise<never> => {
  void navigateTo(address, { external: true });
  return new Promise(() => {});
};

/** Whether a rule may guard where a link leads: rules that no server has told are not known. */
const mayBeGuarded = (path: string, from: { readonly path: string; readonly matched: readonly unknown[] }): boolean => {
  const base = useRuntimeConfig().app.baseURL.replace(/\\/+$/, "");
  const { isHydrating, payload } = useNuxtApp();
  // The server has answered the first page, and the one that stays.
  const isFirst = isHydrating && from.matched.length === 0 && location.pathname === base + path;
  if (isFirst || (from.matched.length > 0 && from.path === path)) return false;
  const told = payload.serverRendered ? [] : undefined;
  const guarded = useState<readonly string[] | undefined>("authwright:guarded").value ?? told;
  if (guarded === undefined) return true;
  const parts = path.toLowerCase().split("/").slice(1);
  const isPlain = /^(?:\\/[\\w~-][\\w.~-]*)*\\/?$/.test(path);
  const holds = (wanted: string, at: number) =>
    wanted === parts[at] || (/^(?:\\*|:.+)$/.test(wanted) && Boolean(parts[at]));
  return guarded.some((one) => !isPlain || one.toLowerCase().split("/").filter(Boolean).every(holds));
};`;

/**
 * What rules guard is asked of the server before a link opens it. `definePageMeta({ auth })` is judged on the server where it
 * renders, and in the browser a comfort.
 */
export const pageGuardCode = (
  basePath: string,
): string => `${takingTypes("NuxtRequestContext, Requirement", `${own}/nuxt/server`)}
${taking(
  "abortNavigation, createError, defineNuxtRouteMiddleware, navigateTo, useAuth, useError, useNuxtApp, useRequestEvent, useRuntimeConfig, useState",
  theirs,
)}

export default defineNuxtRouteMiddleware(async (to, from) => {
  const base = useRuntimeConfig().app.baseURL.replace(/\\/+$/, "");
  const address = base + to.fullPath;
  if (import.meta.client && mayBeGuarded(to.path, from) && !(await isLetIn(address))) return leaveFor(address);
  const asked = to.meta.auth;
  if (asked === undefined || useError().value) return;
  const requirement: Requirement = asked === true ? {} : asked;
  const refuse = (statusCode: number) => abortNavigation(createError({ statusCode, fatal: true, message: unseen }));
  if (import.meta.server) {
    const event = useRequestEvent();
    const { cache, swr, isr } = event?.context._nitro?.routeRules ?? {};
    if (import.meta.prerender) refuseToKeep(\`\${to.path} is prerendered\`, "Remove one of them");
    if (cache || swr || isr)
      refuseToKeep(
        \`routeRules keep \${to.path} for everybody\`,
        \`Guard it by a rule: routeRules: { "\${to.path}": { auth: true } }\`,
      );
    const context = event?.context["authwright"] as NuxtRequestContext | undefined;
    const { refused } = context === undefined ? refusedUnseen : await context.judge(requirement, to.params);
    if (refused?.location === undefined) return refused && refuse(refused.status);
    return navigateTo(refused.location, { external: true, redirectCode: 302 });
  }
  const { isHydrating, payload } = useNuxtApp();
  if (isHydrating && payload.serverRendered) return;
  const { data, status, update } = useAuth();
  if (status.value === "loading") await update();
  const user = data.value?.user as { role?: unknown; roles?: unknown } | undefined;
  const { role, maxAge, factor, ...ofPlugins } = requirement;
  const wanted = Object.keys(ofPlugins).length === 0 ? [role ?? []].flat() : [];
  const fits = data.value !== null && (wanted.length === 0 || wanted.some((one) => [user?.role, user?.roles].flat().includes(one)));
  const isKnown = Object.keys(requirement).every((name) => name === "role");
  if (fits && (isKnown || !payload.serverRendered)) return;
  // The server decides, where it renders: the browser loads the page anew.
  if (payload.serverRendered) return leaveFor(address);
  if (data.value !== null) return refuse(403);
  const query = new URLSearchParams({ callbackUrl: to.fullPath });
  return navigateTo(\`\${base}${basePath}/signin?\${query}\`, { external: true });
});

${linkGuardCode}

const unseen = "You can't see this page now";
// Without the middleware of the server nobody has judged the request.
const refusedUnseen = { refused: { status: 500, location: undefined } };

const refuseToKeep = (why: string, fix: string): never => {
  const message = \`\${why}, and definePageMeta({ auth }) asks the first visitor alone. \${fix}\`;
  throw createError({ statusCode: 500, fatal: true, message });
};
`;

/** Nuxt answers the content of a server page at an address of its own, where no middleware of the app runs. */
export const serverPageGuardCode = `${takingTypes("NuxtPageContext", `${own}/nuxt/server`)}
${taking("createError, defineNuxtPlugin, useRequestEvent, useRouter", theirs)}
${takingTypes("RouteRecordRaw", "vue-router")}

const holds = (routes: readonly RouteRecordRaw[], name: unknown): boolean =>
  routes.some((one) => one.name === name || holds(one.children ?? [], name));

export default defineNuxtPlugin({
  name: "authwright:server-pages",
  setup({ ssrContext, hook }) {
    const asked = ssrContext?.islandContext?.name;
    if (!asked?.startsWith("page_")) return;
    hook("app:created", async () => {
      const context = useRequestEvent()?.context["authwright"] as NuxtPageContext | undefined;
      const pages = useRouter().getRoutes();
      const page = pages.find(({ name }) => asked === \`page_\${String(name)}\`);
      if (page === undefined || context === undefined) throw createError({ statusCode: 404 });
      const around = pages.filter(({ children }) => holds(children, page.name));
      const requirements = [page, ...around].flatMap(({ meta: { auth } }) => (auth === true ? {} : (auth ?? [])));
      const verdicts = [
        () => context.judgeAt(page.path),
        ...requirements.map((one) => () => context.judge(one)),
      ];
      for (const verdict of verdicts) {
        const { refused } = await verdict();
        if (refused === undefined) continue;
        throw createError({ statusCode: refused.location === undefined ? refused.status : 401 });
      }
    });
  },
});
`;

/** What nuxt.config and pages may say of a guard. */
export const appTypes = `${takingTypes("Requirement", `${own}/nuxt/server`)}

interface Guarded<Asked = Requirement> {
  /** Who may come: whoever is signed in (true), or who meets the requirement. */
  auth?: true | Asked;
}
/** Options of plugins come with server/auth, which nuxt.config is compiled without. */
interface GuardedRule extends Guarded<Requirement & Readonly<Record<string, unknown>>> {}

declare module "nitropack" {
  interface NitroRouteConfig extends GuardedRule {}
  interface NitroRouteRules extends GuardedRule {}
}
declare module "nitropack/types" {
  interface NitroRouteConfig extends GuardedRule {}
  interface NitroRouteRules extends GuardedRule {}
}
declare module "#app" {
  interface PageMeta extends Guarded {}
}
declare module "vue-router" {
  interface RouteMeta extends Guarded {}
}
`;
