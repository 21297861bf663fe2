/**
 * What a page shows, as data: JSON holds all of it, and the page kit draws it. Every text is finished, in the language of
 * the request and with what stands in braces filled in; none is markup.
 */
import type { PluginPages } from "../registry.js";

/** Names of the pages of all plugins, as `pageAddresses` has them. */
export type PageName = keyof PluginPages;

/** One page, by its name. */
export type PageModel = { readonly [Name in PageName]: NamedPage<Name> }[PageName];

interface NamedPage<Name extends PageName> {
  /** Tells one page from another. */
  readonly page: Name;
  /** The heading, and the title of the document. */
  readonly title: string;
  /** Below the heading. */
  readonly text?: string | undefined;
  /** Above everything else, for as long as it is true. */
  readonly bar?: Bar | undefined;
  /** In this order. */
  readonly sections: readonly Section[];
  /** Where the page leads at its end. */
  readonly back?: Pick<Link, "to" | "label"> | undefined;
  /** What every form sends as `csrfToken`; "": the check is switched off. */
  readonly csrfToken: string;
}

/** A part of a page. */
export type Section = List | Form | Confirmation | Secret | Notice | EmptyState | Pager;

/** What several kinds of sections have. */
interface Headed {
  readonly heading?: string | undefined;
  /** Below the heading. */
  readonly text?: string | undefined;
}

/** Says what is unusual in all that follows, such as on whose behalf somebody acts. */
export interface Bar {
  readonly text: string;
  readonly action?: Action | undefined;
}

/** A link: an address of http(s), or a path of the site. */
export interface Link extends Labelled {
  readonly to: string;
}

/** A form of one button. */
export interface Press extends Labelled {
  /** Where it posts: an address, as that of a link. */
  readonly action: string;
  /** What it sends beside the CSRF token. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}

interface Labelled {
  readonly label: string;
  /** For those who don't see what it stands beside. Default: the label. */
  readonly name?: string | undefined;
  /** It cannot be taken back, or ends something. */
  readonly isDanger?: true | undefined;
}

export type Action = ({ readonly kind: "link" } & Link) | ({ readonly kind: "press" } & Press);

/** Rows below each other. */
export interface List extends Headed {
  readonly kind: "list";
  readonly rows: readonly ListRow[];
  /** Below the rows. */
  readonly actions?: readonly Action[] | undefined;
}

export interface ListRow {
  readonly text: string;
  /** Where the text leads. */
  readonly to?: string | undefined;
  /** In small letters below the text. */
  readonly detail?: string | undefined;
  /** A word behind the text. */
  readonly badge?: Badge | undefined;
  readonly actions?: readonly Action[] | undefined;
}

export interface Badge {
  readonly text: string;
  readonly tone: "plain" | "good" | "bad";
}

export interface Form extends Headed {
  readonly kind: "form";
  /** Where it posts. */
  readonly action: string;
  /** It only asks: its fields stand in the address that it leads to, and `values` do not. */
  readonly method?: "GET" | undefined;
  readonly fields: readonly Field[];
  /** What it sends unseen beside the CSRF token. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** What is wrong and belongs to no field. */
  readonly problem?: string | undefined;
  readonly submit: Pick<Labelled, "label" | "isDanger">;
}

/** A field: what is typed, or what is chosen. */
export type Field = TypedField | LongField | ChoiceField | ChoicesField | TickField;

interface AnyField {
  /** As the body has it. */
  readonly name: string;
  readonly label: string;
  /** Below the label. */
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
}

/** What browsers are told of a field that is typed into. */
interface Typed extends AnyField {
  readonly value?: string | undefined;
  /** What browsers fill in (HTML's `autocomplete`): `off`, `name`, `email`, `one-time-code`. */
  readonly autocomplete: string;
  /** It may stay empty. */
  readonly isOptional?: true | undefined;
  /** Characters at most. */
  readonly maxLength?: number | undefined;
}

export interface TypedField extends Typed {
  readonly kind: "text" | "email" | "password" | "date" | "search";
}

/** Several lines. */
export interface LongField extends Typed {
  readonly kind: "lines";
}

/** One of several. */
export interface ChoiceField extends AnyField {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /** Default: the first. */
  readonly value?: string | undefined;
}

/** Any number of several. */
export interface ChoicesField extends AnyField {
  readonly kind: "choices";
  readonly options: readonly Option[];
  readonly value?: readonly string[] | undefined;
}

/** A box to tick; it sends `yes`. */
export interface TickField extends AnyField {
  readonly kind: "tick";
  readonly value?: boolean | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Asks for a name to be typed before what cannot be taken back. The server judges: `isTyped`. */
export interface Confirmation extends Headed {
  readonly kind: "confirmation";
  readonly action: string;
  /** What has to be typed; the body has it as `confirm`. */
  readonly confirm: string;
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly problem?: string | undefined;
  readonly submit: Pick<Labelled, "label">;
}

/** What is shown once and never again. */
export interface Secret extends Headed {
  readonly kind: "secret";
  readonly label: string;
  readonly value: string;
}

export interface Notice {
  readonly kind: "notice";
  readonly tone: "plain" | "good" | "bad";
  readonly text: string;
  readonly action?: Action | undefined;
}

/** In place of a list without rows: what it is for, and how it begins. */
export interface EmptyState extends Headed {
  readonly kind: "empty";
  readonly text: string;
  readonly action?: Action | undefined;
}

/** Below a list. How many there are is never said. */
export interface Pager {
  readonly kind: "pager";
  /** Where the rows behind these are; undefined: there are none. */
  readonly more?: string | undefined;
  /** Where the list begins; undefined: here. */
  readonly first?: string | undefined;
}
