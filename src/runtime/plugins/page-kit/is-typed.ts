/** The server's side of a confirmation. */

/**
 * Was the name typed? Blanks around it, and several in place of one, count for nothing: browsers show them so.
 *
 * @param typed the field `confirm` of the body
 * @param name as the page asked for it
 * @example if (!isTyped(body.confirm, team.name)) return showPage(context, deletePage({ problem }), 400);
 */
export const isTyped = (typed: unknown, name: string): boolean =>
  typeof typed === "string" && onOneLine(typed) === onOneLine(name) && onOneLine(name) !== "";

const onOneLine = (text: string): string => text.normalize("NFC").trim().split(" ").filter(Boolean).join(" ");
