/** The languages of a configuration: what is wrong with them, and which one a request is answered in. */
import { AuthError, toError } from "../errors/index.js";
import type { Language, LanguageHost, LanguageLog, LanguageRequest } from "../types/language-host.js";
import type { LanguageOptions, Messages } from "../types/messages.js";
import { lookUp } from "./lookup.js";
import { isObject, membersOf } from "../types/members.js";

// Dropping it changes nothing but time.
const hosts = new WeakMap<LanguageOptions, LanguageHost>();

/** The pages' own. */
const builtIn = "en";

/** Once for each configuration. */
export function languageHost(config: LanguageOptions): LanguageHost {
  const known = hosts.get(config);
  if (known !== undefined) return known;
  const host = createHost(config);
  hosts.set(config, host);
  return host;
}

function createHost({ messages = [], locale }: LanguageOptions): LanguageHost {
  const problem = findProblem(messages);
  if (problem !== undefined) return { problem, languageOf: () => undefined };
  const languages = new Map(messages.map((each) => [each.locale, languageFrom(each)]));
  const offered = [...new Set([builtIn, ...languages.keys()])];
  const chosen = new WeakMap<LanguageRequest, { readonly language: Language | undefined }>();
  let isTold = false;

  const choose = ({ logger }: LanguageLog, request: LanguageRequest): string | undefined => {
    if (locale === undefined) return lookUp(request.header("accept-language") ?? "", offered);
    let fault: unknown;
    try {
      const found: unknown = locale(requestFor(request));
      if (typeof found === "string" && offered.includes(found)) return found;
      fault = new Error(`it returned none of ${offered.join(", ")}`);
    } catch (thrown) {
      fault = thrown;
    }
    if (!isTold)
      logger.error(
        new AuthError("locale() named no language of messages, so texts are English", {
          cause: { err: toError(fault) },
        }),
      );
    isTold = true;
    return undefined;
  };

  return {
    problem: undefined,
    languageOf(resolved, request) {
      const known = chosen.get(request) ?? {
        language: languages.get(choose(resolved, request) ?? builtIn),
      };
      chosen.set(request, known);
      return known.language;
    },
  };
}

/** Address and headers; the body is read by who it is for. */
function requestFor(request: LanguageRequest): Request {
  if (request.toRequest !== undefined) {
    const { url, headers } = request.toRequest(request.method === "POST" ? {} : undefined);
    return new Request(url, { headers });
  }
  const headers = new Headers();
  for (const name of ["accept-language", "cookie"]) {
    const value = request.header(name);
    if (value) headers.set(name, value);
  }
  return new Request(new URL(request.target ?? "/", `https://${request.header("host") || "localhost"}`), {
    headers,
  });
}

function findProblem(messages: readonly Partial<Messages>[]): AuthError | undefined {
  const given: unknown = messages;
  if (!Array.isArray(given)) return new AuthError("messages is a list of languages: messages: [de, fr]");
  const locales = messages.map((each) => membersOf(each)["locale"]);
  const at = messages.findIndex(
    (each, index) => !isLocale(locales[index]) || typeof each.host !== "function",
  );
  if (at >= 0)
    return new AuthError(
      `messages[${at}] is no language: import one of messages/<language>, or make one with defineMessages({ locale, core: { ... } })`,
    );
  const twice = locales.find((each, index) => locales.indexOf(each) !== index);
  return twice === undefined
    ? undefined
    : new AuthError(`messages has the locale "${twice}" twice. Remove one of them`);
}

/** Can `Intl` use it, and does it say what it is in the way that browsers do? */
function isLocale(locale: unknown): boolean {
  try {
    return typeof locale === "string" && Intl.getCanonicalLocales(locale)[0] === locale;
  } catch {
    return false;
  }
}

/** Only what is a text: everything else is left to English. */
function languageFrom({ locale, direction, host: _host, ...groups }: Messages): Language {
  const texts = Object.entries(groups).map(([id, group]) => [
    id,
    Object.fromEntries(Object.entries(membersOf(group)).filter(([, text]) => isText(text))),
  ]);
  return {
    locale,
    direction: direction === "rtl" ? "rtl" : "ltr",
    texts: Object.fromEntries(texts) as Language["texts"],
  };
}

const isText = (text: unknown): boolean =>
  isObject(text)
    ? isText(text["other"]) && Object.values(text).every(isText)
    : typeof text === "string" && text !== "";
