import path from "node:path";
import { packageName } from "../../templates/package.js";
import { render } from "../../templates/render.js";
import { majorVersion } from "../project/detect.js";
import { specifierOf } from "../project/tsconfig.js";
import { CliError } from "../ui/errors.js";
import type { InitContext } from "./init-context.js";
import { styleLike } from "./places.js";

/** The Next.js part of `auth init`: whole files only, so the parser is not needed. */
export function planNextApp({ staging, facts, answers, template }: InitContext): void {
  const { appDir, files } = facts;
  if (!appDir) {
    throw new CliError(
      "AUTH_E_NO_APP_DIR",
      "This Next.js project has no app/ folder with a layout or a page.",
      {
        hint: "The App Router is needed: make app/layout and app/page, or see the Next.js documentation on migrating.",
      },
    );
  }
  const base = path.posix.dirname(appDir) === "." ? "" : `${path.posix.dirname(appDir)}/`;
  const typed = facts.language === "ts";
  const [code, markup] = typed
    ? ["ts", "tsx"]
    : ["js", files.list(appDir).some((name) => name.endsWith(".jsx")) ? "jsx" : "js"];
  const neighbours = files.list(appDir).filter((name) => /^(?:layout|page)\.[jt]sx?$/.test(name));
  const style = styleLike(
    facts,
    neighbours.map((name) => `${appDir}/${name}`),
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
    staging.create(file, render(`next-app/${name}.hbs`, { ...template, auth, ...data }, style), reason, keep);
  };
  const proxyName = (majorVersion(facts, "next") ?? 16) >= 16 ? "proxy" : "middleware";
  const present = ["proxy", "middleware"]
    .flatMap((name) => ["ts", "js", "mts", "mjs"].map((extension) => `${base}${name}.${extension}`))
    .find((file) => files.exists(file));
  const proxyFile = `${base}${proxyName}.${code}`;

  write(
    "auth.ts",
    authFile,
    { proxyFile: path.posix.basename(present ?? proxyFile) },
    "configuration",
    (text) => text.includes(packageName),
  );
  write("route.ts", `${appDir}/api/auth/[...auth]/route.${code}`, {}, "answers at /api/auth", (text) =>
    text.includes("handlers"),
  );
  // Before Next.js 16 that file runs where no database driver does, and would take the store along.
  if (!present && answers.dialect && proxyName === "middleware") {
    staging.warn(
      "AUTH_W_EDGE_STORE",
      "No middleware is written: with a store it runs only from Next.js 16 on. Pages guard themselves.",
    );
  } else if (!present) {
    write("proxy.ts", proxyFile, { proxyName }, "guards /account", () => true);
  } else {
    const guards = /\bauth\b/.test(files.read(present)?.text ?? "");
    staging.step({
      kind: "create",
      path: present,
      status: "already",
      reason: guards ? "guards with auth" : "is yours, left as it is",
    });
    if (!guards) {
      const line = `export { auth as ${proxyName} } from "${specifierOf(authModule, present, facts.tsconfig)}"`;
      staging.warn(
        "AUTH_W_PROXY",
        `${present} exists. The account page guards itself; to guard whole paths, use auth there too: ${line}`,
      );
    }
  }
  const page = ["tsx", "jsx", "js", "ts"]
    .map((extension) => `${appDir}/account/page.${extension}`)
    .find((file) => files.exists(file));
  const signInUrl = `${answers.framework.basePath}/signin?callbackUrl=/account`;
  write(
    "page.tsx",
    page ?? `${appDir}/account/page.${markup}`,
    { signInUrl },
    "an example of a guarded page",
    () => true,
  );
}
