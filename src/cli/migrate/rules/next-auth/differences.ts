import type { Call, Calls } from "../../survey/calls.js";
import type { Statement, Uses } from "../../survey/modules.js";
import { changeOf, type Change, type PlacedTodo } from "../change.js";

interface Code {
  readonly text: string;
  readonly calls: Calls;
  readonly uses: Uses;
}

/** What next-auth 4 took and this runtime reads differently, or not at all. */
export function differences({ calls, uses, text }: Code): Change {
  const asksToken = csrfNames(uses);
  return changeOf({
    todos: [
      ...calls.oddities.map(oddOption),
      ...calls.clientCalls.flatMap((call) => clientCall(text, call, asksToken)),
      ...uses.statements.flatMap(ownSeal),
    ],
  });
}

const oddOption = ({ offset, name }: Calls["oddities"][number]): PlacedTodo =>
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
      };

/** Local names of `getCsrfToken`. */
const csrfNames = (uses: Uses): ReadonlySet<string> =>
  new Set(
    uses.statements.flatMap(({ bindings }) =>
      bindings.filter(({ imported }) => imported === "getCsrfToken").map(({ local }) => local),
    ),
  );

/** Functions of the client that got a request on the server. */
function clientCall(
  text: string,
  { start, callee, args }: Call,
  asksToken: ReadonlySet<string>,
): PlacedTodo[] {
  const name = text.slice(callee.start, callee.end);
  const isToken = asksToken.has(name);
  const given = text.slice(args[0]?.start, args[0]?.end);
  if (!isToken && /^\{\s*(?:headers|broadcast|event|triggerEvent)\b/.test(given)) return [];
  return [
    {
      offset: start,
      why: `${name} of the client takes no request`,
      write: isToken
        ? 'on the server the first half of the cookie: req.cookies["authjs.csrf-token"]?.split("|")[0], with https "__Host-authjs.csrf-token"'
        : "await auth(context) on the server",
      breaks: true,
    },
  ];
}

function ownSeal({ specifier, bindings }: Statement): PlacedTodo[] {
  const own = bindings.find(({ imported }) => /^(?:en|de)code$/.test(imported));
  if (specifier !== "next-auth/jwt" || !own) return [];
  return [
    {
      offset: own.start,
      why: "encode and decode need the name of the cookie",
      write: 'salt: "authjs.session-token"',
    },
  ];
}
