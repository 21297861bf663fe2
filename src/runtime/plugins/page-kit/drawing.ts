/** What sections and fields are drawn with. */
import type { Html } from "../../pages/html.js";
import type { Say } from "../../pages/text.js";
import type { KitText } from "./texts.js";

/** What a page is drawn with. */
export interface Drawing {
  readonly csrfToken: string;
  /** The kit's own texts. */
  readonly text: Say<KitText>;
  /** The field that is focused at once; undefined: none is. */
  readonly focused: string | undefined;
}

/** The id of a field. @param at place of its section on the page */
export const fieldId = (at: number, name: string): string => `field-${at}-${name}`;

/** A part of a page, or nothing. */
export type Part = Html | false | undefined;
