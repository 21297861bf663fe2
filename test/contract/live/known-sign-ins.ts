/** Known differences in sign-ins: providers, mails, passwords, and whose account it is. */
import {
  called,
  dropEvent,
  endsWith,
  formsOf,
  hasRows,
  isCallback,
  isPage,
  log,
  rewriteUrl,
  takeOurs,
  without,
} from "./known-lines.js";
import type { Known } from "./known.js";
import type { Seen } from "./side.js";

const isStart = /signin\/+o/;
const clearedCheck = /(?:\.state|\.nonce|^st|pkce\.code_verifier)=; Max-Age=0/;
const sentFromElsewhere = (line: string): string =>
  line.replace(/(?:; Secure)?; SameSite=\w+/, "; Secure; SameSite=None");
const ourParameters = "client_id redirect_uri response_type response_mode state nonce code_challenge".split(
  " ",
);

/** Last of the cookies, with what the documentation of the limit promises. */
const knownBrowser =
  /^(?:__Secure-)?authjs\.known-browser=\{"exp":\d+,"iat":\d+,"jti":"<uuid>","names":\[(?:"[0-9a-f]{24}",?)+\]\}; Path=\/; Expires=[^;]+; HttpOnly;(?: Secure;)? SameSite=Lax$/;

/** With what the documentation says of it. */
const mailStart =
  /^(?:__Secure-)?authjs\.mail-start=\{"exp":\d+,"iat":\d+,"jti":"<uuid>","starts":\[[^\]]+\]\}; Path=\/; Expires=[^;]+; HttpOnly;(?: Secure;)? SameSite=\w+$/;

/** The page of a link, or its address for a script. */
const showsPress = (ours: Seen): boolean =>
  isPage(ours)
    ? formsOf(ours).some(({ action }) => action.includes("/callback/email"))
    : String((ours.body as { url?: string } | null)?.url).includes("/callback/email");

export const signInDifferences: readonly Known[] = [
  {
    row: "form_post by a redirect proxy",
    when: ({ setting, shot }) =>
      setting.formPost &&
      setting.redirectProxy !== undefined &&
      (isStart.test(shot.path) || /callback\/+o/.test(shot.path)),
    level: takeOurs,
    ends: true,
  },
  {
    row: "links of mails opened elsewhere",
    when: ({ shot }) => /signin\/+email/.test(shot.path),
    level: (_theirs, ours) => void (ours.cookies = without(ours.cookies, mailStart)),
  },
  {
    row: "links of mails opened elsewhere",
    when: ({ shot, ours }) => /callback\/+email/.test(shot.path) && ours.status === 200 && showsPress(ours),
    level: takeOurs,
    ends: true,
  },
  {
    // A store that cannot say who is signed in uses up no link.
    row: "links of mails opened elsewhere",
    when: ({ shot, ours }) =>
      /callback\/+email/.test(shot.path) &&
      called(ours, "store:getSessionAndUser") &&
      !called(ours, "store:useVerificationToken"),
    level: takeOurs,
    ends: true,
  },
  {
    // Who is signed in is asked before the link is used up.
    row: "links of mails opened elsewhere",
    when: ({ shot }) => /callback\/+email/.test(shot.path),
    level: (_theirs, ours) => {
      const taken = ours.calls.findIndex((line) => line.startsWith("store:useVerificationToken"));
      ours.calls = ours.calls.filter(
        (line, at) => at > taken || !/^(?:store:getSessionAndUser|jwt:decode)/.test(line),
      );
    },
  },
  {
    row: "browsers that signed in by password or by mail",
    when: ({ shot }) => /callback\/+(?:credentials|email)/.test(shot.path),
    level: (_theirs, ours) => {
      const last = ours.cookies.filter((line) => !line.startsWith("joined ")).at(-1) ?? "";
      if (knownBrowser.test(last)) ours.cookies.splice(ours.cookies.indexOf(last), 1);
    },
  },
  {
    row: "linking an account",
    when: ({ shot }) => isStart.test(shot.path),
    level: (_theirs, ours) =>
      void (ours.cookies = ours.cookies.map((line) => line.replace(/"holder":"[^"]*",/, ""))),
  },
  {
    row: "linking an account",
    when: ({ shot }) => /(?:signin|callback)\/+o/.test(shot.path),
    level: (theirs, ours) => {
      for (const side of [theirs, ours]) side.calls = without(side.calls, /^jwt:decode/);
    },
  },
  {
    row: "linking an account",
    when: (exchange) => exchange.setting.store && isCallback(exchange),
    level: (theirs, ours) => {
      if (endsWith(ours, "OAuthAccountNotLinked") && called(theirs, "store:linkAccount"))
        takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "linking an account",
    when: (exchange) => hasRows(exchange) && isCallback(exchange),
    level: (theirs, ours, { shot }) => {
      if (called(ours, "store:deleteSession")) return;
      // The row had expired.
      if (!called(theirs, "store:createSession") && called(ours, "store:createSession"))
        takeOurs(theirs, ours);
      if (/email/.test(shot.path)) theirs.calls = without(theirs.calls, /^store:deleteSession/);
    },
    ends: true,
  },
  {
    row: "parameters of the sign-in request",
    when: ({ shot }) => isStart.test(shot.path),
    level: (theirs, ours, { shot }) => {
      const asked = (shot.query ?? []).map(([name]) => name).filter((name) => ourParameters.includes(name));
      for (const side of [theirs, ours]) rewriteUrl(side, (url) => withoutParams(url, asked));
    },
    ends: true,
  },
  {
    row: "`response_mode=form_post`",
    when: ({ setting, shot }) => setting.formPost && /(?:signin|callback)\/+o/.test(shot.path),
    level: (theirs, ours) => {
      theirs.cookies = theirs.cookies.map((line) => {
        const own = sentFromElsewhere(line);
        return /pkce|=; Max-Age=0/.test(line) && ours.cookies.includes(own) ? own : line;
      });
    },
  },
  {
    row: "default checks",
    when: ({ setting, shot }) => setting.checks === undefined && isStart.test(shot.path),
    level: (theirs, ours, { setting }) => {
      if (!theirs.cookies.some((line) => line.includes("pkce"))) return;
      // A redirect proxy brings a state of its own.
      const isProxied = setting.redirectProxy !== undefined;
      ours.cookies = without(ours.cookies, isProxied ? /\.nonce=\{/ : /(?:\.state|\.nonce|^st)=\{/);
      rewriteUrl(ours, (url) => withoutParams(url, isProxied ? ["nonce"] : ["state", "nonce"]));
    },
  },
  {
    row: "default checks",
    when: (exchange) => exchange.setting.checks === undefined && isCallback(exchange),
    level: (theirs, ours) => {
      ours.calls = ours.calls.map((line) => line.replace(',"nonce":"<random>"', ""));
      ours.cookies = ours.cookies.filter(
        (line) => !/(?:\.state|\.nonce|^st)=; Max-Age=0/.test(line) || theirs.cookies.includes(line),
      );
      // Which of two missing cookies is noticed first.
      if (endsWith(theirs, "InvalidCheck") && endsWith(ours, "CallbackRouteError"))
        theirs.calls[theirs.calls.length - 1] = log("CallbackRouteError");
    },
  },
  {
    row: "default checks",
    when: ({ setting, shot }) => setting.checks === undefined && /callback\/+o/.test(shot.path),
    level: (theirs, ours, { shot }) => {
      const isChanged =
        /state|only|error/.test(shot.comesFrom?.change ?? "") || (shot.cookies ?? []).length > 0;
      const isRefused = endsWith(ours, "InvalidCheck") || (isChanged && endsWith(ours, "CallbackRouteError"));
      if (isRefused && ours.location?.endsWith("error=Configuration") === true) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "check cookies after a callback",
    when: ({ shot, ours }) => /callback\/+o/.test(shot.path) && endsWith(ours, "InvalidCheck"),
    level: (theirs, ours) => {
      ours.calls = without(ours.calls, /^store:getSessionAndUser/);
      // Whoever has a session goes on to the app; by PKCE alone the provider's refusal of the code says it.
      const refusals = ["InvalidCheck", "CallbackRouteError", "OAuthCallbackError"];
      const isRefused = refusals.some((name) => endsWith(theirs, name));
      const goesOn = ours.location?.includes("error=Configuration") === false;
      if (isRefused && (goesOn || theirs.location === ours.location)) takeOurs(theirs, ours);
    },
  },
  {
    row: "check cookies after a callback",
    when: isCallback,
    level: (theirs, ours) => {
      ours.cookies = ours.cookies.filter((line) => !clearedCheck.test(line) || theirs.cookies.includes(line));
    },
    align: (them, us) => {
      for (const name of them.jar.keys())
        if (/\.state$|\.nonce$|^st$|code_verifier$/.test(name) && !us.jar.has(name)) them.jar.delete(name);
    },
  },
  {
    row: "core-oauth-jwt/badprofile-callback",
    when: ({ theirs }) => theirs.calls.includes(log("OAuthProfileParseError")),
    level: (theirs, ours) => {
      if (!theirs.location?.endsWith("/signin")) return;
      if (/\/(?:signin|login)\?error=OAuthCallbackError$/.test(ours.location ?? ""))
        theirs.location = ours.location;
    },
  },
  {
    row: "core-oauth-jwt/userinfo-500-callback",
    when: ({ shot, ours }) =>
      shot.fault === "userinfo-500" && shot.path.endsWith("/oa") && endsWith(ours, "CallbackRouteError"),
    level: takeOurs,
    ends: true,
  },
  {
    row: "an answer without an id",
    when: ({ setting, shot, ours }) =>
      (setting.profile === "no-id" || shot.fault === "no-sub") && endsWith(ours, "AuthError"),
    level: takeOurs,
    ends: true,
  },
  {
    row: "ids of accounts",
    when: ({ setting, shot }) => setting.profile === "number" || shot.fault === "number-sub",
    level: (theirs, ours) => {
      theirs.calls = theirs.calls.map((line) => line.replace(/("providerAccountId":)(42|77)\b/, '$1"$2"'));
      ours.calls = without(ours.calls, /^store:getUserByAccount.*"providerAccountId":\d/);
    },
  },
  {
    row: "provider ids in addresses",
    when: ({ shot, theirs }) => /%70/.test(shot.path) && endsWith(theirs, "Error"),
    level: takeOurs,
    ends: true,
  },
  {
    row: "secrets that are replaced",
    when: ({ setting, shot }) => Array.isArray(setting.secret) && /callback\/email/.test(shot.path),
    level: (_theirs, ours) => {
      ours.calls = ours.calls.filter(
        (line, index, lines) => !line.startsWith("store:useVerificationToken") || line !== lines[index - 1],
      );
    },
  },
  {
    row: "a mail link whose sign-in fails",
    when: ({ shot, ours }) =>
      /callback\/email/.test(shot.path) && ours.calls.at(-1)?.startsWith("log:error") === true,
    level: (_theirs, ours) => void (ours.calls = without(ours.calls, /^store:createVerificationToken/)),
    ends: true,
  },
  {
    row: "core-db/email-existing-user",
    when: ({ shot, theirs, ours }) =>
      /callback\/email/.test(shot.path) &&
      called(theirs, "store:updateUser") &&
      !called(ours, "store:updateUser"),
    level: (theirs, ours) => {
      dropEvent(theirs, "updateUser");
      theirs.calls = without(theirs.calls, /^store:updateUser/);
      for (const side of [theirs, ours]) {
        side.calls = side.calls.map((line) =>
          line.replace(/("emailVerified":)\{"date":"[^"]*"\}/g, '$1"<date>"'),
        );
      }
    },
    ends: true,
  },
  {
    row: "core-db/same-email-dangerous-callback",
    when: ({ setting, theirs }) => setting.dangerousLinking && !called(theirs, "store:createUser"),
    level: (theirs) => {
      if (!called(theirs, "store:createUser")) dropEvent(theirs, "createUser");
    },
  },
  {
    row: "core-db/same-account-signed-in-callback",
    when: (exchange) => hasRows(exchange) && isCallback(exchange),
    level: (theirs, ours) => {
      const deleted = ours.calls.findIndex((line) => line.startsWith("store:deleteSession"));
      if (deleted === -1 || !ours.calls[deleted - 1]?.startsWith("store:createSession")) return;
      ours.calls.splice(deleted, 1);
      if (called(theirs, "store:createSession")) return;
      ours.calls.splice(deleted - 1, 1);
      ours.cookies = theirs.cookies;
    },
    ends: true,
  },
  {
    row: "credentials beside database sessions",
    when: (exchange) =>
      hasRows(exchange) &&
      /callback\/+credentials/.test(exchange.shot.path) &&
      called(exchange.ours, "store:getUser"),
    level: takeOurs,
    ends: true,
  },
];

function withoutParams(address: string, names: readonly string[]): string {
  if (!address.includes("redirect_uri=")) return address;
  const [base = "", query = ""] = address.split("?");
  const kept = query.split("&").filter((pair) => !names.includes(pair.split("=")[0] ?? ""));
  return `${base}?${kept.join("&")}`;
}
