import type Handlebars from "handlebars";
import runtime from "handlebars/runtime.js";
import { templates } from "./generated.js";

// The runtime has the shape of the whole library, less the compiler; its own type declarations are empty.
const handlebars = runtime as unknown as typeof Handlebars;

/** The manner in which a generated file is written. */
export interface RenderStyle {
  readonly eol: "\n" | "\r\n";
  readonly indent: string;
  readonly quote: '"' | "'";
  readonly semicolons: boolean;
}

/**
 * Renders a file of src/templates/frameworks or src/templates/stores in the manner of the project. The templates are strict: a variable that is
 * not given is an error. Text that is not ours enters through the helper `json` only.
 */
export function render(name: string, data: Readonly<Record<string, unknown>>, style: RenderStyle): string {
  const template = templates[name];
  if (!template) throw new Error(`There is no template ${name}`);
  const helpers = {
    json(value: unknown) {
      // Strictness ends at the arguments of helpers.
      if (value === undefined) throw new Error(`${name}: a variable is not defined`);
      return JSON.stringify(value);
    },
    list: (values: readonly string[]) => values.join(", "),
  };
  return restyle(handlebars.template(template)(data, { helpers, partials: partials() }), style);
}

/** Parts that the templates of several frameworks share, by the names that they are taken in by: `server/page`. */
const partials = () =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) =>
      name.startsWith(shared)
        ? [[name.slice("frameworks/".length, -".hbs".length), handlebars.template(template)]]
        : [],
    ),
  );

const shared = "frameworks/server/";

/** Strings, comments and template literals: what a change of manner must step over. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g;

/** The templates are written with two spaces, double quotes and semicolons; this turns them into another manner. */
export function restyle(source: string, style: RenderStyle): string {
  let text = "";
  let at = 0;
  const code = (part: string) => {
    const indented = part.replace(
      /\n((?: {2})+)/g,
      (_, units: string) => `\n${style.indent.repeat(units.length / 2)}`,
    );
    return style.semicolons ? indented : indented.replace(/;(?=\s*\n)/g, "");
  };
  for (const { 0: found, index } of source.matchAll(token)) {
    text += code(source.slice(at, index));
    text += requoted(found, style);
    at = index + found.length;
  }
  const last = code(source.slice(at));
  // A part of a file ends without a line break.
  const end = last.trimEnd().length - 1;
  text += style.semicolons || last[end] !== ";" ? last : last.slice(0, end) + last.slice(end + 1);
  return style.eol === "\n" ? text : text.replaceAll("\n", style.eol);
}

/** A string in the quotes of a style, and those inside the `${…}` of a template literal. */
function requoted(found: string, style: RenderStyle): string {
  if (style.quote === '"') return found;
  if (found.startsWith("`"))
    return found.replace(embedded, (code) => code.replace(string, (one) => requoted(one, style)));
  return found.startsWith('"') && !/['\\]/.test(found) ? `'${found.slice(1, -1)}'` : found;
}

/** A `${…}` without brackets or literals of its own. */
const embedded = /(?<!\\)\$\{[^{}`]*\}/g;
const string = /"(?:[^"\\\n]|\\.)*"/g;
