import path from "node:path";
import { render } from "../../render.js";
import { packageName } from "../../package.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { styleLike } from "../../../cli/plan/places.js";
import { lineAt } from "../../../cli/source/layout.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { planModuleSystem } from "../server/module-system.js";
import { loadsEnv, relativeSpecifier } from "../server/plan.js";
import { editModule, type WantedEntry } from "./edit-module.js";
import { locateRootModule } from "./root-module.js";

/** The Nest part of `auth init`: an auth file, and the root module that takes it in. */
export function planNest(context: InitContext): void {
  const { builder, facts, template, answers } = context;
  const server = facts.serverFile;
  if (server === undefined)
    throw usageError(
      "AUTH_E_NO_SERVER",
      "No file of this project calls NestFactory.create().",
      "Name the file that makes the application: --server src/main.ts",
    );
  const text = builder.text(server) ?? "";
  const located = server.endsWith("ts")
    ? locateRootModule(facts, { file: server, text })
    : ({ kind: "unreadable", offset: 0, why: "decorators are written in TypeScript here" } as const);
  if (located.kind === "unreadable") {
    const words = { reason: "", already: "", snippet: snippetOf("./auth", entries) };
    builder.edit(server, { kind: "manual", line: lineAt(text, located.offset), why: located.why }, words);
    return;
  }
  const modules = planModuleSystem(context, server);
  const root = located.place;
  const authFile = facts.authFile ?? path.posix.join(path.posix.dirname(root.file), "auth.ts");
  const variables = { ...template, typed: true, loadEnv: !loadsEnv(context, server) };
  const content = render("frameworks/nest/auth.hbs", variables, styleLike(facts, [server, root.file]));
  builder.create(authFile, content, "configuration, and an example of a guarded page", {
    keep: (present) => present.includes(packageName),
  });
  const rootText = builder.text(root.file) ?? "";
  const specifier = relativeSpecifier(rootText, root.file, authFile, modules);
  const auth = builder.text(authFile) ?? "";
  const wanted = entries.filter(({ name }) => auth.includes(name));
  const imported = { specifier, names: wanted.map(({ name }) => name).sort() };
  const isInPlace = authFile === root.file || rootText.includes("AuthModule.forRoot");
  builder.edit(
    root.file,
    isInPlace
      ? { kind: "edits", edits: [] }
      : editModule({ file: root.file, text: rootText }, root.name, { imported, entries: wanted }),
    {
      reason: `takes in ${answers.framework.basePath}, the session and a guarded /account`,
      already: "sign-in is taken in",
      snippet: snippetOf(specifier, wanted),
    },
  );
}

const entries: readonly WantedEntry[] = [
  { list: "imports", name: "auth" },
  { list: "controllers", name: "AccountController" },
];

const snippetOf = (specifier: string, wanted: readonly WantedEntry[]): string =>
  [
    `import { ${wanted
      .map(({ name }) => name)
      .sort()
      .join(", ")} } from "${specifier}";`,
    "",
    "@Module({",
    ...wanted.map(({ list, name }) => `  ${list}: [${name}],`),
    "})",
  ].join("\n");
