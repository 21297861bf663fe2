import type { StricterUse } from "./read.js";
import type { Surveyed } from "../../read-file.js";
import { isYes, parseEnv } from "../../../../cli/formats/env-file.js";
import { lineAt } from "../../../../cli/source/text/layout.js";
import { readIfText, type ProjectFiles } from "../../../../cli/project/files.js";
import type { Todo } from "../../todo.js";
import { mentions } from "../../../../cli/source/names/code-names.js";

interface Place {
  readonly path: string;
  readonly line: number;
}

interface App {
  readonly isVersion4: boolean;
  readonly surveys: readonly Surveyed[];
  readonly files: ProjectFiles;
}

type Advice = Pick<Todo, "why" | "write" | "code" | "breaks">;

const advice = {
  mail: {
    why: "mails with links are not sent while the host is whatever a request says",
    write:
      "AUTH_URL=https://app.example.com, or your hosts in place of true: AUTH_TRUST_HOST=app.example.com",
    code: "AUTH_W_MAIL_NEEDS_URL",
    breaks: true,
  },
  redirectProxy: {
    why: "the redirect proxy sends codes only to origins that it lists",
    write:
      'on the proxy AUTH_REDIRECT_PROXY_ORIGINS="https://*.preview.example.com", or redirectProxyUrl: { url, origins }',
    code: "AUTH_W_PROXY_ORIGINS",
    breaks: true,
  },
  passkey: {
    why: "strangers cannot register a passkey any more",
    write: "allowSignUp: true, if anybody may for any address; without it they come by a mailed link first",
    code: "AUTH_W_PASSKEY_SIGN_UP",
    breaks: true,
  },
  getToken: {
    why: "on https getToken looks for names with __Secure- only, and the session cookie has another one",
    write: "secureCookie: false, or cookieName: the name that your options have",
    code: "AUTH_W_PLAIN_COOKIE",
    breaks: true,
  },
  session: {
    why: "the session callback passes on what it is given: sessionToken, and columns that are called secret, stay behind",
    write:
      "name what the page needs: return { expires: session.expires, user: { name: user.name, plan: user.plan } }",
    code: "AUTH_W_SESSION_COLUMNS",
  },
  getAccount: {
    why: "the store is asked for the account of every OAuth sign-in, too, not of passkeys alone: those it does not find are refused (OAuthAccountNotLinked)",
    write: "getAccount(providerAccountId, provider) finds the accounts of all providers",
    code: "AUTH_W_STORE_ACCOUNTS",
  },
  mailCode: {
    why: "a code of fewer than 22 characters is good for 10 minutes and 5 tries, and only with its address",
    write: "send the address beside the code, or make a longer one",
    code: "AUTH_W_SHORT_MAIL_CODE",
  },
  linking: {
    why: "an account that joins a user by the address proves it, where its provider vouches: what others had brought to that user ends, and a user with a password, a passkey or a factor is not joined",
    write: "nothing; or false, and people add accounts while they are signed in",
    code: "AUTH_W_LINKING",
  },
} as const satisfies Record<string, Advice>;

/** What the app uses and what is stricter here, by the line where it stands. */
export function stricter({ surveys, files, isVersion4 }: App): Todo[] {
  const uses = surveys.flatMap(({ stricter: all, file, text }) =>
    all.map(({ kind, offset }) => ({ kind, path: file, line: lineAt(text, offset) })),
  );
  const of = (...kinds: readonly StricterUse["kind"][]): Place[] =>
    uses.filter(({ kind }) => kinds.includes(kind)).map(({ path, line }) => ({ path, line }));
  const env = readEnv(files);
  const isStored = surveys.some(({ options }) => options.some(storesSessions));
  const hasAddress = env("AUTH_URL").length + env("NEXTAUTH_URL").length > 0;
  const trusting = [...env("AUTH_TRUST_HOST", isYes), ...of("trustHost")];
  const proxies = [...of("redirectProxy"), ...env("AUTH_REDIRECT_PROXY_URL")];
  const found: readonly (readonly [keyof typeof advice, readonly Place[]])[] = [
    ["mail", of("mail").length > 0 && !hasAddress ? trusting : []],
    ["redirectProxy", env("AUTH_REDIRECT_PROXY_ORIGINS").length === 0 ? proxies : []],
    ["passkey", of("passkey")],
    ["getToken", of("plainCookie").length > 0 ? of("getToken") : []],
    ["session", isStored && !isVersion4 ? of("session") : []],
    ["getAccount", of("getAccount")],
    ["mailCode", of("mailCode")],
    ["linking", of("linking")],
  ];
  return found.flatMap(([name, places]) => places.map((place) => ({ ...place, ...advice[name] })));
}

function storesSessions({ members: { adapter, session } }: Surveyed["options"][number]): boolean {
  if (session?.text.includes("strategy")) return mentions(session.text, "options.ts", "database");
  return adapter !== undefined;
}

const envFiles = [".env", ".env.local", ".env.production", ".env.production.local"];

/** Where the env files give a name a value. */
function readEnv(files: ProjectFiles): (name: string, isMeant?: (value: string) => boolean) => Place[] {
  const entries = envFiles.flatMap((path) => {
    const text = readIfText(files, path)?.text ?? "";
    return parseEnv(text).map((entry) => ({ path, line: lineAt(text, entry.start), ...entry }));
  });
  return (name, isMeant = (value) => value !== "") =>
    entries.filter((one) => one.key === name && isMeant(one.value)).map(({ path, line }) => ({ path, line }));
}
