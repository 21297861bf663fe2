/** `auth migrate` from @sidebase/nuxt-auth: what is decided before its files are rewritten, and what stands beside them. Loads the parser. */
import path from "node:path";
import { resolveModule } from "../../../cli/old-auth/sources.js";
import type { PlanBuilder } from "../../../cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { withoutExtension } from "../../../cli/source/text/file-names.js";
import { isSetting } from "../../../cli/source/syntax/probes.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import {
  moduleName,
  nuxtConfig,
  serverFolder,
  sourceFolder,
} from "../../../templates/frameworks/nuxt/place.js";
import type { PlacedTodo } from "../change.js";
import type { NuxtApp } from "../constructs/nuxt-auth/rewrite.js";
import type { Surveyed } from "../read-file.js";
import type { Todo } from "../todo.js";
import { sidebase } from "./sidebase.js";
import {
  configEdits,
  judgeOptions,
  readNuxtConfig,
  type JudgedOptions,
  type NuxtConfigPlaces,
} from "./config.js";

/** What was decided; undefined parts: nothing is written, for the reasons. */
export interface NuxtDecision {
  readonly app: NuxtApp | undefined;
  readonly todos: readonly Todo[];
  readonly config:
    | { readonly file: string; readonly text: string; readonly places: NuxtConfigPlaces }
    | undefined;
  readonly options: JudgedOptions;
}

export function decideNuxt(facts: ProjectFacts, surveys: readonly Surveyed[]): NuxtDecision {
  const config = nuxtConfig(facts.files);
  const places = config && readNuxtConfig(config.text, config.file, sidebase);
  const options = judgeOptions(places?.members.find(({ name }) => name === "auth"));
  const at = (one: PlacedTodo): Todo => placed(config?.file ?? "nuxt.config.ts", config?.text ?? "", one);
  const home = homeOf(facts, surveys);
  const refused = [
    ...(places?.module === undefined
      ? [
          at({
            offset: 0,
            why: `${sidebase} is not written out among modules`,
            write: `modules: ["${sidebase}"], written out, with its options as auth: { … }; then auth migrate`,
            breaks: true,
          }),
        ]
      : []),
    ...options.refused.map(at),
    ...(options.refused.length === 0 && "todo" in home ? [home.todo] : []),
  ];
  if (refused.length > 0 || "todo" in home || config === undefined || places === undefined)
    return { app: undefined, todos: refused, config: undefined, options };
  const module = withoutExtension(home.to);
  return {
    app: {
      home: { from: home.from, to: home.to },
      specifierFrom: (file) => specifierOf(module, file, undefined),
      secret: secretOf(home.survey),
      isGlobal: options.isGlobal,
    },
    todos: [...options.todos.map(at), ...importers(facts, surveys, home)],
    config: { ...config, places },
    options,
  };
}

const placed = (file: string, text: string, { offset, breaks, ...todo }: PlacedTodo): Todo => ({
  path: file,
  line: lineAt(text, offset),
  ...todo,
  ...(breaks === true && { breaks }),
});

interface Home {
  readonly from: string;
  readonly to: string;
  readonly survey: Surveyed;
}

/** The file with the handler, and where its configuration goes. */
function homeOf({ files }: ProjectFacts, surveys: readonly Surveyed[]): Home | { readonly todo: Todo } {
  const callers = surveys.filter(({ nuxt }) => (nuxt?.handlers.length ?? 0) > 0);
  const survey = callers.find(({ nuxt }) => nuxt?.handlers.some(({ lead }) => lead)) ?? callers[0];
  const to = `${serverFolder(files)}auth${path.posix.extname(survey?.file ?? "auth.ts")}`;
  const missing = {
    path: "nuxt.config.ts",
    line: 1,
    why: "no file of the server calls NuxtAuthHandler",
    write: `${to} with export const auth = createAuth({ … })`,
    breaks: true as const,
  };
  if (survey === undefined) return { todo: missing };
  const taken = ["ts", "mts", "js", "mjs"]
    .map((one) => `${serverFolder(files)}auth.${one}`)
    .find((one) => files.exists(one));
  if (taken === undefined) return { from: survey.file, to, survey };
  return {
    todo: {
      path: taken,
      line: 1,
      why: "the place of the configuration is taken",
      write: `another name for this file; the configuration goes to ${to}`,
      breaks: true,
    },
  };
}

/** The code of the secret: of literals and the environment, or what Nuxt gives to every file of the server. */
function secretOf({ options }: Surveyed): string | undefined {
  const secret = options.flatMap(({ members }) => members["secret"] ?? [])[0];
  return secret && (secret.isFixed || isSetting(secret.text)) ? secret.text : undefined;
}

/** Files that take something of the one that moves. */
const importers = (facts: ProjectFacts, surveys: readonly Surveyed[], { from, to }: Home): Todo[] =>
  surveys.flatMap(({ file, text, uses }) =>
    uses.statements
      .filter(({ specifier }) => resolveModule(specifier, file, facts) === from)
      .map(({ start }) => ({
        path: file,
        line: lineAt(text, start),
        why: `${from} moves`,
        write: `import it from "${specifierOf(withoutExtension(to), file, undefined)}"`,
        breaks: true,
      })),
  );

/** Where the file with the handler answered: `server/api/auth/[...].ts` at `/api/auth`. */
function basePathOf({ files }: ProjectFacts, { home }: NuxtApp): string {
  const below = path.posix.dirname(home.from.slice(serverFolder(files).length));
  const parts = below.split("/");
  return `/${(parts[0] === "routes" ? parts.slice(1) : parts).join("/")}`;
}

/** nuxt.config, and the middleware for pages where every page asked for sign-in. */
export function planNuxt(builder: PlanBuilder, { app, config, options }: NuxtDecision): void {
  const { facts } = builder;
  if (app === undefined || config === undefined) return;
  const basePath = basePathOf(facts, app);
  const { quote, eol } = detectStyle(config.text);
  const edits = configEdits(config.text, config.places, {
    moduleName,
    basePath: basePath === "/api/auth" ? undefined : basePath,
    quote,
  });
  const words = { reason: "mounts the endpoints, the pages and the guards", already: "", snippet: "" };
  builder.edit(config.file, { kind: "edits", edits }, words);
  if (options.isGlobal) planMiddleware(builder, { basePath, eol, guardsUnknown: options.guardsUnknown });
}

/** Every page asks for sign-in, as before: new ones too. */
function planMiddleware(
  builder: PlanBuilder,
  {
    basePath,
    eol,
    guardsUnknown,
  }: { readonly basePath: string; readonly eol: string; readonly guardsUnknown: boolean },
): void {
  const { files, language } = builder.facts;
  const open = guardsUnknown
    ? "to.meta.isPublic === true"
    : "to.meta.isPublic === true || to.matched.length === 0";
  const lines = [
    "/** Every page asks for sign-in, unless it says `definePageMeta({ isPublic: true })`. Data is guarded where it is read. */",
    "export default defineNuxtRouteMiddleware(async (to) => {",
    `  if (${open}) return;`,
    "  const { status, update } = useAuth();",
    '  if (import.meta.client && status.value === "loading") await update();',
    '  if (status.value !== "unauthenticated") return;',
    '  const base = useRuntimeConfig().app.baseURL.replace(/\\/+$/, "");',
    "  const query = new URLSearchParams({ callbackUrl: to.fullPath });",
    `  return navigateTo(\`\${base}${basePath}/signin?\${query}\`, { external: true });`,
    "});",
    "",
  ];
  const file = `${sourceFolder(files)}middleware/signed-in.global.${language}`;
  builder.create(
    file,
    lines.join(eol),
    `every page asks for sign-in, as ${sidebase} did for globalAppMiddleware`,
  );
}
