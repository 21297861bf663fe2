import path from "node:path";
import { render } from "../../render.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { styleLike } from "../../../cli/plan/places.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { unreadable, type Located } from "../../../cli/source/syntax/syntax.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { planModuleSystem } from "../server/module-system.js";
import { loadsEnv, relativeSpecifier } from "../server/plan.js";
import { takenByHand } from "./by-hand.js";
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
      "Name the file that creates the application: --server src/main.ts",
    );
  const text = builder.text(server) ?? "";
  const located = homeOf(context, { file: server, text });
  if (located.kind === "unreadable") {
    const specifier = relativeSpecifier(text, "main.ts", "auth.ts", "compiled");
    const words = { reason: "", already: "", snippet: snippetOf(specifier, written) };
    builder.edit(server, { kind: "manual", line: lineAt(text, located.offset), why: located.why }, words);
    return;
  }
  const modules = planModuleSystem(context, server);
  const { file: root, name, authFile: byHand } = located.place;
  const authFile = facts.authFile ?? byHand ?? path.posix.join(path.posix.dirname(root), "auth.ts");
  const variables = { ...template, typed: true, loadEnv: !loadsEnv(context, server) };
  const content = render("frameworks/nest/auth.hbs", variables, styleLike(facts, [server, root]));
  builder.create(authFile, content, "configuration, and an example of a guarded page", {
    keep: (present) => present.includes(packageName),
  });
  const rootText = builder.text(root) ?? "";
  const specifier = relativeSpecifier(rootText, root, authFile, modules);
  const auth = builder.text(authFile) ?? "";
  const wanted = entries.filter(({ name: entry }) => auth.includes(entry));
  const imported = { specifier, names: wanted.map(({ name: entry }) => entry).sort() };
  const isInPlace = authFile === root || rootText.includes("AuthModule.forRoot");
  builder.edit(
    root,
    isInPlace || name === undefined
      ? { kind: "edits", edits: [] }
      : editModule({ file: root, text: rootText }, name, { imported, entries: wanted }),
    {
      reason: `takes in ${answers.framework.basePath}, the session and a guarded ${context.places.example}`,
      already: "sign-in is taken in",
      snippet: snippetOf(specifier, wanted),
    },
  );
}

/** The file whose module takes sign-in in. */
interface Home {
  readonly file: string;
  /** The root module's; none where the lines stand in the file already. */
  readonly name?: string;
  /** Where those lines take sign-in from. */
  readonly authFile?: string;
}

function homeOf(context: InitContext, server: SourceText): Located<Home> {
  const byHand = takenByHand(context, server.text);
  if (byHand) return { kind: "found", place: byHand };
  return server.file.endsWith("ts")
    ? locateRootModule(context.facts, server)
    : unreadable(0, "decorators are written in TypeScript here");
}

const written: readonly WantedEntry[] = [
  { list: "imports", name: "auth" },
  { list: "controllers", name: "DashboardController" },
];

// With the example of earlier versions.
const entries: readonly WantedEntry[] = [...written, { list: "controllers", name: "AccountController" }];

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
