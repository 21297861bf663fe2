/** What the lists of known differences have in common. */
import type { PageSummary } from "../compare.js";
import type { Exchange } from "./duel.js";
import type { Seen } from "./side.js";

export const isPage = ({ contentType }: Seen): boolean => contentType?.startsWith("text/html") === true;
export const arePages = ({ theirs, ours }: Exchange): boolean => isPage(theirs) && isPage(ours);
export const formsOf = ({ body }: Seen): PageSummary["forms"] => (body as PageSummary).forms;

export const isCallback = ({ shot }: Exchange): boolean => /callback/.test(shot.path);
export const hasRows = ({ setting }: Exchange): boolean => setting.store && setting.strategy !== "jwt";

export const log = (type: string): string => `log:error ${type}`;
export const endsWith = ({ calls }: Seen, ...types: readonly string[]): boolean =>
  types.some((type) => calls.at(-1) === log(type));
export const called = ({ calls }: Seen, name: string): boolean => calls.some((line) => line.startsWith(name));
export const without = (lines: readonly string[], name: RegExp): string[] =>
  lines.filter((line) => !name.test(line));

/** Drops an event, and what the log says of it. */
export function dropEvent(seen: Seen, name: string): void {
  const told = seen.calls.findIndex((line) => line.startsWith(`event:${name} `));
  if (told !== -1) seen.calls.splice(told, seen.calls[told + 1] === log("EventError") ? 2 : 1);
}

/** The address in the JSON that a client gets in place of a redirect. */
export function rewriteUrl(seen: Seen, change: (url: string) => string): void {
  if (seen.location !== null) seen.location = change(seen.location);
  const body = seen.body as { url?: string } | null;
  if (typeof body?.url === "string") body.url = change(body.url);
}

/** The whole answer is ours: what follows from another state. */
export const takeOurs = (theirs: Seen, ours: Seen): void => void Object.assign(theirs, ours);
