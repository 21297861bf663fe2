/**
 * Known difference "targets": of a callback URL that is none, or that parsers read differently, the base URL takes the
 * place, and one of our own is written as the URL parser writes it. So the reference is asked with the judged one: from
 * there on both must agree in everything.
 */
import type { Setting } from "./setting.js";
import type { Shot } from "./shots.js";

const odd = /[\p{Cc}\p{Zl}\p{Zp}\\]|^\s|\s$/u;

/** What does not fit into a cookie, once characters are written as bytes. */
const isTooLong = (href: string): boolean => encodeURIComponent(href).length > 3600;

export function judgedTarget(target: string, origin: string): string {
  if (target === "") return target;
  const isPath = target.startsWith("/") && !target.startsWith("//");
  if (target.length > 2048 || odd.test(target) || !(isPath || /^https?:\/\//i.test(target))) return origin;
  if (!URL.canParse(target, origin)) return origin;
  const { href, username, password, origin: named } = new URL(target, origin);
  if (named !== origin) return target;
  if (username !== "" || password !== "" || isTooLong(href)) return origin;
  return [`${target}/`, origin + target].includes(href) ? target : href;
}

/** What a `redirect` callback gave, as the URL parser writes it. */
export function absolute(target: string, origin: string): string {
  const { href, username, password } = new URL(target, origin);
  if (username !== "" || password !== "" || isTooLong(href)) return origin;
  return href === `${target}/` ? target : href;
}

/** What the `redirect` callback is asked with: what could be no target at all is the base URL. */
const askedTarget = (target: string, origin: string): string =>
  target === "" || judgedTarget(target, origin) !== origin ? target : origin;

/** The same request, with callback URLs that are judged already. */
export function judged(shot: Shot, { origin, redirect }: Setting): Shot {
  const judge = (target: string) => (redirect === "default" ? judgedTarget : askedTarget)(target, origin);
  const { query, body } = shot;
  const judgedIn = (fields: Readonly<Record<string, unknown>>, name: string) => {
    const given = fields[name];
    return typeof given === "string" ? { ...fields, [name]: judge(given) } : fields;
  };
  // What the app's own code asks for is among the options of its call.
  const options = body?.fields["options"];
  const inOptions = typeof options === "object" &&
    options !== null && { options: judgedIn(options as Record<string, unknown>, "redirectTo") };
  return {
    ...shot,
    ...(query && {
      query: query.map(([name, value]) => [name, name === "callbackUrl" ? judge(value) : value] as const),
    }),
    ...(body && {
      body: { ...body, fields: { ...judgedIn(body.fields, "callbackUrl"), ...inOptions } },
    }),
  };
}
