/** Entry point `authwright/nuxt`: the module of Nuxt 4. It runs while the app is built, and is no part of it. */
import { existsSync } from "node:fs";
import path from "node:path";
import {
  appTypes,
  middlewareCode,
  mountedCode,
  nitroPluginCode,
  pageGuardCode,
  pluginCode,
  serverPageGuardCode,
  useAuthCode,
} from "./generated-code.js";
import { filesBelow } from "./files-below.js";
import { checkRules, type RouteRules } from "./rules.js";

/** Options of the module, in nuxt.config as `authwright: { … }`. */
export interface ModuleOptions {
  /** Path of the endpoints, below the app's own `baseURL`. Default `/api/auth`. */
  readonly basePath?: string | undefined;
}

/** The part of Nuxt that is used. */
export interface NuxtInstance {
  /** The resolved configuration. */
  readonly options: {
    /** What stands below `authwright`. */
    readonly authwright?: ModuleOptions | undefined;
    /** `nuxt dev`. */
    readonly dev?: boolean | undefined;
    /** `nuxt generate`: nothing but files. */
    readonly nitro: {
      /** Files only. */
      readonly static?: boolean | undefined;
      /** Rules of its own, beside those of Nuxt. */
      readonly routeRules?: RouteRules | undefined;
      /** Code that runs when the server starts. */
      plugins?: string[] | undefined;
      /** What the build leaves to Node. */
      externals?: {
        /** And what it does not. */
        inline?: unknown[] | undefined;
      };
    };
    /** By pattern. */
    readonly routeRules?: RouteRules | undefined;
    /** Absolute, `…/server`. */
    readonly serverDir: string;
    /** Absolute, `…/.nuxt`. */
    readonly buildDir: string;
    /** What the build makes. */
    readonly build: {
      /** Files of its own. */
      readonly templates: Template[];
    };
    /** Code that runs with the app. */
    readonly plugins: unknown[];
    /** Code that answers requests. */
    readonly serverHandlers: unknown[];
  };
  /** Called at a step of the build. */
  hook(name: string, listener: (given: never) => void): unknown;
}

/** A file that the build makes. */
interface Template {
  /** Below `buildDir`. */
  readonly filename: string;
  /** Its text. */
  readonly getContents: () => string;
  /** On disk too, for the compiler. */
  readonly write: boolean;
}

/** The part of Nitro that is used, once it is resolved. */
interface NitroInstance {
  /** Its options. */
  readonly options: {
    /** Those of nuxt.config, of pages and of modules. */
    readonly routeRules?: RouteRules | undefined;
    /** The server itself sends the public files. */
    readonly serveStatic?: boolean | string | undefined;
    /** Folders of files that are sent as they are. */
    readonly publicAssets?:
      | readonly { readonly dir: string; readonly baseURL?: string | undefined }[]
      | undefined;
  };
}

/**
 * Mounts `auth` of `server/auth.ts`: the endpoints, the pages of `pageAddresses` and the guards of `routeRules`. Pages
 * have `useAuth()`, the components `SignedIn`, `SignedOut`, `SignInButton`, `UserButton`, `ImpersonationBar`, and `definePageMeta({ auth })`.
 *
 * @throws Error for a project without `server/auth.ts`, and for rules that cannot be kept
 * @example
 * export default defineNuxtConfig({
 *   modules: ["authwright/nuxt"],
 *   routeRules: { "/admin/**": { auth: { role: "admin" } } },
 * });
 */
export default function authwright(inline: ModuleOptions, nuxt: NuxtInstance): void {
  const { options } = nuxt;
  const { basePath = "/api/auth" } = { ...options.authwright, ...inline };
  checkBasePath(basePath);
  if (options.nitro.static === true)
    throw new Error(
      "authwright: nuxt generate makes files alone, and sign-in needs a server. Run nuxt build",
    );
  const authFile = `${options.serverDir}/auth`;
  if (!["ts", "mts", "js", "mjs"].some((ending) => existsSync(`${authFile}.${ending}`)))
    throw new Error(
      `authwright: there is no ${authFile}.ts. It holds: export const auth = createAuth({ providers: [] }), with createAuth of authwright/nuxt/server. npx auth init writes it`,
    );
  checkRules({ ...options.routeRules, ...options.nitro.routeRules }, known);
  const write = (name: string, text: string): string => {
    options.build.templates.push({ filename: `authwright/${name}`, getContents: () => text, write: true });
    return `${options.buildDir}/authwright/${name}`;
  };
  nuxt.hook("nitro:build:before", (nitro: NitroInstance) => checkResolved(nitro, options.dev === true));
  const mounted = write("mounted.mjs", mountedCode(authFile, basePath));
  options.serverHandlers.push({
    middleware: true,
    handler: write("middleware.mjs", middlewareCode(mounted)),
  });
  (options.nitro.plugins ??= []).push(write("nitro-plugin.mjs", nitroPluginCode(mounted)));
  // Nitro would leave them to Node while it develops, which knows nothing of `#imports`.
  ((options.nitro.externals ??= {}).inline ??= []).push(`${options.buildDir}/authwright`);
  options.plugins.unshift({ src: write("plugin.ts", pluginCode(basePath)), mode: "all" });
  options.plugins.push({ src: write("server-pages.ts", serverPageGuardCode), mode: "server" });
  const useAuth = write("use-auth.ts", useAuthCode(authFile));
  nuxt.hook("imports:extend", (imports: unknown[]) => void imports.push({ name: "useAuth", from: useAuth }));
  const guard = write("page-guard.ts", pageGuardCode(basePath));
  nuxt.hook("app:resolve", ({ middleware }: { middleware: unknown[] }) => {
    middleware.unshift({ name: "authwright", path: guard, global: true });
  });
  nuxt.hook("components:extend", (all: unknown[]) => void all.push(...components));
  const types = { path: write("types.d.ts", appTypes) };
  nuxt.hook("prepare:types", (given: Record<"references" | "nodeReferences", unknown[] | undefined>) => {
    given.references?.push(types);
    given.nodeReferences?.push(types);
  });
  nuxt.hook(
    "nitro:prepare:types",
    ({ references }: { references: unknown[] }) => void references.push(types),
  );
}

/** The preset is not resolved when modules run. */
const known = { isBehindPlatform: false, files: () => [] };

/** By which Nuxt names the module and types its options. */
authwright.getMeta = async (): Promise<{ name: string; configKey: string }> => ({
  name: "authwright",
  configKey: "authwright",
});

function checkBasePath(pathname: string): void {
  if (/^(?:\/[\w-]+)+$/.test(pathname)) return;
  throw new Error(`authwright: basePath "${pathname}" isn't a path. Write it as "/api/auth"`);
}

/** What the build has resolved: rules of pages and of modules that run later among them. */
function checkResolved({ options }: NitroInstance, isDev: boolean): void {
  checkRules(options.routeRules ?? {}, {
    isBehindPlatform: !isDev && !options.serveStatic,
    *files() {
      for (const { dir, baseURL = "/" } of options.publicAssets ?? [])
        for (const file of filesBelow(dir))
          yield [path.posix.join("/", baseURL, path.relative(dir, file).replaceAll("\\", "/")), file];
    },
  });
}

const components = ["SignedIn", "SignedOut", "SignInButton", "UserButton", "ImpersonationBar"].map(
  (name) => ({
    pascalName: name,
    kebabName: name.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase(),
    export: name,
    filePath: "authwright/vue",
    shortPath: "authwright/vue",
    chunkName: `components/${name}`,
    prefetch: false,
    preload: false,
    global: false,
    mode: "all",
  }),
);
