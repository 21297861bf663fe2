/** The lines that put a role into token and session, in callbacks that are there or new ones. */
import type { CallbackPlace, CallbacksPlace } from "../source/configuration/callbacks.js";
import type { ConfigOption } from "../source/configuration/auth-config.js";
import { indentAt, lineAt, lineEnd } from "../source/text/layout.js";
import type { OpenModule, SourceText } from "../source/names/names.js";
import { detectStyle, moduleQuote, type TextStyle } from "../source/text/text-style.js";
import { insertItems } from "./comma-list.js";
import { addOptions, typeEdits, type OwnPackage } from "./config-option.js";
import { addImports } from "./imports.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";

/** Where the configuration is, and where `roleOf` is imported from. */
export interface RoleTarget {
  readonly source: SourceText;
  /** `callbacks` of the configuration, when it stands in this file. */
  readonly callbacks: Pick<ConfigOption, "valueStart"> | undefined;
  readonly specifier: string;
  readonly own: OwnPackage;
  readonly open: OpenModule;
}

/** No edit where both callbacks ask `roleOf` already. */
export async function addRoleCallbacks(target: RoleTarget): Promise<EditResult> {
  const { source, callbacks, specifier, own, open } = target;
  const { file, text } = source;
  const found = detectStyle(text);
  const style = { ...found, quote: moduleQuote(text, found.quote) };
  const imports = [{ specifier, names: ["roleOf"] }];
  if (callbacks === undefined) {
    const { locateConfig } = await import("../source/configuration/config-object.js");
    const place = locateConfig(source, own.name, open);
    const value = wholeCallbacks(place === undefined ? "" : indentAt(text, place.before), style);
    const options = [{ name: "callbacks", value }];
    return addOptions(source, own, { options, imports }, open);
  }
  const { countSyntaxErrors, locateModule } = await import("../source/syntax/syntax.js");
  const { locateCallbacks } = await import("../source/configuration/callbacks.js");
  const located = locateCallbacks(text, file, callbacks.valueStart, "role");
  if (located.kind === "unreadable")
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  const inside = editsOf(text, located.place, style);
  if (inside.length === 0) return { kind: "edits", edits: [] };
  const module = locateModule(text, file);
  const isImported = module.imports.some(({ names, typeOnly }) => !typeOnly && "roleOf" in names);
  if (!isImported && module.names.has("roleOf"))
    return { kind: "manual", line: 1, why: "the file has a roleOf of its own" };
  const { locateConfig } = await import("../source/configuration/config-object.js");
  const place = locateConfig(source, own.name, open);
  const typed = place ? typeEdits(place, module, own) : { edits: [], imports: [] };
  const wanted = [...(isImported ? [] : imports), ...typed.imports];
  const edits = [...addImports(text, module, wanted, style), ...inside, ...typed.edits];
  if (countSyntaxErrors(splice(text, edits), file) > 0)
    return { kind: "manual", line: lineAt(text, callbacks.valueStart), why: "it cannot be extended safely" };
  return { kind: "edits", edits };
}

/** The same lines for a person to write. */
export const roleCallbacksByHand = (specifier: string): string =>
  [
    `import { roleOf } from "${specifier}";`,
    "// at the start of callbacks.jwt, which takes { token, user }:",
    ...jwtLines({ token: "token", user: "user" }, byHand),
    "// at the start of callbacks.session, which takes { session, token, user }:",
    ...sessionLines({ session: "session", token: "token", user: "user" }, byHand),
  ].join("\n");

const byHand: TextStyle = { eol: "\n", indent: "  ", quote: '"', semicolons: true };

/** The address that a sign-in proved is asked for its role whenever the session is read: a changed list counts at once. */
function jwtLines({ token = "token", user = "user" }: Members, { quote, semicolons }: TextStyle): string[] {
  const end = semicolons ? ";" : "";
  const name = `${quote}emailVerified${quote}`;
  return [
    `if (${user}) ${token}.emailVerified = ${name} in ${user} && Boolean(${user}.emailVerified)${end}`,
    `${token}.role = roleOf(${token})${end}`,
  ];
}

/** With sessions in the database there is the stored user, otherwise the token. */
function sessionLines(
  { session = "session", token = "token", user = "user" }: Members,
  { semicolons }: TextStyle,
): string[] {
  return [
    `${session}.user = { ...${session}.user, role: roleOf(${user} ?? ${token}) }${semicolons ? ";" : ""}`,
  ];
}

type Members = Readonly<Record<string, string>>;

function newCallback(name: "jwt" | "session", base: string, style: TextStyle): string {
  const end = style.semicolons ? ";" : "";
  const [takes, lines] =
    name === "jwt"
      ? ["{ token, user }", [...jwtLines({}, style), `return token${end}`]]
      : [
          "{ session, token, user }",
          [
            `const { name, email, image } = session.user ?? {}${end}`,
            "const role = roleOf(user ?? token)" + end,
            `return { user: { name, email, image, role }, expires: session.expires }${end}`,
          ],
        ];
  const inner = lines.map((line) => `${base}${style.indent}${line}${style.eol}`).join("");
  return `${name}: (${takes}) => {${style.eol}${inner}${base}}`;
}

function wholeCallbacks(base: string, style: TextStyle): string {
  const deeper = base + style.indent;
  const members = (["jwt", "session"] as const)
    .map((name) => `${deeper}${newCallback(name, deeper, style)},${style.eol}`)
    .join("");
  return `{${style.eol}${members}${base}}`;
}

function editsOf(text: string, { list, jwt, session }: CallbacksPlace, style: TextStyle): TextEdit[] {
  const [first] = list.items;
  const base = first ? indentAt(text, first.start) : indentAt(text, list.close) + style.indent;
  const missing = (["jwt", "session"] as const).filter(
    (name) => (name === "jwt" ? jwt : session) === undefined,
  );
  const items = missing.map((name) => newCallback(name, base, style));
  return [
    ...(jwt ? extended(text, jwt, jwtLines, style) : []),
    ...(session ? extended(text, session, sessionLines, style) : []),
    ...(items.length > 0 ? insertItems(text, list, items, style) : []),
  ];
}

/** Lines at the start of a callback, and the names that they need among what it takes. */
function extended(
  text: string,
  { members, taken, body, calls }: CallbackPlace,
  linesFor: typeof jwtLines,
  style: TextStyle,
): TextEdit[] {
  if (calls("roleOf")) return [];
  const names = linesFor === jwtLines ? ["token", "user"] : ["session", "token", "user"];
  const missing = names.filter((name) => !members.has(name));
  const lines = linesFor(Object.fromEntries(members), style);
  const parameter = taken && missing.length > 0 ? insertItems(text, taken, missing, style) : [];
  return [
    ...parameter,
    ...(body.kind === "block" ? inBlock(text, body, lines, style) : inArrow(text, body, lines, style)),
  ];
}

function inBlock(
  text: string,
  { start }: CallbackPlace["body"],
  lines: readonly string[],
  style: TextStyle,
): TextEdit[] {
  const end = lineEnd(text, start);
  const rest = text.slice(start + 1, end).trim();
  if (rest !== "" && !rest.startsWith("//"))
    return [{ start: start + 1, end: start + 1, text: ` ${lines.map(closed).join(" ")}` }];
  const indent = indentAt(text, start) + style.indent;
  return [{ start: end, end, text: lines.map((line) => indent + line + style.eol).join("") }];
}

/** `({ token }) => token` becomes a function with lines. */
function inArrow(
  text: string,
  { start, end }: CallbackPlace["body"],
  lines: readonly string[],
  style: TextStyle,
): TextEdit[] {
  const base = indentAt(text, start);
  const before = lines.map((line) => base + style.indent + line + style.eol).join("");
  const last = style.semicolons ? ";" : "";
  return [
    { start, end: start, text: `{${style.eol}${before}${base}${style.indent}return ` },
    { start: end, end, text: `${last}${style.eol}${base}}` },
  ];
}

const closed = (line: string): string => (line.endsWith(";") ? line : `${line};`);
