/** HTML by template tag: every value is escaped unless it is already Html. */

/**
 * Forms come with their providers, and one process may hold two copies of this package (see shared-error.ts): a class
 * would be another one there. No data from outside has a symbol, so nothing else can claim to be Html.
 */
const mark = Symbol.for("authwright.html");

/** Text that is HTML already. */
export class Html {
  /** Says so in any copy of this package. */
  readonly [mark] = true;
  /** The HTML. */
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const isHtml = (value: Value): value is Html => typeof value === "object" && value !== null && mark in value;

type Value = Html | string | number | false | null | undefined | readonly Value[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function render(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (isHtml(value)) return value.text;
  if (Array.isArray(value)) return value.map(render).join("");
  return escapeHtml(String(value));
}

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));
}

/** Attributes from data; names that could run code or are no names are left out. */
export function attributes(given: Readonly<Record<string, unknown>>): Html {
  const written = Object.entries(given).flatMap(([name, value]) => {
    if (!/^[a-z][a-z0-9-]*$/i.test(name) || /^(?:on|style|srcdoc|formaction$)/i.test(name)) return [];
    if (value === undefined || value === null || value === false) return [];
    return value === true ? [` ${name}`] : [` ${name}="${escapeHtml(String(value))}"`];
  });
  return new Html(written.join(""));
}
