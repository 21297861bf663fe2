/** What caches may do with an answer in which a session is. */

/** Headers of an answer that is being made. */
export interface AnswerHeaders {
  /** Null where there is none. */
  get(name: string): string | null;
  /** In place of one of that name. */
  set(name: string, value: string): void;
  /** Nothing where there is none. */
  delete(name: string): void;
}

/** Each of them stands above Cache-Control, for the caches that know it. */
const ofCaches = [
  "cdn-cache-control",
  "cloudflare-cdn-cache-control",
  "netlify-cdn-cache-control",
  "vercel-cdn-cache-control",
  "surrogate-control",
];

/** May a cache keep this answer for everybody? Then it must carry nobody's session. */
export const isShared = (headers: Pick<AnswerHeaders, "get">): boolean =>
  /\bpublic\b|\bs-maxage\b/i.test(headers.get("cache-control") ?? "") ||
  ofCaches.some((name) => /\bmax-age\b|\bpublic\b|\bs-maxage\b/i.test(headers.get(name) ?? ""));

/** Keeps an answer for the one who asked, whatever rule the app has for its address. */
export function keepPrivate(headers: AnswerHeaders): void {
  const said = partsOf(headers.get("cache-control"));
  const own = said.filter((one) => !/^(?:public|private|s-maxage)\b/i.test(one));
  headers.set("cache-control", ["private", ...own].join(", "));
  for (const name of ofCaches) headers.delete(name);
  const varied = partsOf(headers.get("vary"));
  if (!varied.some((one) => /^(?:cookie|\*)$/i.test(one)))
    headers.set("vary", [...varied, "Cookie"].join(", "));
}

const partsOf = (value: string | null): readonly string[] =>
  (value ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
