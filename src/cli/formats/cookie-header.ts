/** Names and values of a Cookie header, with or without `Cookie:` in front. Of one name the first counts. */
export function parseCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of withoutHeaderName(header).split(/;\s*/)) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, decode(part.slice(at + 1).trim()));
  }
  return cookies;
}

export const withoutHeaderName = (header: string): string => header.trim().replace(/^cookie:\s*/i, "");

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, "$1"));
  } catch {
    return value;
  }
}
