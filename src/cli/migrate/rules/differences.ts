import type { Calls } from "../survey/calls.js";
import type { Uses } from "../survey/index.js";
import type { Finding } from "./imports.js";

interface Code {
  readonly text: string;
  readonly calls: Calls;
  readonly uses: Uses;
}

const csrfNames = (uses: Uses): ReadonlySet<string> =>
  new Set(
    uses.statements.flatMap(({ bindings }) =>
      bindings.filter(({ imported }) => imported === "getCsrfToken").map(({ local }) => local),
    ),
  );

/** What next-auth 4 took and this runtime reads differently, or not at all. */
export function differences({ calls, uses, text }: Code, isVersion4: boolean): Finding[] {
  if (!isVersion4) return [];
  const found: Finding[] = calls.oddities.map(({ offset, name }) =>
    name === "logger"
      ? {
          offset,
          why: "the functions of `logger` take other arguments",
          write: "error(error), warn(code), debug(message, metadata)",
        }
      : {
          offset,
          why: "`httpOptions` is not read",
          write: "[customFetch]: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })",
        },
  );
  const asksToken = csrfNames(uses);
  for (const { start, callee, args } of calls.clientCalls) {
    const name = text.slice(callee.start, callee.end);
    const isToken = asksToken.has(name);
    if (
      !isToken &&
      /^\{\s*(?:headers|broadcast|event|triggerEvent)\b/.test(text.slice(args[0]?.start, args[0]?.end))
    )
      continue;
    found.push({
      offset: start,
      why: `${name} of the client takes no request`,
      write: isToken
        ? 'on the server the first half of the cookie: req.cookies["authjs.csrf-token"]?.split("|")[0], with https "__Host-authjs.csrf-token"'
        : "await auth(context) on the server",
    });
  }
  for (const { specifier, bindings } of uses.statements) {
    const own =
      specifier === "next-auth/jwt" && bindings.find(({ imported }) => /^(?:en|de)code$/.test(imported));
    if (own)
      found.push({
        offset: own.start,
        why: "encode and decode need the name of the cookie",
        write: 'salt: "authjs.session-token"',
      });
  }
  return found;
}
