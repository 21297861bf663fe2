/** Known differences where the store fails or answers oddly. */
import type { Exchange } from "./duel.js";
import { called, endsWith, hasRows, isCallback, takeOurs, without } from "./known-lines.js";
import type { Known } from "./known.js";

const isFailure = ({ shot }: Exchange): boolean => /throws|rejects|lost/.test(shot.store?.kind ?? "");
const isOdd =
  (methods: RegExp, kinds: RegExp) =>
  ({ shot: { store } }: Exchange): boolean =>
    store !== undefined && methods.test(store.method) && kinds.test(store.kind);
const isRead = ({ shot }: Exchange): boolean => /session/.test(shot.path);
const isDated = ({ shot }: Exchange): boolean => shot.store?.kind.endsWith(" dates") === true;

type Body = Record<string, unknown>;
const isRow = (value: unknown): value is Body => typeof value === "object" && value !== null;
/** An app's own pages show theirs as `given`. */
const sessionIn = (body: unknown): unknown => (isRow(body) && "given" in body ? body["given"] : body);

const mark =
  /^store:(?:use|get|create)VerificationToken .*"(?:sign-up|recheck|vouched|replaced|sessions-before-proof):/;
const withoutOwnClaims = (line: string): string =>
  line
    .replace(/"(?:auth_time|authwright\.asked_at)":\d+,|,"(?:auth_time|authwright\.asked_at)":\d+/g, "")
    .replace(
      /%22(?:auth_time|authwright\.asked_at)%22%3A\d+%2C|%2C%22(?:auth_time|authwright\.asked_at)%22%3A\d+/g,
      "",
    )
    .replace(/"(?:rid|asserted)":"[^"]*",|,"(?:rid|asserted)":"[^"]*"/g, "")
    .replace(
      /%22(?:rid|asserted)%22%3A%22(?:(?!%22).)*%22%2C|%2C%22(?:rid|asserted)%22%3A%22(?:(?!%22).)*%22/g,
      "",
    );

/** A session that a sign-in made in the moment of a proof ends later by this. */
const afterProofMs = 3000;
const dates = /\d{4}-\d\d-\d\dT[\d:.]+Z|\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g;

/** Ours with such later dates as theirs have them. */
function withoutProofDates<T>(ours: T, theirs: T): T {
  const known = new Set(JSON.stringify(theirs)?.match(dates) ?? []);
  const text = JSON.stringify(ours)?.replace(dates, (date) => {
    const earlier = new Date(new Date(date).valueOf() - afterProofMs);
    const same = date.endsWith("GMT") ? earlier.toUTCString() : earlier.toISOString();
    return !known.has(date) && known.has(same) ? same : date;
  });
  return text === undefined ? ours : (JSON.parse(text) as T);
}

const asksForLink = ({ shot, ours }: Exchange): boolean =>
  shot.path.includes("/signin/email") && !called(ours, "store:getUserByEmail");

export const storeDifferences: readonly Known[] = [
  {
    row: "who asks for a sign-in link",
    when: (exchange) => asksForLink(exchange) && exchange.shot.store?.method === "getUserByEmail",
    level: takeOurs,
    ends: true,
  },
  {
    row: "who asks for a sign-in link",
    when: asksForLink,
    level: (theirs) => void (theirs.calls = without(theirs.calls, /^store:getUserByEmail/)),
  },
  {
    row: "proof of an address",
    when: hasRows,
    level: (theirs, ours) => {
      ours.cookies = withoutProofDates(ours.cookies, theirs.cookies);
      ours.calls = withoutProofDates(ours.calls, theirs.calls);
      ours.body = withoutProofDates(ours.body, theirs.body);
    },
  },
  {
    row: "proof of an address",
    // So it is extended later, too.
    when: (exchange) => hasRows(exchange) && exchange.setting.session.updateAge === 0,
    level: (theirs, ours) => {
      const isExtended = ({ calls }: { readonly calls: readonly string[] }) =>
        calls.some((line) => line.startsWith("store:updateSession"));
      if (isExtended(theirs) && !isExtended(ours)) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "ids of sessions in tokens, and when somebody signed in",
    // Theirs too: a visit may hand one side the cookie of the other, which passes on what it does not know.
    level: (theirs, ours) => {
      for (const side of [theirs, ours]) {
        side.calls = side.calls.map(withoutOwnClaims);
        side.cookies = side.cookies.map(withoutOwnClaims);
      }
    },
  },
  {
    row: "a user whom the store does not give back",
    when: isOdd(/^(?:create|update)User$/, /^(?:null|undefined)$/),
    level: (theirs, ours) => {
      if (endsWith(ours, "AdapterError")) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "notes among the verification tokens",
    when: ({ shot, ours }) =>
      shot.store?.method.includes("VerificationToken") === true && ours.calls.some((line) => mark.test(line)),
    level: takeOurs,
    ends: true,
  },
  {
    row: "notes among the verification tokens",
    level: (_theirs, ours) => void (ours.calls = without(ours.calls, mark)),
  },
  {
    row: "sessions that a sign-in replaces",
    when: (exchange) => hasRows(exchange) && /callback/.test(exchange.shot.path),
    level: (theirs, ours) => {
      const isEnded = called(ours, "store:deleteSession") && !called(theirs, "store:deleteSession");
      if (isEnded) ours.calls = without(ours.calls, /^store:deleteSession/);
    },
    ends: true,
  },
  {
    row: "a row that a store found",
    when: ({ shot }) => shot.store?.method === "getAccount",
    level: takeOurs,
    ends: true,
  },
  {
    row: "a row that a store found",
    when: ({ shot }) => /callback/.test(shot.path),
    level: (_theirs, ours) => {
      ours.calls = ours.calls.filter(
        (line, at, lines) =>
          !line.startsWith("store:getAccount ") ||
          lines[at - 1]?.startsWith("store:getUserByAccount ") !== true,
      );
    },
  },
  {
    row: "a `session` callback that passes on what it was given",
    when: hasRows,
    level: (theirs, ours) => {
      const [given, shown] = [theirs, ours].map(({ body }) => sessionIn(body));
      if (isRow(given) && isRow(shown) && !("sessionToken" in shown)) delete given["sessionToken"];
    },
  },
  {
    row: "a session that cannot be read because the store is down",
    when: (exchange) => isRead(exchange) && isOdd(/^getSessionAndUser$/, /./)(exchange),
    level: (theirs, ours) => {
      if (ours.status !== 503 || theirs.body !== null || ours.cookies.length > 0) return;
      const { status, headers, body } = ours;
      Object.assign(theirs, { status, headers, body });
    },
  },
  {
    row: "a session row that cannot be written",
    when: (exchange) => isRead(exchange) && isFailure(exchange),
    level: (theirs, ours, { shot }) => {
      if (!endsWith(theirs, "SessionTokenError") || ours.status !== 200) return;
      const isGone = ours.body === null && ours.cookies.every((line) => line.includes("Max-Age=0"));
      const isExtended = ours.body !== null || endsWith(ours, "SessionTokenError");
      if (shot.store?.method === "updateSession" ? isExtended : isGone) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "sign-out while the store is down",
    when: (exchange) => /signout/.test(exchange.shot.path) && isFailure(exchange),
    level: (theirs, ours) => {
      if (!endsWith(ours, "SignOutError") || !endsWith(theirs, "SignOutError")) return;
      const cookies = theirs.cookies.filter((line) => line.includes("Max-Age=0"));
      if (JSON.stringify(cookies) === JSON.stringify(ours.cookies)) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "core-db/same-account-signed-in-callback",
    when: (exchange) => hasRows(exchange) && isCallback(exchange) && exchange.shot.store !== undefined,
    level: (theirs, ours, { shot }) => {
      const only = (name: string) => called(ours, `store:${name} `) && !called(theirs, `store:${name} `);
      if (["createSession", "deleteSession"].includes(shot.store?.method ?? "") && only("createSession"))
        takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "core-db/email-existing-user",
    when: ({ shot }) => shot.store?.method === "updateUser",
    level: (theirs, ours) => {
      if (called(theirs, "store:updateUser") && !called(ours, "store:updateUser")) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "a first sign-in that the store does not finish",
    when: (exchange) => isCallback(exchange) && isOdd(/^(?:createUser|linkAccount)$/, /./)(exchange),
    level: (_theirs, ours) => {
      const made = ours.calls.findIndex((line) => line.startsWith("store:createUser "));
      if (made === -1 || ours.calls.at(-1)?.startsWith("log:error") !== true) return;
      const rest = without(ours.calls.slice(made), /^store:(?:deleteUser|getUserByAccount)/);
      ours.calls = [...ours.calls.slice(0, made), ...rest];
    },
    ends: true,
  },
  {
    row: "a sign-in while the store cannot say who is signed in",
    when: (exchange) =>
      /callback|webauthn-options/.test(exchange.shot.path) &&
      isFailure(exchange) &&
      exchange.shot.store?.method === "getUser",
    level: (theirs, ours) => {
      if (endsWith(ours, "AdapterError")) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "a session row without its user",
    when: isOdd(/^getSessionAndUser$/, /^without (?:user|session)$/),
    level: (theirs, ours, exchange) => {
      const isTidy = exchange.shot.store?.kind !== "without user" || called(ours, "store:deleteSession");
      if (isTidy && (isCallback(exchange) || ours.body === null)) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "dates of a store that are text or numbers",
    when: (exchange) =>
      isDated(exchange) && isOdd(/^(?:createSession|getSessionAndUser|useVerificationToken)$/, /./)(exchange),
    level: takeOurs,
    ends: true,
  },
  {
    row: "rows that lack a column",
    when: (exchange) =>
      isOdd(
        /^(?:createSession|getSessionAndUser)$/,
        /^(?:without (?:expires|sessionToken)|other token)$/,
      )(exchange) ||
      isOdd(/^useVerificationToken$/, /^without expires$/)(exchange) ||
      isOdd(/^getUserByEmail$/, /^without email$/)(exchange) ||
      (hasRows(exchange) && isOdd(/User/, /^without id$/)(exchange)),
    level: takeOurs,
    ends: true,
  },
];
