/** One flow each: what the browser has done before, and the requests in which the store fails. */
import * as fc from "fast-check";
import { kinds, type StoreFault } from "./odd-store.js";
import type { Setting } from "./setting.js";
import type { Shot } from "./shots.js";

export interface StoreFlow {
  readonly setting?: Partial<Setting>;
  readonly before?: readonly Shot[];
  readonly shots: readonly Shot[];
}

export const post = (path: string, fields: Record<string, unknown> = {}): Shot => ({
  method: "POST",
  path,
  body: { type: "form", csrf: "right", fields },
});
export const oauth = (id: string, fault = ""): Shot[] => [
  post(`/signin/${id}`),
  { method: "GET", path: `/callback/${id}`, comesFrom: { place: "provider", change: "" }, fault },
];
const mail = (email: string): Shot[] => [
  post("/signin/email", { email }),
  { method: "GET", path: "/callback/email", comesFrom: { place: "mail", change: "" } },
];
export const session: Shot = { method: "GET", path: "/session" };
const day = 24 * 3600;

export const storeFlows: Readonly<Record<string, StoreFlow>> = {
  "first sign-in": { shots: oauth("op") },
  "sign-in of a known account": { before: [...oauth("op"), post("/signout")], shots: oauth("op") },
  "second account": { before: oauth("op"), shots: oauth("oa") },
  "the same account, signed in": { before: oauth("op"), shots: oauth("op") },
  "an account of somebody else": {
    before: [...oauth("op"), post("/signout"), ...oauth("oa", "person-2")],
    shots: oauth("op"),
  },
  "an address that is known": { shots: oauth("op", "same-mail") },
  "an address that is known, linked": {
    setting: { dangerousLinking: true },
    shots: oauth("op", "same-mail"),
  },
  "first mail": { shots: mail("ada@example.com") },
  "mail to a known person": { shots: mail("known@example.com") },
  "mail to somebody else": { before: oauth("op"), shots: mail("known@example.com") },
  "a mail that is too old": {
    setting: { mail: "short" },
    shots: mail("ada@example.com").map((shot, index) => (index === 1 ? { ...shot, later: 30 } : shot)),
  },
  password: { shots: [post("/callback/credentials", { username: "bob" })] },
  "session read": { before: oauth("op"), shots: [session] },
  "session read, due": { before: oauth("op"), shots: [{ ...session, later: 2 * day }] },
  "session read, too old": { before: oauth("op"), shots: [{ ...session, later: 40 * day }] },
  "session update": { before: oauth("op"), shots: [post("/session", { data: { name: "Neu" } })] },
  "sign-out": { before: oauth("op"), shots: [post("/signout")] },
};

/** What requests ask of a store; others ask nothing. */
const asked: readonly (readonly [RegExp, readonly StoreFault["method"][]])[] = [
  [/^\/session/, ["getSessionAndUser", "updateSession", "deleteSession"]],
  [/^\/signout/, ["deleteSession"]],
  [/^\/signin\/email/, ["getUserByEmail", "createVerificationToken"]],
  [/^\/callback\/credentials/, ["getUser", "createSession"]],
  [
    /^\/callback\/email/,
    [
      "useVerificationToken",
      "getUserByEmail",
      "getUser",
      "getSessionAndUser",
      "deleteSession",
      "createUser",
      "updateUser",
      "createSession",
    ],
  ],
  [
    /^\/callback/,
    [
      "getUserByAccount",
      "getUserByEmail",
      "getUser",
      "getSessionAndUser",
      "deleteSession",
      "createUser",
      "linkAccount",
      "createSession",
    ],
  ],
];

const drawnFault = fc.record({
  which: fc.nat(7),
  kind: fc.constantFrom(...kinds),
  only: fc.constantFrom(undefined, undefined, 0, 1),
});

function withFault(
  shot: Shot,
  { which, kind, only }: { which: number; kind: StoreFault["kind"]; only?: number | undefined },
): Shot {
  const methods = asked.find(([path]) => path.test(shot.path))?.[1];
  const method = methods?.[which % methods.length];
  return method === undefined
    ? shot
    : { ...shot, store: { method, kind, ...(only !== undefined && { only }) } };
}

const wholeFlow = fc
  .constantFrom(...Object.values(storeFlows))
  .map(({ before = [], shots }) => [...before, ...shots, session]);

/** Flows one after the other, in which the store fails here and there. */
export const oddVisits: fc.Arbitrary<Shot[]> = fc
  .tuple(
    fc.array(wholeFlow, { minLength: 1, maxLength: 3 }).map((flows) => flows.flat()),
    fc.array(
      fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: drawnFault }),
      { minLength: 11, maxLength: 11 },
    ),
  )
  .map(([shots, faults]) =>
    shots.map((shot, index) => {
      const fault = faults[index % faults.length];
      return fault === undefined ? shot : withFault(shot, fault);
    }),
  );
