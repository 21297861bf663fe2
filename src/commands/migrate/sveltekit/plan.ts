/** What an app of SvelteKit needs beside its code: the type of `event.locals.auth`, and the address of the endpoints in browsers. */
import { packageName } from "../../../cli/formats/own-package.js";
import { resolveModule } from "../../../cli/old-auth/sources.js";
import { withoutExtension } from "../../../cli/source/text/file-names.js";
import type { PlanBuilder } from "../../../cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { authSpecifier, kitBase } from "../../../templates/frameworks/sveltekit/place.js";
import { nameOfAuth, type KitApp } from "../constructs/sveltekit/rewrite.js";
import { render } from "../../../templates/render.js";
import type { typeLocals as typing } from "./app-types.js";
import type { Surveyed } from "../read-file.js";

export function kitApp(facts: ProjectFacts, surveys: readonly Surveyed[]): KitApp {
  const home = homeOf(surveys);
  const leadsHome = (specifier: string, from: string) => {
    const plain = specifier.startsWith("$lib/") ? specifier.replace("$lib/", "src/lib/") : undefined;
    const found = plain === undefined ? resolveModule(specifier, from, facts) : undefined;
    return home !== undefined && (found === home.file || plain === withoutExtension(home.file));
  };
  return { base: kitBase(facts.files), home, leadsHome };
}

/** The file that makes the object of `createAuth`, with its name. */
function homeOf(surveys: readonly Surveyed[]) {
  const home = surveys.find(({ kit }) => kit.made.some(({ use }) => use.kind !== "other"));
  const [made] = home?.kit.made ?? [];
  return home && made && { file: home.file, text: home.text, name: nameOfAuth(home, made) };
}

type TypeLocals = typeof typing;

/** @param typeLocals loads the parser */
export function planKit(builder: PlanBuilder, surveys: readonly Surveyed[], typeLocals: TypeLocals): void {
  const home = homeOf(surveys);
  if (home !== undefined) planTypes(builder, home, typeLocals);
  if (surveys.some(usesClient)) planClient(builder, home?.text ?? "");
}

/** @param home the file that makes the object of this name */
function planTypes(
  builder: PlanBuilder,
  home: Pick<Surveyed, "file" | "text"> & { readonly name: string },
  typeLocals: TypeLocals,
): void {
  const { facts } = builder;
  const file = "src/app.d.ts";
  const text = builder.text(file);
  // Without it JavaScript is not checked.
  if (text === undefined && facts.language === "js") return;
  const style = detectStyle(text ?? home.text);
  const variables = { subpath: `${packageName}/sveltekit`, auth: authSpecifier(facts, home.file, file) };
  const whole = render("frameworks/sveltekit/app-types.hbs", variables, style).replace(
    ").auth>",
    `).${home.name}>`,
  );
  const reason = "the type of event.locals.auth";
  if (text === undefined) return builder.create(file, whole, reason);
  const line =
    whole
      .split(style.eol)
      .find((one) => one.includes("LocalAuth"))
      ?.trim() ?? "";
  builder.edit(file, typeLocals(file, text, line), {
    reason,
    already: "event.locals.auth has a type",
    snippet: whole,
  });
}

/** Before the migration, so a second run finds nobody. */
const usesClient = ({ uses }: Surveyed): boolean =>
  uses.statements.some(({ specifier, typeOnly }) => specifier === "@auth/sveltekit/client" && !typeOnly);

/** The old client knew its address; ours is told once, where the app begins in the browser. */
function planClient(builder: PlanBuilder, home: string): void {
  const { facts } = builder;
  const basePath = `${kitBase(facts.files)}/auth`;
  const found = ["ts", "js"].map((one) => `src/hooks.client.${one}`).find((one) => facts.files.exists(one));
  const file = found ?? `src/hooks.client.${facts.language}`;
  const text = builder.text(file);
  const { quote, semicolons, eol } = detectStyle(text ?? home);
  const end = semicolons ? ";" : "";
  const line = `import { createAuthClient } from ${quote}${packageName}/client${quote}${end}`;
  const call = `createAuthClient({ basePath: ${quote}${basePath}${quote} })${end}`;
  const reason = "tells signIn and signOut of components where the endpoints are";
  if (text === undefined) return builder.create(file, [line, "", call, ""].join(eol), reason);
  if (text.includes("createAuthClient")) return;
  const edits = [
    { start: 0, end: 0, text: line + eol },
    { start: text.length, end: text.length, text: `${text.endsWith("\n") ? "" : eol}${eol}${call}${eol}` },
  ];
  builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: `${line}\n${call}` });
}
