/** Names pages in `pageAddresses` of a configuration, and takes names out. */
import type { AuthConfigModel, ConfigOption } from "../source/configuration/auth-config.js";
import { optionOf } from "../source/configuration/literals.js";
import { detectStyle } from "../source/text/text-style.js";
import { cutItem, insertItems, type CommaList } from "./comma-list.js";
import { splice, type TextEdit } from "../source/text/text-edit.js";

const option = "pageAddresses";

/** The option where it is an object, with the pages that it names. */
function listIn(text: string, model: AuthConfigModel, { valueStart, valueEnd }: ConfigOption): CommaList {
  const named = model.options.filter(({ path }) => path.startsWith(`${option}.`));
  const items = named.map(({ start, valueEnd: end }) => ({ start, end })).sort((a, b) => a.start - b.start);
  const close = valueEnd - 1;
  return {
    open: valueStart,
    close,
    items,
    trailingComma: text.slice(items.at(-1)?.end ?? valueStart, close).includes(","),
  };
}

/** @param wanted addresses by the names of pages that have none */
export function nameAddresses(
  text: string,
  model: AuthConfigModel,
  wanted: Readonly<Record<string, string>>,
): TextEdit[] {
  const found = optionOf(model, option);
  const style = detectStyle(text);
  const members = Object.entries(wanted).map(([name, at]) => `${name}: ${style.quote}${at}${style.quote}`);
  if (found === undefined || members.length === 0) return [];
  if (found.value.startsWith("{")) return insertItems(text, listIn(text, model, found), members, style);
  return [{ start: found.valueStart, end: found.valueEnd, text: `{ ${members.join(", ")} }` }];
}

/**
 * @param names of pages that the configuration no longer has
 * @returns the text of the file without them
 */
export function forgetAddresses(text: string, model: AuthConfigModel, names: readonly string[]): string {
  const found = optionOf(model, option);
  const gone = names.flatMap((name) => optionOf(model, `${option}.${name}`) ?? []);
  if (found === undefined || gone.length === 0) return text;
  const list = listIn(text, model, found);
  if (gone.length === list.items.length)
    return text.slice(0, found.valueStart) + "true" + text.slice(found.valueEnd);
  // From the last on, so that those in front keep their places.
  return gone
    .map(({ start }) => start)
    .sort((a, b) => b - a)
    .reduce(without, { text, list }).text;
}

interface Listed {
  readonly text: string;
  readonly list: CommaList;
}

function without({ text, list }: Listed, start: number): Listed {
  const item = list.items.find((one) => one.start === start);
  if (item === undefined) return { text, list };
  const left = splice(text, cutItem(text, list, item));
  const shift = left.length - text.length;
  const items = list.items
    .filter((one) => one !== item)
    .map((one) => (one.start < start ? one : { start: one.start + shift, end: one.end + shift }));
  return { text: left, list: { ...list, close: list.close + shift, items } };
}
