/** Names and comments as TypeScript. */

export const memberName = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A documentation comment of paragraphs, in lines of at most 110 characters. */
export function comment(paragraphs) {
  const lines = paragraphs.flatMap((text) => text.match(/\S.{0,105}(?=\s|$)/g) ?? [""]);
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

/** `a`, `a and b`, `a, b and c`. */
export const list = (items) =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
