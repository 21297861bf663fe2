/**
 * The markup of component files of Svelte and Vue, as far as it is plain: it is not parsed. What is not plain is
 * `undefined`, for a person to decide about.
 */
import { spaceAfter } from "../text/layout.js";

const blanked = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (part) => part.replaceAll(/[^\r\n]/g, " "));

/** The file with comments of its markup as blanks: places are those of the file. */
export const withoutNotes = (text: string): string => blanked(text, /<!--[\s\S]*?-->/g);

/** Only the markup: scripts, styles and comments are blank. */
export const markupOf = (text: string): string =>
  blanked(withoutNotes(text), /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/g);

/** Whether markup has an element of one of these names. */
export const hasElement = (markup: string, ...names: readonly string[]): boolean =>
  names.some((name) => new RegExp(`<${name}[\\s/>]`).test(markup));

/** Offset behind the tag that opens the first script of a file without comments. */
export function scriptStart(text: string): number | undefined {
  const open = /<script\b[^>]*>/.exec(text);
  return open === null ? undefined : open.index + open[0].length;
}

/** Where markup of a layout of Svelte shows the page. */
export function pageAt(markup: string): number | undefined {
  const at = markup.search(/\{@render\s+children\b|<slot[\s/>]/);
  return at === -1 ? undefined : at;
}

/** Elements of Svelte that show nothing where they stand, their attributes without strings and braces in code. */
const aside =
  /<svelte:head>[\s\S]*?<\/svelte:head>|<svelte:(?:window|document|body|options)(?:\s+[\w:|-]+(?:=(?:"[^"{]*"|'[^'{]*'|\{[^{}"'`]*\}))?)*\s*\/>/g;

/** Offset of the first that markup of Svelte shows. */
export function firstShown(markup: string): number | undefined {
  const shown = blanked(markup, aside);
  const at = spaceAfter(shown, 0);
  return shown.startsWith("<svelte:", at) ? undefined : at;
}

/** The template of a component of Vue: offsets of its tag, and of the first in it. */
export interface VueTemplate {
  readonly start: number;
  /** undefined: it is written in another language, or stands in another file. */
  readonly first: number | undefined;
  /** Of the first in the one element of HTML that the template may consist of. */
  readonly firstInRoot: number | undefined;
}

export function vueTemplate(markup: string): VueTemplate | undefined {
  const open = /^<template(\s[^>]*)?>/m.exec(markup);
  if (open === null) return undefined;
  const start = open.index;
  if (open[1]?.trim()) return { start, first: undefined, firstInRoot: undefined };
  const behind = (offset: number) => offset + spaceAfter(markup, offset);
  const first = behind(start + open[0].length);
  const root =
    /^<(?!slot|template|component)[a-z][a-z0-9]*(?:\s+[^\s"'<>/=]+(?:="[^"]*"|='[^']*')?)*\s*>/.exec(
      markup.slice(first),
    );
  return { start, first, firstInRoot: root === null ? undefined : behind(first + root[0].length) };
}
