/**
 * Which expressions of an app stand for its endpoints, its session and its guards, whatever their names: quick readings
 * of code whose comments are gone, for a whole project at once.
 */

/** Functions whose result is the handler itself. */
const handlerCall = String.raw`\b(?:MiddlewareAuth|ExpressAuth)\s*\(`;

/** What a variable is set to follows. */
const assigned = String.raw`\b(\w+)\s*=\s*`;

/** How an app says, in its own names, where the endpoints, the session and the guards are. */
export interface AuthExpressions {
  /** Whether code is, or calls, the handler of the endpoints. */
  isHandler(code: string): boolean;
  /** Whether code is the middleware that reads the session and refuses nobody. */
  isSession(code: string): boolean;
  /** Whether code is the middleware that answers at addresses of built-in pages, or below `/.well-known/`, alone. */
  isPages(code: string): boolean;
  /** Whether code is a guard that `require` made. */
  isGuard(code: string): boolean;
  /** Whether code is one of these: in front of the app's own routes it answers none of them. */
  isOurs(code: string): boolean;
  /** Whether some guard is made by `require`. */
  readonly hasGuard: boolean;
  /** The path that a server mounts the handler at, as it is written. */
  mountPattern(code: string): string | undefined;
}

/** @param code the server's and those of the files that it takes its names from, without comments */
export function authExpressionsIn(code: string): AuthExpressions {
  const makers = ["createAuth", ...namesIn(code, String.raw`\bcreateAuth(?:\s+as\s+|\s*:\s*)(\w+)`)];
  const call = String.raw`\b(?:${makers.join("|")})\s*(?:<[^;()]*>)?\s*\(`;
  const own = namesIn(code, assigned + call);
  const isDefault = new RegExp(String.raw`\bexport\s+default\s+${call}`).test(code);
  const passed = own.flatMap((name) => namesIn(code, String.raw`\b${name}(?:\s+as\s+|\s*:\s*)(\w+)`));
  // `const { handler } = createAuth(…)`, and the same of a variable that holds it.
  const source = [call, ...[...own, ...passed].map((name) => String.raw`${name}\s*(?:[;\n]|$)`)].join("|");
  const owners = isDefault ? [String.raw`\w+`] : [...own, ...passed];
  /** A member in place, in a variable, or taken out of what was made. */
  const member = (name: string): { readonly inPlace: string; readonly named: readonly string[] } => {
    const inPlace = owners.length === 0 ? undefined : String.raw`\b(?:${owners.join("|")})\.${name}\b`;
    const taken = namesIn(
      code,
      String.raw`\{[^{}]*?\b${name}\b(?:\s*:\s*(\w+))?[^{}]*\}\s*=\s*(?:${source})`,
      name,
    );
    const held = inPlace === undefined ? [] : namesIn(code, assigned + inPlace);
    return { inPlace: inPlace ?? "(?!)", named: [...taken, ...held] };
  };
  const [handler, session, guard] = [member("handler"), member("session"), member("require")];
  const [ownPages, wellKnown] = [member("pages"), member("wellKnown")];
  const plugin = member("plugin");
  const handlers = [...handler.named, ...namesIn(code, assigned + handlerCall)];
  const guards = namesIn(code, String.raw`${assigned}(?:${either(guard)})\s*\(`);
  const anyHandler = `(?:${[handlerCall, either({ ...handler, named: handlers }), either(plugin)].join("|")})`;
  const anyGuard = String.raw`^(?:(?:\w+\.)*(?:${either(guard)})\s*\(|(?:${guards.join("|") || "(?!)"})$)`;
  const mount = String.raw`\.(?:use|all)\(\s*["'\`]([^"'\`$]+)["'\`]\s*,(?:(?!\.(?:use|all)\()[^;])*?${anyHandler}`;
  const prefix = String.raw`\.register\(\s*${anyHandler}\s*,\s*\{[^{}]*?\bprefix\s*:\s*["'\`]([^"'\`$]+)["'\`]`;
  const isMade = new RegExp(String.raw`(?:${either(guard)})\s*\(`);
  const judge = (pattern: string) => {
    const compiled = new RegExp(pattern);
    return (one: string) => compiled.test(one);
  };
  const is = {
    isHandler: judge(anyHandler),
    isSession: judge(`^(?:${either(session)})$`),
    isPages: judge(`^(?:${either(ownPages)}|${either(wellKnown)})$`),
    isGuard: judge(anyGuard),
  };
  return {
    ...is,
    isOurs: (one) => Object.values(is).some((isOne) => isOne(one)),
    hasGuard: isMade.test(code),
    mountPattern: (one) => (new RegExp(mount).exec(one) ?? new RegExp(prefix).exec(one))?.[1],
  };
}

const either = ({
  inPlace,
  named,
}: {
  readonly inPlace: string;
  readonly named: readonly string[];
}): string => [inPlace, ...named.map((name) => String.raw`(?<!\.)\b${name}\b`)].join("|");

/** Every name that a pattern catches; `otherwise` where it caught none. */
const namesIn = (code: string, pattern: string, otherwise?: string): string[] => [
  ...new Set([...code.matchAll(new RegExp(pattern, "g"))].flatMap(([, name]) => name ?? otherwise ?? [])),
];
