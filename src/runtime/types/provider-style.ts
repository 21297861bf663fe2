/** A drawing: width, height, and paths; a path with a colour of its own stands behind that. */
export type ProviderMark = readonly [
  width: number,
  height: number,
  ...paths: (string | readonly [fill: string, d: string])[],
];

/** How the sign-in page shows a provider. What cannot be shown counts as absent. */
export interface ProviderStyle {
  /** An image in place of the mark: http(s) URL, absolute path or `data:image/…` of at most 100 kB. */
  logo?: string;
  /** CSS colour of the brand: of a mark that has no colours of its own, or behind the first letter of the name. */
  bg?: string;
  /** CSS colour of text on `bg`, for pages of the app's own. */
  text?: string;
  /** The same as `bg`. */
  brandColor?: string;
}
