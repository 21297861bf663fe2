/** Another text where an option, or a call, has a plain one. */
import type { ConfigOption } from "../source/configuration/auth-config.js";
import { stringOf } from "../source/configuration/literals.js";
import type { Repair } from "./finding.js";
import { textOf, type SourceText, type Survey } from "./survey.js";

/** Undefined where the text is not written beside the option: a constant may serve others, too. */
export function retextOption({ facts }: Survey, option: ConfigOption, text: string): Repair | undefined {
  if (stringOf(option.value) === undefined || !isBeside(textOf(facts, option.at.path), option))
    return undefined;
  return retext(option.at.path, option.value, { start: option.valueStart, end: option.valueEnd }, text);
}

/** Whether the value of an option is written where the option is. */
export const isBeside = (text: string, { start, valueStart, valueEnd, value }: ConfigOption): boolean =>
  text.slice(valueStart, valueEnd) === value && text.slice(start, valueStart).trimEnd().endsWith(":");

/** The first place at or behind an offset where code writes a text out. */
export function retextFrom(source: SourceText, offset: number, from: string, to: string): Repair | undefined {
  const found = source.texts.find(({ start, text }) => start >= offset && text === from);
  return found && retext(source.path, source.text.slice(found.start, found.end), found, to);
}

function retext(
  file: string,
  written: string,
  { start, end }: { readonly start: number; readonly end: number },
  text: string,
): Repair {
  const [quote = '"'] = written;
  return { kind: "splice", file, edits: [{ start, end, text: quote + text + quote }] };
}
