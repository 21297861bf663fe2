import type { SessionCall, Calls } from "../session-calls/read.js";
import type { Surveyed } from "../../read-file.js";
import type { Mention, Uses } from "../../../../cli/old-auth/statements.js";
import type { SealCall } from "./read.js";
import { changeOf, type Change, type PlacedTodo } from "../../change.js";
import { membersOf } from "../../../../cli/source/names/code-names.js";

/** What next-auth 4 took and this runtime reads differently, or not at all. */
export function differences({ calls, uses, text, own }: Surveyed): Change {
  const asksToken = csrfNames(uses);
  return changeOf({
    todos: [
      ...calls.oddities.map(oddOption),
      ...calls.clientCalls.flatMap((call) => clientCall(text, call, asksToken)),
      ...(own?.seals ?? []).flatMap(sealCall),
      ...(own?.sessionAddresses ?? []).map(sessionAddress),
      ...uses.mentions.filter((mention) => isMockedCall(text, mention)).map(mockedCall),
    ],
  });
}

/**
 * `jest.mock("next-auth", () => ({ default: … }))`: what the mock returns is what `NextAuth()` gave. Not one that gives an
 * object already, as version 5 does, nor one of `getServerSession`, which stays with the old module.
 */
const isMockedCall = (text: string, { kind, specifier, names }: Mention): boolean =>
  kind === "call" &&
  /^next-auth(?:\/next)?$/.test(specifier) &&
  !names.some((name) => name.text === "getServerSession") &&
  names.some((name) => name.text === "default" && !givesObject(text, name.end));

const givesObject = (text: string, end: number): boolean =>
  text.slice(end, text.indexOf("\n", end)).includes("=> ({");

const mockedCall = ({ start }: Mention): PlacedTodo => ({
  offset: start,
  why: "this mocks what NextAuth() returns, which is an object now",
  write: "default: () => ({ handlers: { GET, POST }, auth, signIn, signOut })",
});

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

const clientOptions = ["headers", "broadcast", "event", "triggerEvent"];

/** Functions of the client that got a request on the server. */
function clientCall(
  text: string,
  { start, callee, args }: SessionCall,
  asksToken: ReadonlySet<string>,
): PlacedTodo[] {
  const name = text.slice(callee.start, callee.end);
  const isToken = asksToken.has(name);
  const given = text.slice(args[0]?.start, args[0]?.end);
  if (!isToken && clientOptions.includes(membersOf(given)[0]?.name ?? "")) return [];
  return [
    {
      offset: start,
      why: `${name} of the client takes no request`,
      write: isToken
        ? "null for the page, and in the page signIn(provider, fields) in place of the form's own post: it fetches the token with the cookie that belongs to it"
        : "await auth(context) on the server",
      breaks: true,
    },
  ];
}

const sessionAddress = (offset: number): PlacedTodo => ({
  offset,
  why: "this address answers `null` where nobody is signed in, `{}` before",
  write: "session?.user in place of session.user, session !== null in place of a count of its keys",
  breaks: true,
});

function sealCall({ offset, does, inOptions, hasSalt }: SealCall): PlacedTodo[] {
  if (hasSalt) return [];
  return [{ offset, breaks: true, ...(inOptions ? ownSeal : sealAdvice[does]) }];
}

const ownSeal = {
  why: "encode and decode need a salt",
  write: "salt, which your own encode and decode of the options get beside token and secret",
};

const sealAdvice = {
  encode: {
    why: "encode needs a salt, and what it has handed out until now opens with that of next-auth 4, which is empty",
    write:
      'salt: "authjs.session-token" where getToken({ req }) reads what is handed out ("__Secure-authjs.session-token" on https), salt: "" where decode reads it with salt: ""; both open the tokens of next-auth 4, too',
  },
  decode: {
    why: "decode needs a salt",
    write:
      'salt: "" for tokens that were handed out, which opens those of next-auth 4 and what encode makes with salt: ""; for a session the name of its cookie ("__Secure-authjs.session-token" on https, "authjs.session-token" on http)',
  },
} as const;
