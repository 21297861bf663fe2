/** Known differences with passkeys. */
import { called, endsWith, takeOurs, without } from "./known-lines.js";
import type { Known } from "./known.js";
import type { Seen } from "./side.js";

const openly = (side: Seen): string => JSON.stringify(side);

const noStore = JSON.stringify({
  "cache-control": "private, no-cache, no-store",
  expires: "0",
  pragma: "no-cache",
});

export const passkeyDifferences: readonly Known[] = [
  {
    row: "answers with passkey options",
    when: ({ shot }) => /webauthn-options/.test(shot.path),
    level: (theirs, ours) => {
      if (ours.contentType === "application/json" && JSON.stringify(ours.headers) === noStore)
        theirs.headers = ours.headers;
    },
  },
  {
    row: "passkeys without `experimental.enableWebAuthn`",
    when: ({ setting }) => setting.passkeys !== undefined,
    level: (theirs, ours) => {
      for (const side of [theirs, ours]) side.calls = without(side.calls, /^log:warn experimental-webauthn/);
    },
  },
  {
    row: "check cookies after a callback",
    when: ({ shot }) => shot.device !== undefined,
    level: (theirs, ours) => {
      ours.cookies = ours.cookies.filter(
        (line) => !/\.challenge=; Max-Age=0/.test(line) || theirs.cookies.includes(line),
      );
    },
    align: (them, us) => {
      for (const name of them.jar.keys())
        if (name.endsWith(".challenge") && !us.jar.has(name)) them.jar.delete(name);
    },
  },
  {
    row: "passkey options for strangers",
    when: ({ shot }) => /webauthn-options/.test(shot.path),
    level: (theirs, ours, { shot }) => {
      for (const method of ["getUserByEmail", "listAuthenticatorsByUserId"]) {
        const name = `store:${method} `;
        if (!called(theirs, name) || called(ours, name)) continue;
        if (shot.store?.method === method) return takeOurs(theirs, ours);
        theirs.calls = without(theirs.calls, new RegExp(`^${name}`));
        const { options } = theirs.body as { options?: { allowCredentials?: unknown } };
        delete options?.allowCredentials;
      }
    },
  },
  {
    row: "passkeys that were removed",
    when: ({ shot }) => /webauthn-options/.test(shot.path),
    level: (theirs, ours, { shot }) => {
      if (!called(ours, "store:listAuthenticatorsByUserId ")) return;
      if (shot.store?.method === "getAccount") return takeOurs(theirs, ours);
      ours.calls = without(ours.calls, /^store:getAccount /);
    },
  },
  {
    row: "passkey options for somebody who is signed in",
    when: ({ setting, shot }) => setting.passkeys !== undefined && /options/.test(shot.path),
    level: (theirs, ours) => {
      const asks = (side: Seen) => called(side, "store:getUserByEmail");
      const isForNobody = endsWith(theirs, "JWTExpired") || (ours.status === 400 && theirs.status === 200);
      if (isForNobody || (asks(ours) && !asks(theirs))) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "passkey options for somebody who is signed in",
    when: ({ setting, shot }) => setting.passkeys !== undefined && /options/.test(shot.path),
    level: (theirs, ours) => {
      if (theirs.status === ours.status) ours.calls = without(ours.calls, /^store:getUser /);
      const rest = /"holder":"[^"]*",|,"emailVerified":(?:null|\{[^}]*\})|,"more":1/g;
      for (const side of [theirs, ours]) side.cookies = side.cookies.map((line) => line.replace(rest, ""));
    },
  },
  {
    row: "linking an account",
    when: ({ setting }) => setting.passkeys !== undefined,
    level: (theirs, ours) => {
      for (const side of [theirs, ours]) side.calls = without(side.calls, /^jwt:decode/);
    },
  },
  {
    row: "the answer of a passkey",
    when: ({ shot, ours }) => shot.device?.action === "authenticate" && endsWith(ours, "InvalidCheck"),
    level: (theirs, ours) => {
      theirs.calls = without(theirs.calls, /^store:getAuthenticator /);
      if (
        theirs.location === ours.location &&
        endsWith(theirs, "AdapterError", "AuthError", "CallbackRouteError")
      )
        theirs.calls = ours.calls;
    },
  },
  {
    row: "where the `signIn` callback sends passkeys",
    when: ({ setting, shot }) => shot.device !== undefined && /path|foreign/.test(setting.signIn),
    level: (theirs, ours) => {
      const isSent = /^callback:(?:signIn|redirect)/.test(ours.calls.at(-1) ?? "");
      if (isSent && ours.cookies.every((line) => !/session-token|sid/.test(line))) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "a new passkey",
    when: ({ shot }) => shot.device?.action === "register",
    level: (theirs, ours, { shot }) => {
      const isKnown = shot.device?.change === "key of before" && endsWith(ours, "AccountNotLinked");
      const isAsked = ["getAuthenticator", "getAccount"].includes(shot.store?.method ?? "");
      const isOurs = isAsked && !called(theirs, `store:${shot.store?.method}`);
      // Session and key are written in another order, so that less is left behind when one of them fails.
      const isHalf =
        /^create(?:Session|Authenticator)$/.test(shot.store?.method ?? "") &&
        theirs.location === ours.location;
      if (isKnown || isOurs || isHalf) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "a new passkey",
    when: ({ setting }) => setting.passkeys !== undefined,
    level: (theirs, ours, { shot }) => {
      const unverified = /"emailVerified":null,|,"emailVerified":null(?=\})|"more":1,/g;
      for (const side of [theirs, ours]) {
        side.calls = side.calls.map((line) => line.replace(unverified, ""));
        side.body = JSON.parse(JSON.stringify(side.body).replace(unverified, ""));
      }
      if (shot.device?.action !== "register") return;
      if (openly(theirs) === openly(ours)) return;
      const looked = (lines: readonly string[]) => lines.filter((line) => line.startsWith("store:getUser "));
      const first = ours.calls.findIndex((line) => line.startsWith("store:getUser "));
      if (looked(ours.calls).length === looked(theirs.calls).length + 1) ours.calls.splice(first, 1);
      ours.calls = without(ours.calls, /^store:(?:getAuthenticator|getAccount) /).map((line) =>
        line.startsWith("store:createUser") ? line.replace(',"id":"<uuid>"', "") : line,
      );
      // Session and key in the order in which we write them.
      const session = theirs.calls.findIndex((line) => line.startsWith("store:createSession"));
      if (session === -1 || !theirs.calls[session + 1]?.startsWith("store:createAuthenticator")) return;
      theirs.calls.splice(session, 2, theirs.calls[session + 1] ?? "", theirs.calls[session] ?? "");
    },
  },
];
