import path from "node:path";
import { packageName } from "../../package.js";
import { render } from "../../render.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { majorVersion } from "../../../cli/project/versions.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { CliError } from "../../../cli/terminal/errors.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { prefixOf, styleLike } from "../../../cli/plan/places.js";

/** What differs between the routers of Next.js. */
export interface Router {
  readonly folder: string;
  /** Folder that pages stand in. */
  readonly pages: string;
  /** Files that show how the people of the project write. */
  readonly neighbours: RegExp;
  /** Files below the folders, without extensions. */
  readonly route: string;
  readonly page: string;
  readonly templates: { readonly route: string; readonly page: string };
}

/** @throws CliError where the folder of the router is absent */
export function routerFolder(folder: string | undefined, what: string, other: "app" | "pages"): string {
  if (folder) return folder;
  throw new CliError("AUTH_E_NO_APP_DIR", `This Next.js project has no ${what}.`, {
    hint: `Make one first, or set up the other router: --framework next-${other}`,
  });
}

/** The Next.js part of `auth init`: whole files only, so the parser is not needed. */
export function planNext(context: InitContext, router: Router): void {
  const { staging, facts, answers, template } = context;
  const { files } = facts;
  const { folder, pages } = router;
  const prefix = prefixOf(facts, answers.framework);
  const base = path.posix.dirname(folder) === "." ? "" : `${path.posix.dirname(folder)}/`;
  const typed = facts.language === "ts";
  const [code, markup] = typed
    ? ["ts", "tsx"]
    : ["js", files.list(pages).some((name) => name.endsWith(".jsx")) ? "jsx" : "js"];
  const neighbours = files.list(pages).filter((name) => router.neighbours.test(name));
  const style = styleLike(
    facts,
    neighbours.map((name) => `${pages}/${name}`),
  );
  const authFile = facts.authFile ?? `${base}auth.${code}`;
  const authModule = authFile.replace(/\.\w+$/, "");
  const write = (
    name: string,
    file: string,
    data: Record<string, unknown>,
    reason: string,
    keep: (text: string) => boolean,
    other?: string,
  ) => {
    const auth = specifierOf(authModule, file, facts.tsconfig);
    staging.create(file, render(name, { ...template, auth, ...data }, style), reason, keep, other);
  };
  const { proxyName, proxyFile, own } = proxyPlace(facts, base, code);

  write(
    "frameworks/next/auth.ts.hbs",
    authFile,
    { prefix, proxyFile: path.posix.basename(own ?? proxyFile) },
    "configuration",
    (text) => text.includes(packageName),
  );
  const route = `${folder}/${router.route}.${code}`;
  const answering = catchAll(files, route) ?? route;
  write(
    router.templates.route,
    answering,
    {},
    `answers at ${prefix}${answers.framework.basePath}`,
    (text) => text.includes("handlers"),
    answering.includes("[...nextauth]")
      ? `a route of next-auth is there: npx ${packageName} migrate takes it over`
      : undefined,
  );
  // Before Next.js 16 that file runs where no database driver does, and would take the store along.
  if (!own && answers.dialect && proxyName === "middleware") {
    staging.warn(
      "AUTH_W_EDGE_STORE",
      "No middleware is written: with a store it runs only from Next.js 16 on. Pages guard themselves.",
    );
  } else if (!own) {
    write("frameworks/next/proxy.ts.hbs", proxyFile, { proxyName }, "guards /account", () => true);
  } else {
    const guards = /\bauth\b/.test(files.read(own)?.text ?? "");
    staging.step({
      kind: "create",
      path: own,
      status: "already",
      reason: guards ? "guards with auth" : "is yours, left as it is",
    });
    if (!guards) {
      const line = `export { auth as ${proxyName} } from "${specifierOf(authModule, own, facts.tsconfig)}"`;
      staging.warn(
        "AUTH_W_PROXY",
        `${own} exists. The account page guards itself; to guard whole paths, use auth there too: ${line}`,
      );
    }
  }
  const page = ["tsx", "jsx", "js", "ts"]
    .map((extension) => `${pages}/${router.page}.${extension}`)
    .find((file) => files.exists(file));
  const { basePath } = answers.framework;
  // Next puts the prefix in front of where it redirects to itself, and of nothing else.
  const urls = {
    homeUrl: prefix || "/",
    signInUrl: `${basePath}/signin?callbackUrl=${prefix}/account`,
    signOutUrl: `${prefix}${basePath}/signout?callbackUrl=${prefix || "/"}`,
  };
  write(
    router.templates.page,
    page ?? `${pages}/${router.page}.${markup}`,
    urls,
    "an example of a guarded page",
    () => true,
  );
}

/** The guard in front of the pages: its name by version, and the one that is there already. */
function proxyPlace(facts: ConfiguredProject, base: string, code: string) {
  const proxyName = (majorVersion(facts, "next") ?? 16) >= 16 ? "proxy" : "middleware";
  const own = ["proxy", "middleware"]
    .flatMap((name) => ["ts", "js", "mts", "mjs"].map((extension) => `${base}${name}.${extension}`))
    .find((file) => facts.files.exists(file));
  return { proxyName, proxyFile: `${base}${proxyName}.${code}`, own };
}

/** Next.js takes one catch-all at an address, whatever its parameter is called: `[...nextauth]` is in our way. */
function catchAll(files: ProjectFiles, wanted: string): string | undefined {
  const [folder = "", rest = ""] = wanted.split("/[...auth]");
  const name = files.list(folder).find((one) => /^\[\.\.\.\w+\](?:\.[jt]sx?|\/)$/.test(one));
  if (name === undefined) return undefined;
  const extensions = ["ts", "tsx", "js", "jsx"];
  const candidates = name.endsWith("/")
    ? extensions.map((extension) => `${folder}/${name}${rest.slice(1).replace(/\w+$/, extension)}`)
    : [`${folder}/${name}`];
  return candidates.find((file) => files.exists(file));
}
