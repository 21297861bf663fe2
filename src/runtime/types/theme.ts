/** Look of the built-in pages and of the mails that carry a sign-in link. What cannot be shown counts as absent. */
export interface Theme {
  /** Name of the app, in titles and sentences; at most 80 characters are shown. Default: none, "this site". */
  name?: string;
  /** Default: `auto`, as the browser has it. */
  colorScheme?: "auto" | "dark" | "light";
  /** An image above the heading: http(s) URL, absolute path or `data:image/…` of at most 100 kB. Default: none. */
  logo?: string;
  /** CSS colour of the main button. Default: near black, and near white on dark. */
  brandColor?: string;
  /** CSS colour of the main button's text. Default: black or white, whichever reads better on `brandColor`. */
  buttonText?: string;
  /**
   * false: the sign-in page does not mark the way that was used last, and sets no cookie to know it.
   * Default: true; the cookie holds the provider's id and nothing else.
   */
  lastUsed?: boolean;
}
