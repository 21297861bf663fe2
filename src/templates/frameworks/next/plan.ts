/** What both routers share in `auth init` and in an image: whole files only, so that the parser is not loaded. */
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import { render, type RenderStyle } from "../../render.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { usesTailwind } from "../../../cli/project/packages.js";
import { readIfText } from "../../../cli/project/files.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { CliError } from "../../../cli/terminal/errors.js";
import type { Framework } from "../../../cli/project/framework.js";
import type { InitContext } from "../init-context.js";
import { callingFile, prefixOf, styleLike } from "../../../cli/plan/places.js";
import { baseOf, nextConfigFile, proxyPlace } from "./project-files.js";
import { majorVersion } from "../../../cli/project/versions.js";
import { fileAt, languageOf } from "./routes.js";
import { setExportedMember } from "../../../cli/edit/exported-object.js";
import type { Deployment, PlanContext } from "../support.js";

/** What differs between the routers of Next.js. */
export interface Router {
  readonly folder: string;
  /** Folder that pages stand in. */
  readonly pages: string;
  /** Files that show how the people of the project write. */
  readonly neighbours: RegExp;
  /** Files below the folders, without extensions: of the endpoints, and of the page at an address. */
  readonly route: string;
  page(address: string): string;
  /** Where such a file answers. */
  addressOf(file: string): string;
  readonly templates: { readonly route: string; readonly page: string };
}

/** @throws CliError where the folder of the router is absent */
export function routerFolder(folder: string | undefined, what: string, other: "app" | "pages"): string {
  if (folder) return folder;
  throw new CliError("AUTH_E_NO_APP_DIR", `This Next.js project has no ${what}.`, {
    hint: `Create one first, or set up the other router: --framework next-${other}`,
  });
}

/** The places and the manner of the files that are written. */
export interface Layout {
  readonly router: Router;
  /** The manner of pages, and that of modules: an auth file that is there comes first. */
  readonly style: { readonly page: RenderStyle; readonly module: RenderStyle };
  /** Extensions of code and of markup. */
  readonly code: string;
  readonly markup: string;
  readonly prefix: string;
  readonly authFile: string;
  readonly authModule: string;
  readonly proxy: ReturnType<typeof proxyPlace>;
}

export function layoutOf(facts: ConfiguredProject, framework: Framework, router: Router): Layout {
  const { files } = facts;
  const { folder, pages } = router;
  const base = baseOf(folder);
  const names = files.list(pages);
  const isTyped = facts.language === "ts";
  const plainMarkup = names.some((name) => name.endsWith(".jsx")) ? "jsx" : "js";
  const code = isTyped ? "ts" : "js";
  const authFile = callingFile(facts) ?? `${base}auth.${code}`;
  const neighbours = names.filter((name) => router.neighbours.test(name)).map((name) => `${pages}/${name}`);
  const page = styleLike(facts, neighbours);
  return {
    router,
    style: { page, module: facts.authFile ? styleLike(facts, [facts.authFile], page) : page },
    code,
    markup: isTyped ? "tsx" : plainMarkup,
    prefix: prefixOf(facts, framework),
    authFile,
    authModule: authFile.replace(/\.\w+$/, ""),
    proxy: proxyPlace(facts, base, code),
  };
}

/** A file to write whole: its template, with what it needs beyond what all of them get. */
interface WholeFile {
  readonly kind: keyof Layout["style"];
  readonly template: string;
  readonly file: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** Whether a file that is there does already. */
  readonly keep: (text: string) => boolean;
  /** Why a file that is there is somebody else's. */
  readonly other?: string | undefined;
}

/** What writing a file of a template needs of a command. */
type Written = Pick<InitContext, "builder" | "template">;

export function writeFile({ builder, template }: Written, layout: Layout, whole: WholeFile): void {
  const { facts } = builder;
  const auth = specifierOf(layout.authModule, whole.file, facts.tsconfig);
  const content = render(whole.template, { ...template, auth, ...whole.data }, layout.style[whole.kind]);
  const { keep, other } = whole;
  builder.create(whole.file, content, whole.reason, { keep, other });
}

/** The Next.js part of `auth init`: whole files only, so the parser is not needed. */
export function planNext(context: InitContext, router: Router): void {
  const layout = layoutOf(context.builder.facts, context.answers.framework, router);
  const { proxyFile, own } = layout.proxy;
  writeFile(context, layout, {
    kind: "module",
    template: "frameworks/next/auth.ts.hbs",
    file: layout.authFile,
    data: { prefix: layout.prefix, proxyFile: path.posix.basename(own ?? proxyFile) },
    reason: "configuration",
    keep: (text) => text.includes(packageName),
  });
  planRoute(context, layout);
  const present = presentExample(context, layout);
  planProxy(context, layout, present === undefined || asksAuth(context.builder.facts, present));
  planPage(context, layout, present);
}

function planRoute(context: InitContext, layout: Layout): void {
  const { router, code, prefix } = layout;
  const route = `${router.folder}/${router.route}.${code}`;
  const file = fileAt(context.builder.facts, router.addressOf(route)) ?? route;
  const isForeign = file.includes("[...nextauth]");
  writeFile(context, layout, {
    kind: "module",
    template: router.templates.route,
    file,
    data: {},
    reason: `answers at ${prefix}${context.answers.framework.basePath}`,
    keep: (text) => text.includes("handlers"),
    other: isForeign ? `a route of next-auth is there: npx ${packageName} migrate takes it over` : undefined,
  });
}

/** @param isExample whether the page at the address of the example is one: a page of the app's own stays as open as it is */
function planProxy(context: InitContext, layout: Layout, isExample: boolean): void {
  const { own } = layout.proxy;
  if (own !== undefined) return keepProxy(context, layout, own);
  const { example, addresses: pages } = context.places;
  const language = exampleLanguage(context, layout);
  // A language in front may be left out of the address: what adds it stands behind the matcher.
  const addresses = language === undefined ? [example] : [`/:${language}${example}`, example];
  const guarded = isExample ? addresses.map((address) => `${address}/:path*`) : [];
  const hasStore = context.answers.store !== undefined;
  if (guarded.length + pages.length > 0) createProxy({ ...context, hasStore }, layout, { guarded, pages });
}

/** What a proxy answers at, as patterns of its matcher. */
interface Matched {
  readonly guarded: readonly string[];
  /** Addresses of built-in pages. */
  readonly pages?: readonly string[];
}

/** The guard in front of paths, as a file of its own; a warning where it could not open the store. */
export function createProxy(
  context: Written & { readonly hasStore: boolean },
  layout: Layout,
  { guarded, pages = [] }: Matched,
): void {
  const { proxyName, proxyFile } = layout.proxy;
  // Before Next.js 16 that file runs where no database driver does, and would take the store along.
  const isOption =
    context.builder.facts.configuration?.options.some((one) => one.path === "adapter") ?? false;
  if ((context.hasStore || isOption) && proxyName === "middleware") {
    context.builder.warn(
      "AUTH_W_EDGE_STORE",
      "No middleware is written: with a store it runs only from Next.js 16 on. Pages guard themselves.",
    );
    return;
  }
  writeFile(context, layout, {
    kind: "module",
    template: "frameworks/next/proxy.ts.hbs",
    file: proxyFile,
    data: {
      proxyName,
      matchers: guarded.map((one) => JSON.stringify(one)),
      pages: pages.map((one) => JSON.stringify(one)),
    },
    reason:
      guarded.length > 0
        ? `guards ${guarded.map((one) => one.replace("/:path*", "")).join(", ")}`
        : "shows the built-in pages",
    keep: () => true,
  });
}

function keepProxy({ builder }: InitContext, layout: Layout, own: string): void {
  const { facts } = builder;
  const isGuard = asksAuth(facts, own);
  builder.step({
    kind: "create",
    path: own,
    status: "already",
    reason: isGuard ? "guards with auth" : "is yours, left as it is",
  });
  if (!isGuard) warnOfProxy({ builder }, layout, own);
}

/** Whether a file of the project's own, such as its proxy, asks `auth`. */
export const asksAuth = ({ files }: ConfiguredProject, file: string): boolean =>
  /\bauth\b/.test(readIfText(files, file)?.text ?? "");

export function warnOfProxy({ builder }: PlanContext, layout: Layout, own: string): void {
  const { facts } = builder;
  const specifier = specifierOf(layout.authModule, own, facts.tsconfig);
  const line = `export { auth as ${layout.proxy.proxyName} } from "${specifier}"`;
  builder.warn(
    "AUTH_W_PROXY",
    `${own} exists. The example page guards itself; to guard whole paths, use auth there too: ${line}`,
  );
}

const pageFile = ({ router, markup }: Layout, address: string): string =>
  `${router.pages}/${router.page(address)}.${markup}`;

/** The file that answers where the example would stand: two of them do not build. */
function presentExample({ builder: { facts }, places }: InitContext, layout: Layout): string | undefined {
  return fileAt(facts, layout.router.addressOf(pageFile(layout, places.example)));
}

/** The parameter for a language that the example stands below, which it leads back to. */
const exampleLanguage = ({ places }: InitContext, layout: Layout): string | undefined =>
  languageOf(layout.router.addressOf(pageFile(layout, places.example)));

function planPage(context: InitContext, layout: Layout, present: string | undefined): void {
  const { router, prefix } = layout;
  const { example } = context.places;
  // Parameters are a promise from Next.js 15 on.
  const hasPromise = (majorVersion(context.builder.facts, "next") ?? 16) >= 15;
  const language = hasPromise ? exampleLanguage(context, layout) : undefined;
  writeFile(context, layout, {
    kind: "page",
    template: router.templates.page,
    file: present ?? pageFile(layout, example),
    // Next puts the prefix in front of none of these.
    data: {
      tailwind: usesTailwind(context.builder.facts),
      homeUrl: prefix || "/",
      pageUrl: prefix + example,
      language: language ?? "",
      languageUrl: `\`${prefix}/\${${language}}${example}\``,
      typed: context.builder.facts.language === "ts",
    },
    reason: "an example of a guarded page",
    keep: () => true,
  });
}

/** How Next.js runs in an image: the server that it writes itself, with the packages that it needs. */
const option = 'output: "standalone"';

export async function nextDeployment({ builder }: PlanContext): Promise<Deployment> {
  const { facts } = builder;
  const { files } = facts;
  const file = nextConfigFile(files);
  const text = file === undefined ? undefined : builder.text(file);
  if (file === undefined || text === undefined) {
    const content = `/** @type {import("next").NextConfig} */\nconst nextConfig = { ${option} };\n\nexport default nextConfig;\n`;
    builder.create("next.config.mjs", content, "writes a server for the image");
  } else {
    builder.edit(file, await setExportedMember({ file, text }, "output", '"standalone"'), {
      reason: "writes a server for the image",
      already: `has ${option}`,
      snippet: `const nextConfig = { ${option} };`,
    });
  }
  return {
    copies: [
      { from: "/app/.next/standalone", to: "./" },
      { from: "/app/.next/static", to: "./.next/static" },
      ...(files.list("public").length > 0 ? [{ from: "/app/public", to: "./public" }] : []),
    ],
    hasPackages: false,
    mustBuild: true,
    command: ["node", "server.js"],
    variables: {},
  };
}
