/** Look of the built-in pages, and the frame that all of them share. */
import type { Theme } from "../types/config.js";
import { Html, html } from "./html.js";

const light =
  "--page:#f5f6f8;--card:#fff;--text:#1a1d23;--muted:#5b6270;--line:#d5d9e0;--field:#fff;--focus:#1d4ed8;--bad:#a31621;--bad-bg:#fdeeef;--accent:#1f2937;--on-accent:#fff;color-scheme:light";
const dark =
  "--page:#101216;--card:#1a1d23;--text:#f2f4f7;--muted:#a6adba;--line:#3a404b;--field:#12151a;--focus:#93b4ff;--bad:#ffb3b9;--bad-bg:#3a1b1f;--accent:#f2f4f7;--on-accent:#14161a;color-scheme:dark";

const layout = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:24rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:2rem 1.75rem;box-shadow:0 1px 2px #0000000d,0 12px 32px -12px #0000002e}
.card>*:last-child{margin-bottom:0}
.logo{display:block;max-width:160px;max-height:64px;margin:0 auto 1.25rem}
h1{margin:0 0 1.25rem;font-size:1.375rem;line-height:1.25;text-align:center;letter-spacing:-.01em}
p{margin:0 0 1.25rem}.center{text-align:center}.muted{color:var(--muted)}
form{margin:0 0 .75rem}
label{display:block;margin:0 0 .375rem;font-size:.875rem;font-weight:600}
input{display:block;width:100%;margin:0 0 1rem;padding:.65rem .75rem;border:1px solid var(--line);border-radius:9px;background:var(--field);color:inherit;font:inherit}
button,.button{display:flex;align-items:center;justify-content:center;gap:.6rem;width:100%;min-height:2.875rem;padding:.6rem 1rem;border:1px solid transparent;border-radius:9px;background:var(--brand-color,var(--accent));color:var(--button-text-color,var(--on-accent));font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.08)}
button.provider{background:var(--provider-brand-color,var(--card));color:var(--provider-text-color,var(--text));border-color:var(--provider-brand-color,var(--line))}
button.provider img{width:22px;height:22px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
hr{display:flex;align-items:center;gap:.75rem;margin:1.25rem 0;border:0;color:var(--muted);font-size:.8125rem}
hr::before,hr::after{content:"";flex:1;border-top:1px solid var(--line)}
.error{margin:0 0 1.25rem;padding:.7rem .9rem;border-left:4px solid var(--bad);border-radius:6px;background:var(--bad-bg);color:var(--bad)}
.error p{margin:0}
.site{color:var(--muted)}
@media (prefers-reduced-motion:no-preference){button,.button{transition:filter .12s}}
@media (forced-colors:active){button,.button,.card{border:1px solid}}
`;

const scheme = {
  auto: `body{${light}}@media (prefers-color-scheme:dark){body{${dark}}}`,
  light: `body{${light}}`,
  dark: `body{${dark}}`,
} as const;

const colour =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([\d\s.,%/a-z+-]{1,64}\))$/i;

/** A CSS colour that cannot end its declaration; anything else counts as none. */
export function safeColour(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed !== undefined && colour.test(trimmed) ? trimmed : undefined;
}

/** Address of an image: http(s), a path of the site, or an image as data. */
export function safeImage(value: string | undefined): string | undefined {
  if (value === undefined || value === "") return undefined;
  if (/^\/(?![/\\])/.test(value) || /^data:image\/[a-z+.-]+[;,]/i.test(value)) return value;
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value).href : undefined;
}

/** One CSS rule of custom properties; undefined ones are left out. */
export function rule(selector: string, properties: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(properties).filter(([, value]) => value !== undefined);
  return set.length === 0 ? "" : `${selector}{${set.map(([name, value]) => `${name}:${value}`).join(";")}}`;
}

export interface Frame {
  readonly title: string;
  readonly theme: Theme;
  readonly nonce: string;
  /** Further rules, made of checked values only. */
  readonly css?: string;
  /** The page has a button of ours, so the theme's text colour is of use. */
  readonly hasButton?: boolean;
}

/** A whole document around the content of the card. */
export function page({ title, theme, nonce, css = "", hasButton = false }: Frame, content: Html): string {
  const chosen = theme.colorScheme === "dark" || theme.colorScheme === "light" ? theme.colorScheme : "auto";
  const logo = safeImage(theme.logo);
  const theming = rule("body", {
    "--brand-color": safeColour(theme.brandColor),
    "--button-text-color": hasButton ? safeColour(theme.buttonText) : undefined,
  });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${new Html(scheme[chosen] + layout + theming + css)}
        </style>
      </head>
      <body class="__next-auth-theme-${chosen}">
        <main class="page">
          <div class="card">
            ${logo !== undefined && html`<img class="logo" src="${logo}" alt="" />`} ${content}
          </div>
        </main>
      </body>
    </html>`.text;
}
