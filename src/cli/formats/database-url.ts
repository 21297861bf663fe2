/** Addresses of databases as text. */

/** The scheme in lower case, and what follows its colon. */
export function splitScheme(url: string): { readonly scheme: string; readonly rest: string } {
  const [, scheme = "", rest = ""] = /^([a-z]+):(.*)$/is.exec(url) ?? [];
  return { scheme: scheme.toLowerCase(), rest };
}

/** The path of a SQLite file behind `file:` or `sqlite:`. */
export const filePath = (rest: string): string => rest.replace(/^\/\//, "").replace(/\?.*$/s, "");

/** The parts of an address that are in no text for people: all of it, who connects, the password, a token. */
export function secretsOf(url: string): readonly string[] {
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? "";
  const password = /^[^:]*:(.*)@[^@]*$/s.exec(authority)?.[1] ?? "";
  const token = /[?&]authToken=([^&#]*)/i.exec(url)?.[1] ?? "";
  return [url, authority, password, decode(password), token, decode(token)].filter((part) => part !== "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
