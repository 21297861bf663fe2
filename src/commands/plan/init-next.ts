import path from "node:path";
import { packageName } from "../../templates/package.js";
import { render } from "../../templates/render.js";
import { majorVersion, type ProjectFacts } from "../project/detect.js";
import type { ProjectFiles } from "../project/files.js";
import { specifierOf } from "../project/tsconfig.js";
import { CliError } from "../ui/errors.js";
import type { InitContext } from "./init-context.js";
import { styleLike } from "./places.js";

/** What differs between the routers of Next.js. */
interface Router {
  readonly folder: string;
  /** Files that show how the people of the project write. */
  readonly neighbours: RegExp;
  /** Files below the folder, without extensions. */
  readonly route: string;
  readonly page: string;
  readonly templates: { readonly route: string; readonly page: string };
}

function routerOf(facts: ProjectFacts, { framework }: InitContext["answers"]): Router {
  if (framework.id === "next-pages") {
    return {
      folder: present(facts.pagesDir, "pages/ folder with a page", "app"),
      neighbours: /^(?:_app|_document|index)\.[jt]sx?$/,
      route: "api/auth/[...auth]",
      page: "account",
      templates: {
        route: "next-pages/route.ts.hbs",
        page: `next-pages/page.${facts.language === "ts" ? "tsx" : "jsx"}.hbs`,
      },
    };
  }
  return {
    folder: present(facts.appDir, "app/ folder with a layout or a page", "pages"),
    neighbours: /^(?:layout|page)\.[jt]sx?$/,
    route: "api/auth/[...auth]/route",
    page: "account/page",
    templates: { route: "next-app/route.ts.hbs", page: "next-app/page.tsx.hbs" },
  };
}

function present(folder: string | undefined, what: string, other: "app" | "pages"): string {
  if (folder) return folder;
  throw new CliError("AUTH_E_NO_APP_DIR", `This Next.js project has no ${what}.`, {
    hint: `Make one first, or set up the other router: --framework next-${other}`,
  });
}

/** The Next.js part of `auth init`: whole files only, so the parser is not needed. */
export function planNext({ staging, facts, answers, template }: InitContext): void {
  const { files } = facts;
  const router = routerOf(facts, answers);
  const { folder } = router;
  const base = path.posix.dirname(folder) === "." ? "" : `${path.posix.dirname(folder)}/`;
  const typed = facts.language === "ts";
  const [code, markup] = typed
    ? ["ts", "tsx"]
    : ["js", files.list(folder).some((name) => name.endsWith(".jsx")) ? "jsx" : "js"];
  const neighbours = files.list(folder).filter((name) => router.neighbours.test(name));
  const style = styleLike(
    facts,
    neighbours.map((name) => `${folder}/${name}`),
  );
  const authFile = facts.authFile ?? `${base}auth.${code}`;
  const authModule = authFile.replace(/\.\w+$/, "");
  const write = (
    name: string,
    file: string,
    data: Record<string, unknown>,
    reason: string,
    keep: (text: string) => boolean,
  ) => {
    const auth = specifierOf(authModule, file, facts.tsconfig);
    staging.create(file, render(name, { ...template, auth, ...data }, style), reason, keep);
  };
  const { proxyName, proxyFile, own } = proxyPlace(facts, base, code);

  write(
    "next-app/auth.ts.hbs",
    authFile,
    { proxyFile: path.posix.basename(own ?? proxyFile) },
    "configuration",
    (text) => text.includes(packageName),
  );
  const route = `${folder}/${router.route}.${code}`;
  write(router.templates.route, catchAll(files, route) ?? route, {}, "answers at /api/auth", (text) =>
    text.includes("handlers"),
  );
  // Before Next.js 16 that file runs where no database driver does, and would take the store along.
  if (!own && answers.dialect && proxyName === "middleware") {
    staging.warn(
      "AUTH_W_EDGE_STORE",
      "No middleware is written: with a store it runs only from Next.js 16 on. Pages guard themselves.",
    );
  } else if (!own) {
    write("next-app/proxy.ts.hbs", proxyFile, { proxyName }, "guards /account", () => true);
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
    .map((extension) => `${folder}/${router.page}.${extension}`)
    .find((file) => files.exists(file));
  const { basePath } = answers.framework;
  const urls = {
    signInUrl: `${basePath}/signin?callbackUrl=/account`,
    signOutUrl: `${basePath}/signout?callbackUrl=/`,
  };
  write(
    router.templates.page,
    page ?? `${folder}/${router.page}.${markup}`,
    urls,
    "an example of a guarded page",
    () => true,
  );
}

/** The guard in front of the pages: its name by version, and the one that is there already. */
function proxyPlace(facts: ProjectFacts, base: string, code: string) {
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
