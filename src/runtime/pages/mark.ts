/** The sign in front of a provider's name: an image that the app gave, the provider's mark, or a letter. */
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ProviderMark } from "../types/provider.js";
import { type Html, html } from "./html.js";
import { safeColour, safeImage } from "./safe-values.js";

export function markOf({ style, mark }: OAuthProvider, name: string): Html {
  const logo = safeImage(style?.logo);
  if (logo !== undefined) return html`<img class="mark" src="${logo}" alt="" />`;
  if (mark !== undefined && Array.isArray(mark)) return drawn(mark);
  return html`<span class="mark" aria-hidden="true">${[...name][0]?.toUpperCase() ?? "?"}</span>`;
}

/** Without colours of its own it gets the brand's, by the style of the page. */
const drawn = ([width, height, ...paths]: ProviderMark): Html =>
  html`<svg class="mark" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${paths.map((path) =>
      typeof path === "string"
        ? html`<path d="${path}" />`
        : html`<path fill="${safeColour(path[0]) ?? "currentColor"}" d="${path[1]}" />`,
    )}
  </svg>`;
