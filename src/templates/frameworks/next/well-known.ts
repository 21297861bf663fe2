/** `/.well-known/…` in both routers: a route file, and in the Pages Router the rewrite that leads to it. */
import path from "node:path";
import { cutExportedMember, setExportedMember } from "../../../cli/edit/exported-object.js";
import { styleLike } from "../../../cli/plan/places.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { restyle } from "../../render.js";
import type { WellKnownContext } from "../support.js";
import { nextConfigFile } from "./project-files.js";
import { fileAt } from "./routes.js";

type Unmounted = Omit<WellKnownContext, "names">;

const appRoute = ({
  builder: {
    facts: { appDir = "app" },
  },
}: Unmounted): Route => ({
  place: `${appDir}/.well-known/[name]/route`,
  address: "/.well-known/[name]",
  code: "export const { GET } = handlers.wellKnown;\n",
});

const pagesRoute = ({
  builder: {
    facts: { pagesDir = "pages" },
  },
}: Unmounted): Route => ({
  place: `${pagesDir}/api/well-known/[name]`,
  address: "/api/well-known/[name]",
  code: "export default handlers.wellKnown.pages;\n",
});

export const mountInApp = (context: WellKnownContext): void => void writeRoute(context, appRoute(context));
export const unmountInApp = (context: Unmounted): void => removeRoute(context, appRoute(context));

/** Pages stand at their addresses, API routes below `/api`. */
const rewrites = `async () => [{ source: "/.well-known/:name(change-password|passkey-endpoints|webauthn)", destination: "/api/well-known/:name" }]`;
const newConfig = ({ builder: { facts }, authFile }: Unmounted): string =>
  restyle(newText, styleLike(facts, [authFile]));
const newText = `/** @type {import("next").NextConfig} */\nconst nextConfig = { rewrites: ${rewrites} };\n\nexport default nextConfig;\n`;

export async function mountInPages(context: WellKnownContext): Promise<void> {
  const { builder } = context;
  const { facts } = builder;
  if (!writeRoute(context, pagesRoute(context))) return;
  const file = nextConfigFile(facts.files);
  const text = file === undefined ? undefined : builder.text(file);
  if (file === undefined || text === undefined)
    return builder.create("next.config.mjs", newConfig(context), reasonFor(context));
  const edit = await setExportedMember({ file, text }, "rewrites", rewrites);
  if (edit.kind === "edits")
    builder.edit(file, edit, { reason: reasonFor(context), already: "has the rewrite", snippet: "" });
  else builder.next(`For ${addresses(context)}, in ${file}: rewrites: ${rewrites}`, "later");
}

export async function unmountInPages(context: Unmounted): Promise<void> {
  const { builder } = context;
  const { facts } = builder;
  removeRoute(context, pagesRoute(context));
  const file = nextConfigFile(facts.files);
  const text = file === undefined ? undefined : builder.text(file);
  if (file === undefined || text === undefined) return;
  if (text === newConfig(context)) return builder.remove(file, gone);
  const edits = await cutExportedMember({ file, text }, "rewrites", rewrites);
  if (edits.length > 0)
    builder.edit(file, { kind: "edits", edits }, { reason: gone, already: "", snippet: "" });
}

const gone = "answers at no /.well-known/ any more";

/** A file without its extension, and what it does with the handlers. */
interface Route {
  readonly place: string;
  readonly address: string;
  readonly code: string;
}

/** @returns false: the auth file exports no handlers, and what to write is said */
function writeRoute(context: WellKnownContext, route: Route): boolean {
  const { builder, authFile } = context;
  const { file, text } = routeFile(context, route);
  if (!builder.text(authFile)?.includes("handlers")) {
    builder.next(`For ${addresses(context)}: ${route.code.trim()} in ${file}`, "later");
    return false;
  }
  builder.create(file, text, reasonFor(context), { keep: (one) => one.includes("wellKnown") });
  return true;
}

/** A file that a person went on with stays. */
function removeRoute(context: Unmounted, route: Route): void {
  const { file, text } = routeFile(context, route);
  if (context.builder.text(file) === text) context.builder.remove(file, gone);
}

function routeFile({ builder: { facts }, authFile }: Unmounted, { place, address, code }: Route) {
  const file = fileAt(facts, address) ?? `${place}.${facts.language === "ts" ? "ts" : "js"}`;
  const auth = specifierOf(authFile.slice(0, -path.posix.extname(authFile).length), file, facts.tsconfig);
  const text = `import { handlers } from ${JSON.stringify(auth)};\n\n${code}`;
  return { file, text: restyle(text, styleLike(facts, [authFile])) };
}

const addresses = ({ names }: WellKnownContext): string =>
  names.map((name) => `/.well-known/${name}`).join(", ");

const reasonFor = (context: WellKnownContext): string => `answers at ${addresses(context)}`;
