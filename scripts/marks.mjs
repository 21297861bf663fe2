/**
 * Marks of providers: a provider imports `./marks/<icon>.js`, and that module is made here from the icon of this name in
 * packages that are in the public domain (CC0). An icon with licence terms of its own is refused. Marks are trademarks of
 * their owners all the same: THIRD-PARTY-NOTICES.md says so.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Installed here or further up, as Node looks for packages: the demo builds in a folder below its own. */
function read(file, from = import.meta.dirname) {
  const found = path.join(from, "node_modules", file);
  if (existsSync(found)) return readFileSync(found, "utf8");
  const above = path.dirname(from);
  if (above === from) throw new Error(`${file} is not installed`);
  return read(file, above);
}

const maxMarkBytes = 2950;

/** Those whose owners want their colours: icons of @iconify-json/logos. */
const coloured = { google: "google-icon", microsoft: "microsoft-icon" };

/** Packages with icons, in the order in which they are asked. */
export const iconPackages = ["@iconify-json/logos", "simple-icons", "@iconify-json/cib"];

/** @returns text of the module */
export function markModule(icon, header) {
  const { title, from, mark } = drawing(icon);
  const json = JSON.stringify(mark);
  if (json.length > maxMarkBytes)
    throw new Error(`The icon ${icon} has ${json.length} bytes, ${maxMarkBytes} are allowed`);
  return `${header}import type { ProviderMark } from "../../runtime/types/provider.js";

/** ${title}, from ${from} (CC0-1.0). A trademark of its owner. */
export const mark: ProviderMark = ${json};
`;
}

function drawing(icon) {
  if (Object.hasOwn(coloured, icon)) return ofIconify(icon, "@iconify-json/logos", coloured[icon]);
  const known = simpleIcons().find(({ slug }) => slug === icon);
  if (known === undefined) return ofIconify(icon, "@iconify-json/cib", icon);
  if (known.license !== undefined) throw new Error(`The icon ${icon} has terms of its own: leave it out`);
  return {
    title: known.title,
    from: "simple-icons",
    mark: [24, 24, ...paths(read(`simple-icons/icons/${icon}.svg`))],
  };
}

let list;
const simpleIcons = () => (list ??= JSON.parse(read("simple-icons/data/simple-icons.json")));

function ofIconify(title, from, icon) {
  const set = JSON.parse(read(`${from}/icons.json`));
  const found = set.icons[icon];
  if (found === undefined) throw new Error(`No package has an icon ${icon}`);
  const { body, width = set.width ?? 16, height = set.height ?? 16 } = found;
  if (/<(?!path\b|\/path)|fill-rule|transform|opacity/.test(body))
    throw new Error(`The icon ${icon} is more than paths and colours`);
  return { title, from, mark: [width, height, ...paths(body)] };
}

const paths = (svg) =>
  [...svg.matchAll(/<path\b([^>]*)>/g)].map(([, attributes]) => {
    const d = / d="([^"]+)"/.exec(attributes)[1];
    const fill = / fill="([^"]+)"/.exec(attributes)?.[1] ?? "currentColor";
    return fill === "currentColor" ? d : [fill, d];
  });
