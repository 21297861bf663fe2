/** What people do with passkeys, and what somebody does who plays one. */
import * as fc from "fast-check";
import { kinds, type StoreFault } from "./odd-store.js";
import type { PasskeyAnswer } from "./passkeys.js";
import type { Shot } from "./shots.js";
import { oauth, post, session } from "./store-flows.js";

type Flows = Readonly<Record<string, readonly Shot[]>>;

export function passkeyFlows(id: string): Flows {
  const ask = (query: Record<string, string> = {}): Shot => ({
    method: "GET",
    path: `/webauthn-options/${id}`,
    query: Object.entries(query),
  });
  const answer = (action: string, change: PasskeyAnswer["change"] = "", more: Partial<Shot> = {}): Shot => ({
    method: "POST",
    path: `/callback/${id}`,
    device: { action, change },
    ...more,
  });
  const ada = { email: "ada@example.com" };
  const known = { email: "known@example.com" };
  const signUp = [ask(ada), answer("register")];
  const out = post("/signout");
  const challenge = (kind: "drop" | "garbage" | "cut") => ({ cookies: [{ kind, cookie: "challenge" }] });
  const wrong: PasskeyAnswer["change"][] = [
    "other origin",
    "unverified",
    "unknown key",
    "old counter",
    "challenge of before",
    "no data",
    "broken data",
    "no id",
  ];
  const actions = ["register", "authenticate", "delete", ""];
  return {
    "sign-up, by name and without one": [
      ...signUp,
      session,
      out,
      ask(ada),
      answer("authenticate"),
      session,
      out,
      ask(),
      answer("authenticate"),
      session,
    ],
    "an address that is known": [ask(known), ask({ ...known, action: "register" }), session],
    "options for visitors": actions.flatMap((action) => [
      ask({ action }),
      ask({ action, ...ada }),
      ask({ action, ...known }),
      ask({ action, email: "" }),
    ]),
    "options for members": [...signUp, ask(), ask(ada), ...actions.map((action) => ask({ action }))],
    "options after a while": [...signUp, { ...ask({ action: "register" }), later: 40 * 24 * 3600 }],
    "a second key": [...signUp, ask({ action: "register" }), answer("register"), session],
    "a key for a member of another kind": [...oauth("op"), ask({ action: "register" }), answer("register")],
    "signing in while signed in": [
      ...signUp,
      ask({ action: "authenticate" }),
      answer("authenticate"),
      session,
    ],
    "the other action": [ask(ada), answer("authenticate")],
    "the other action, known": [...signUp, out, ask(ada), answer("register")],
    "no such action": [ask(ada), answer("delete"), ask(ada), answer("")],
    "a key that exists": [
      ...signUp,
      out,
      ask({ email: "eve@example.com" }),
      answer("register", "key of before"),
    ],
    "an address that exists meanwhile": [ask(ada), ...signUp, out, answer("register", "challenge of before")],
    "GET of the callback": [...signUp, { method: "GET", path: `/callback/${id}` }],
    "POST of the options": [post(`/webauthn-options/${id}`, ada)],
    "options of other providers": [
      { method: "GET", path: "/webauthn-options/op" },
      { method: "GET", path: "/webauthn-options" },
    ],
    "sign-in of the kind of buttons": [post(`/signin/${id}`, ada)],
    "the sign-in page": [{ method: "GET", path: "/providers" }],
    "to another page": [ask(ada), answer("register", "", { query: [["callbackUrl", "/home"]] })],
    "read by a script": [ask(ada), answer("register", "", { headers: { "x-auth-return-redirect": "1" } })],
    ...Object.fromEntries(
      ["register", "authenticate"].flatMap((action) => {
        const before = action === "register" ? [ask(ada)] : [...signUp, out, ask(ada)];
        return [
          ...wrong.map((change) => [
            `${action}, ${change}`,
            [
              ...before,
              ...(change === "challenge of before" ? [ask(ada)] : []),
              answer(action, change),
              session,
            ],
          ]),
          ...(["drop", "garbage", "cut"] as const).map((kind) => [
            `${action}, challenge cookie: ${kind}`,
            [...before, answer(action, "", challenge(kind)), session],
          ]),
          [`${action}, too late`, [...before, answer(action, "", { later: 1000 }), session]],
          [`${action}, twice`, [...before, answer(action), answer(action)]],
        ];
      }) as [string, Shot[]][],
    ),
  };
}

/** What the endpoints of passkeys ask of a store. */
const methods: readonly StoreFault["method"][] = [
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "getSessionAndUser",
  "createUser",
  "linkAccount",
  "createSession",
  "getAccount",
  "getAuthenticator",
  "createAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
];
const fault: fc.Arbitrary<StoreFault> = fc.record({
  method: fc.constantFrom(...methods),
  kind: fc.constantFrom(...kinds.slice(0, 5)),
});

export interface PasskeyVisit {
  readonly id: "webauthn" | "passkey";
  readonly shots: readonly Shot[];
}

/** Flows one after the other; in some the store fails. */
export const passkeyVisits: fc.Arbitrary<PasskeyVisit> = fc
  .constantFrom("webauthn" as const, "passkey" as const)
  .chain((id) => {
    const flow = fc.constantFrom(...Object.values(passkeyFlows(id)));
    const faults = fc.array(fc.option(fault, { freq: 2, nil: undefined }), { minLength: 11, maxLength: 11 });
    return fc
      .tuple(fc.array(flow, { minLength: 1, maxLength: 3 }), faults, fc.boolean())
      .map(([flows, drawn, isSound]): PasskeyVisit => ({
        id,
        shots: flows.flat().map((shot, index) => {
          const store = isSound ? undefined : drawn[index % drawn.length];
          return store === undefined || !shot.path.endsWith(`/${id}`) ? shot : { ...shot, store };
        }),
      }));
  });
