/** Look of the built-in pages and of all mails. What cannot be shown counts as absent. */
export interface Theme {
  /**
   * Name of the app, in titles, sentences and mails; at most 80 characters are shown. Default: none: pages say "this
   * site", mails the host.
   */
  name?: string;
  /** Default: `auto`, as the browser has it. */
  colorScheme?: "auto" | "dark" | "light";
  /**
   * An image above the heading: http(s) URL, absolute path or `data:image/…` of at most 100 kB. Mails show it too, unless
   * it is data, an SVG, or at another place without https: mail programs would not. Default: none.
   */
  logo?: string;
  /** CSS colour of the main button. Default: near black, and near white on dark. */
  brandColor?: string;
  /** CSS colour of the main button's text. Default: black or white, whichever reads better on `brandColor`. */
  buttonText?: string;
  /** Links at the end of every page and mail: http(s) URLs or absolute paths. Default: none. */
  footer?: {
    /** The terms of use. */
    terms?: string | undefined;
    /** What happens to data of users. */
    privacy?: string | undefined;
  };
  /**
   * false: the sign-in page does not mark the way that was used last, and sets no cookie to know it.
   * Default: true; the cookie holds the provider's id and nothing else.
   */
  lastUsed?: boolean;
}
