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
  says(headers.get("cache-control"), ["public", "s-maxage"]) ||
  ofCaches.some((name) => says(headers.get(name), ["public", "s-maxage", "max-age"]));

/** Keeps an answer for the one who asked, whatever rule the app has for its address. */
export function keepPrivate(headers: AnswerHeaders): void {
  const own = partsOf(headers.get("cache-control")).filter(
    (part) => !says(part, ["public", "private", "s-maxage"]),
  );
  headers.set("cache-control", ["private", ...own].join(", "));
  for (const name of ofCaches) headers.delete(name);
  const varied = headers.get("vary");
  if (!says(varied, ["cookie", "*"])) headers.set("vary", [...partsOf(varied), "Cookie"].join(", "));
}

/**
 * The same of an answer of the web, in a copy: those of `fetch` and `Response.redirect` cannot be changed. An upgrade
 * (101) stays: nobody keeps one, and it has no copy.
 */
export const privateAnswer = (answer: Response): Response =>
  answer.status === 101 ? answer : withHeaders(answer, keepPrivate);

/** A copy with other headers. */
export function withHeaders(answer: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(answer.headers);
  change(headers);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

const partsOf = (value: string | null): readonly string[] =>
  (value ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Whether a list has one of these directives: `max-age=60` is `max-age`. */
const says = (value: string | null, names: readonly string[]): boolean =>
  partsOf(value).some((part) => names.includes(part.split("=", 1)[0]?.trim().toLowerCase() ?? ""));
