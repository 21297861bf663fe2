import type { Calls, Call, InitCall } from "../survey/calls.js";
import type { Finding } from "./imports.js";
import { lineEnd, lineStart, type TextEdit } from "../../edit/text-edit.js";
import type { TextStyle } from "../../edit/text-style.js";

/** What a file does in the app: that decides the shape of its exports. */
export type FileRole = "pages" | "route" | "module";

/** What a file's calls become, decided for the whole project. */
export interface CallChoices {
  readonly role: FileRole;
  /** Options declared here that this file turns into `handlers`, `auth`, ... and what it exports. */
  readonly home: { readonly options: string; readonly names: readonly string[] } | undefined;
  /** `getServerSession(options)`: how `auth` is called here, for each name of options; undefined: nobody has it. */
  readonly authFor: (options: string | undefined) => string | undefined;
  /** How `handlers` is called here for options that have them already; undefined: they are made here. */
  readonly handlersFor: (options: string) => string | undefined;
  /** The file moves away from the route: its handler exports stay behind. */
  readonly moved: boolean;
  /** Local name of `NextAuth` here. */
  readonly init: string;
}

export interface CallResult {
  readonly edits: readonly TextEdit[];
  readonly findings: readonly Finding[];
  /** Names that fewer uses are left of, by how many. */
  readonly freed: ReadonlyMap<string, number>;
  /** Names of ours that the edits use. */
  readonly used: ReadonlySet<string>;
}

/** Turns the calls of next-auth 4 into ours. */
export function migrateCalls(text: string, calls: Calls, style: TextStyle, choices: CallChoices): CallResult {
  const edits: TextEdit[] = [];
  const findings: Finding[] = [];
  const freed = new Map<string, number>();
  const used = new Set<string>();
  const free = (name: string | undefined) =>
    name !== undefined && freed.set(name, (freed.get(name) ?? 0) + 1);
  const end = style.semicolons ? ";" : "";
  const wrapped = new Set<number>();

  for (const { name, statement, exported, options, call } of calls.wrappers) {
    const auth = choices.authFor(options);
    if (auth === undefined) continue;
    wrapped.add(call);
    const declared = calls.declared.find((one) => one.name === options);
    const here = choices.home?.options === options && declared !== undefined;
    const line = `${exported ? "export " : ""}const ${name} = ${auth}${end}`;
    if (here && name === "auth") edits.push(withoutLine(text, statement));
    else edits.push({ ...statement, text: line });
    free(options);
    used.add(auth);
  }
  for (const call of calls.sessions) {
    if (wrapped.has(call.start)) continue;
    const options = call.args.length === 1 || call.args.length === 3 ? call.args.at(-1) : undefined;
    const readable = call.args.length === 0 || options?.name !== undefined;
    const auth = readable ? choices.authFor(options?.name) : undefined;
    if (auth === undefined) {
      findings.push({
        offset: call.start,
        why: "these options are not known by name",
        write: "auth() of the file that calls FrameworkAuth with them; with a request: auth(req, res)",
      });
      continue;
    }
    edits.push({ start: call.start, end: call.end, text: `${auth}(${requestOf(text, call)})` });
    free(options?.name);
    used.add(auth);
  }

  for (const call of calls.inits) migrateInit(call);
  if (choices.home) {
    const { options, names } = choices.home;
    const declared = calls.declared.find(({ name }) => name === options);
    const made = calls.inits.some(({ result, args }) => result === "default" && args[0]?.name === options);
    if (declared && !made) {
      const line = `export const { ${names.join(", ")} } = ${choices.init}(${options})${end}`;
      const at = lineEnd(text, declared.statement.end);
      const open = at === text.length && !text.endsWith("\n");
      edits.push({
        start: at,
        end: at,
        text: `${open ? style.eol : ""}${style.eol}${line}${open ? "" : style.eol}`,
      });
      used.add(choices.init);
    }
  }
  return { edits, findings, freed, used };

  /** `NextAuth(req, res, options)`: the options stay where they are, they may use the request. */
  function migrateRequestCall(call: InitCall): void {
    const [req, res, options] = call.args.map(({ start, end: stop }) => text.slice(start, stop));
    const name = call.args[2]?.name;
    if (choices.role === "module") {
      findings.push({
        offset: call.start,
        why: "NextAuth(req, res, options) is gone",
        write: `${choices.init}(${name ?? "options"}).handlers.pages(${req}, ${res}) in the Pages Router, .handlers.GET(${req}) in a route`,
      });
      return;
    }
    const here = name !== undefined && choices.home?.options === name;
    const elsewhere = name === undefined || here ? undefined : choices.handlersFor(name);
    if (here || elsewhere !== undefined) free(name);
    const made = here ? "handlers" : (elsewhere ?? `${choices.init}(${options}).handlers`);
    const door = choices.role === "pages" ? `pages(${req}, ${res})` : `GET(${req})`;
    edits.push({ start: call.start, end: call.end, text: `${made}.${door}` });
    used.add(here || elsewhere === undefined ? choices.init : elsewhere);
  }

  function migrateInit(call: InitCall): void {
    if (call.result === "used") return void used.add(choices.init);
    if (call.args.length === 3) return migrateRequestCall(call);
    const [options, ...others] = call.args;
    if (options === undefined || others.length > 0) {
      findings.push({
        offset: call.start,
        why: "these arguments are not the options",
        write: `${choices.init}(options)`,
      });
      return;
    }
    const method = call.result === "variable" && /^(?:GET|POST)$/.test(call.variable ?? "");
    const exports = calls.handlerExports.filter(({ variable }) => variable === call.variable);
    const names = exports.flatMap((one) => one.names);
    const isPage = choices.role === "pages" && names.join() === "default";
    const isRoute = choices.role !== "pages" && names.length > 0 && !names.includes("default");
    const isClear = call.result === "default" || call.result === "commonjs" || method || isPage || isRoute;
    const elsewhere = options.name === undefined || !isClear ? undefined : choices.handlersFor(options.name);
    if (call.result === "commonjs" && choices.role === "pages") {
      edits.push({ ...call.callee, text: choices.init });
      edits.push({ start: call.end, end: call.end, text: ".handlers.pages" });
      used.add(choices.init);
      return;
    }
    if (call.result === "default") {
      if (elsewhere !== undefined) {
        edits.push({ start: call.start, end: call.end, text: `${elsewhere}.pages` });
        free(options.name);
        used.add(elsewhere);
        return;
      }
      const made = choices.home?.names ?? ["handlers"];
      const exportWord = choices.home || options.isObject ? "export " : "";
      edits.push({ ...call.lead, text: `${exportWord}const { ${made.join(", ")} } = ` });
      const tail = `${style.eol}${style.eol}export default handlers.pages${end}`;
      edits.push({ start: call.statement.end, end: call.statement.end, text: tail });
      edits.push({ start: call.callee.start, end: call.callee.end, text: choices.init });
      used.add(choices.init);
      return;
    }
    if (method) {
      // Each of them stands for both: the handlers of one instance are the same function.
      const made = elsewhere ?? `${choices.init}(${text.slice(options.start, options.end)}).handlers`;
      edits.push({ start: call.start, end: call.end, text: `${made}.${call.variable}` });
      if (elsewhere !== undefined) free(options.name);
      used.add(elsewhere ?? choices.init);
      return;
    }
    const [first, ...more] = exports;
    if (call.result !== "variable" || first === undefined || !isClear) {
      const given = options.name ?? (options.isObject ? "{ … }" : "options");
      findings.push({
        offset: call.start,
        why: "what becomes of the handler is not clear",
        write: `const { handlers } = ${choices.init}(${given}); export ${choices.role === "pages" ? "default handlers.pages" : "const { GET, POST } = handlers"}`,
      });
      return;
    }
    const source = elsewhere ?? "handlers";
    const line = isPage
      ? `export default ${source}.pages${end}`
      : `export const { ${names.join(", ")} } = ${source}${end}`;
    edits.push(choices.moved ? withoutLine(text, first) : { start: first.start, end: first.end, text: line });
    for (const one of more) edits.push(withoutLine(text, one));
    if (elsewhere !== undefined) {
      edits.push(withoutLine(text, call.statement));
      free(options.name);
      used.add(elsewhere);
    } else {
      const made = choices.home !== undefined && choices.home.options === options.name;
      if (made) {
        edits.push(withoutLine(text, call.statement));
        free(options.name);
      } else {
        edits.push({ ...call.lead, text: "const { handlers } = " });
        edits.push({ start: call.callee.start, end: call.callee.end, text: choices.init });
        used.add(choices.init);
      }
    }
  }
}

/** The request of `getServerSession(req, res, options)`: `context` where both come from it. */
function requestOf(text: string, { args }: Call): string {
  const [req, res] = args.length === 3 ? args : [];
  if (!req || !res) return "";
  const together = req.of?.member === "req" && res.of?.member === "res" && req.of.object === res.of.object;
  return together
    ? (req.of?.object ?? "")
    : `${text.slice(req.start, req.end)}, ${text.slice(res.start, res.end)}`;
}

/** A statement and its line; one of the empty lines around it goes too. */
export function withoutLine(text: string, { start, end }: { start: number; end: number }): TextEdit {
  const from = lineStart(text, start);
  let to = lineEnd(text, end);
  const alone = text.slice(from, start).trim() === "" && text.slice(end, to).replace(/^;/, "").trim() === "";
  if (!alone) return { start, end, text: "" };
  const blankBefore = /(?:^|\n)\r?\n$/.test(text.slice(0, from));
  const blankAfter = /^\r?\n/.exec(text.slice(to));
  if (blankBefore && blankAfter) to += blankAfter[0].length;
  return { start: from, end: to, text: "" };
}
