/** `SvelteKitAuth(…)` as `createAuth(…)`: the object that it gives has a name and is exported, for `App.Locals` and for guards. */
import { insertItems } from "../../../../cli/edit/comma-list.js";
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { changeOf, leave, mergeChanges, noChange, type Change } from "../../change.js";
import type { Statement } from "../../../../cli/old-auth/statements.js";
import type { Surveyed } from "../../read-file.js";
import type { Scope } from "../../scope.js";
import { semicolon } from "../../scope.js";
import type { ConfigArgument, KitPlaces, MadeAuth } from "./read.js";

/** What holds for the whole app. */
export interface KitApp {
  /** `paths.base`, "" without one. */
  readonly base: string;
  /** The file that makes the object, and its name there. */
  readonly home: { readonly file: string; readonly name: string } | undefined;
  /** Whether a specifier leads from a file to that one. */
  readonly leadsHome: (specifier: string, from: string) => boolean;
}

type File = Pick<Surveyed, "file" | "text" | "module" | "uses"> & Pick<Scope, "style">;

const privateEnv = "$env/dynamic/private";

/** @param sessions the names in `locals.getSession` */
export const migrateKit = (file: File, { made, sessions }: KitPlaces, app: KitApp): Change =>
  mergeChanges([
    ...made.map((one) => migrateMade(file, one, app)),
    ...file.uses.statements.map((one) => migrateHook(file, one, app)),
    changeOf({
      edits: sessions.map(({ isPattern, start, end }) => ({
        start,
        end,
        text: isPattern ? "auth: getSession" : "auth",
      })),
    }),
  ]);

/** `export { handle } from "./auth"`: guards that are added later stand in what `handle` is. */
function migrateHook({ file, style }: File, statement: Statement, { home, leadsHome }: KitApp): Change {
  const { kind, specifier, bindings, start, end } = statement;
  const [only, ...others] = bindings;
  const isHook = kind === "export" && only?.imported === "handle" && only.local === "handle";
  if (!isHook || others.length > 0 || home === undefined || !leadsHome(specifier, file)) return noChange;
  const { quote, eol } = style;
  const stop = semicolon({ style });
  const lines = [
    `import { ${home.name} } from ${quote}${specifier}${quote}${stop}`,
    "",
    `export const handle = ${home.name}.handle${stop}`,
  ];
  return changeOf({ edits: [{ start, end, text: lines.join(eol) }] });
}

/** How the object is called that `createAuth` gives. */
export function nameOfAuth({ module }: Pick<File, "module">, { use }: MadeAuth): string {
  if (use.kind === "kept") return use.name;
  return module.names.has("auth") ? "kitAuth" : "auth";
}

function migrateMade(file: File, one: MadeAuth, app: KitApp): Change {
  const { use, config, start } = one;
  if (use.kind === "other" || config === undefined)
    return leave({
      offset: start,
      why: "what becomes of this is not in plain sight",
      write: `export const auth = createAuth(config, { env }), with env of ${privateEnv}; its handle is auth.handle, its form actions are auth.signIn and auth.signOut`,
      breaks: true,
    });
  const env = envOf(file);
  return mergeChanges([
    changeOf({
      edits: [
        { start: config.end, end: config.end, text: `, { ${env === "env" ? env : `env: ${env}`} }` },
        ...named(file, one),
      ],
      names: { wanted: [{ specifier: privateEnv, name: env === "env" ? env : `env as ${env}` }] },
    }),
    basePath(file, config, app),
    config.isMadeAnew ? madeAnew(config) : noChange,
  ]);
}

/** Variables come from where the old package took them. */
function envOf({ module }: File): string {
  const own = module.imports.find(({ specifier }) => specifier === privateEnv)?.names["env"];
  return own ?? (module.names.has("env") ? "privateEnv" : "env");
}

function named(file: File, one: MadeAuth): TextEdit[] {
  const { text, style } = file;
  const { use, lead, statement, end } = one;
  const name = nameOfAuth(file, one);
  const stop = semicolon(file);
  const below = (line: string) => ({
    start: statement.end,
    end: statement.end,
    text: `${style.eol}${style.eol}${line}${stop}`,
  });
  switch (use.kind) {
    case "kept":
      return use.isExported ? [] : [{ start: lead.start, end: lead.start, text: "export " }];
    case "taken": {
      const pattern = text.slice(use.pattern.start, use.pattern.end);
      const exported = use.isExported ? "export " : "";
      return [
        ...(use.isExported ? [] : [{ start: lead.start, end: lead.start, text: "export " }]),
        { ...use.pattern, text: name },
        below(`${exported}const ${pattern} = ${name}`),
      ];
    }
    case "member":
    case "hook": {
      // The lead goes behind the call, which stays where it is: what else is changed inside of it is in nobody's way.
      const before = text.slice(lead.start, lead.end);
      const value = use.kind === "hook" ? `${name}.handle` : name;
      return [
        { ...lead, text: `export const ${name} = ` },
        { start: end, end, text: `${stop}${style.eol}${style.eol}${before}${value}` },
      ];
    }
    case "other":
      return [];
  }
}

/** The old package took `paths.base` by itself, and heeded no other path. */
function basePath(
  { text, style }: File,
  { list, basePath: own, start }: ConfigArgument,
  { base }: KitApp,
): Change {
  const path = `${base}/auth`;
  if (own !== undefined && own.text !== path)
    return leave({
      offset: own.start,
      why: "`basePath` was not heeded before, and is now: the endpoints would move",
      write: `basePath: "${path}"${base === "" ? ", or nothing" : ""}`,
      breaks: true,
    });
  if (base === "" || own !== undefined) return noChange;
  const item = `basePath: ${style.quote}${path}${style.quote}`;
  return list
    ? changeOf({ edits: insertItems(text, list, [item], style) })
    : leave({ offset: start, why: "the app has a paths.base", write: item, breaks: true });
}

const madeAnew = ({ start }: ConfigArgument): Change =>
  leave({
    offset: start,
    why: "the configuration is made anew for each request: what is worked out from it is too, and tries are not counted over requests",
    write: "return the same object each time, where the environment is the same",
  });
