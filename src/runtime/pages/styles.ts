/** Look of the built-in pages. */
import type { Theme } from "../types/theme.js";
import { safeColour } from "./safe-values.js";

/**
 * `line` only divides; `edge` says where a field or a button is. `tone` is the lightness of a provider's mark: that of
 * its brand, as far as it can be seen on the card, and that of the text for brands without a colour. `rim` is that of the
 * border of a button in the brand's colour, which may be that of the card.
 */
const light =
  "--page:#f5f6f8;--card:#fff;--text:#1a1d23;--muted:#5b6270;--line:#d5d9e0;--edge:#868d9b;--focus:#1d4ed8;--bad:#a31621;--bad-bg:#fdeeef;--accent:#1f2937;--on-accent:#fff;--tone:min(l,58 - 46*clamp(0,(24 - c)/12,1));--rim:min(l,58);color-scheme:light";
const dark =
  "--page:#101216;--card:#1a1d23;--text:#f2f4f7;--muted:#a6adba;--line:#3a404b;--edge:#727a89;--focus:#93b4ff;--bad:#ffb3b9;--bad-bg:#3a1b1f;--accent:#f2f4f7;--on-accent:#14161a;--tone:max(l,52 + 44*clamp(0,(24 - c)/12,1));--rim:max(l,52);color-scheme:dark";

// A brand colour that is none falls back to the registered one. Text on it is black or white, whichever reads better:
// at a lightness of 49.44 both have the same contrast.
const layout = `
@property --brand-color{syntax:"<color>";inherits:true;initial-value:#1d4ed8}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:25rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:2.25rem 2rem;box-shadow:0 1px 2px #0000000d,0 16px 40px -16px #0000002e}
.card>:nth-last-child(1 of :not(script)){margin-block-end:0}
.logo{display:block;max-width:160px;max-height:64px;margin:0 auto 1.25rem}
h1{margin:0 0 1.5rem;font-size:1.375rem;line-height:1.25;text-align:center;letter-spacing:-.01em;text-wrap:balance}
p{margin:0 0 1.25rem}.center{text-align:center;text-wrap:pretty}.muted{color:var(--muted)}.small{font-size:.875rem}
a{color:inherit;text-underline-offset:.15em}
form{margin:0 0 .75rem}
.field{position:relative;margin:0 0 1rem}
label{display:block;margin:0 0 .375rem;font-size:.875rem;font-weight:600}
input{display:block;width:100%;min-height:2.875rem;padding:.6rem .75rem;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:inherit;font:inherit}
button,.button{position:relative;display:flex;align-items:center;justify-content:center;gap:.625rem;width:100%;min-height:2.875rem;padding:.6rem 1rem;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--text);fill:currentColor;font:inherit;font-size:.9375rem;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:color-mix(in srgb,currentColor 6%,var(--card))}
.primary,.primary:hover{border-color:var(--edge);background:var(--brand-color);color:var(--button-text-color,var(--on-accent))}
.primary:hover{filter:brightness(1.1)}
.field button{position:absolute;inset-block-end:.3rem;inset-inline-end:.3rem;width:auto;min-height:2.275rem;padding:0 .6rem;border-color:transparent;color:var(--muted);font-size:.8125rem}
.field:has(button) input{padding-inline-end:6rem}
.provider{--provider-brand-color:var(--muted)}
.mark{flex:none;width:1.25rem;height:1.25rem;font:700 .75rem/1.25rem system-ui,sans-serif;text-align:center}
span.mark{border-radius:.3rem}
.providers{display:grid;gap:.625rem;margin:0 0 .75rem}
.providers form{margin:0}
.providers:has(.last){row-gap:.875rem}
summary+.providers{margin-block-start:.25rem}
.two{grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr))}
.two button{justify-content:start;height:100%;padding-inline:.75rem;text-align:start}
.two .lead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.last{position:absolute;inset-block-start:-.6rem;inset-inline-end:.6rem;padding:0 .45rem;border:1px solid var(--edge);border-radius:9px;background:var(--card);color:var(--muted);font-size:.6875rem;font-weight:600;line-height:1.1rem}
summary{padding:.5rem;border-radius:10px;text-align:center;font-size:.9375rem;cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
hr{height:0;margin:1.5rem 0;border:0;border-block-start:1px solid var(--line);text-align:center;overflow:visible}
hr::after{content:attr(data-or);display:inline-block;padding:0 .75rem;background:var(--card);color:var(--muted);font-size:.8125rem;line-height:1.5;translate:0 -60%}
.error{margin:0 0 1.25rem;padding:.7rem .9rem;border-inline-start:4px solid var(--bad);border-radius:6px;background:var(--bad-bg);color:var(--bad)}
.error p{margin:0}
[aria-busy]{pointer-events:none}
[aria-busy]>*{opacity:.6}
[aria-busy]::after{content:"";width:1em;height:1em;border:2px solid;border-inline-end-color:transparent;border-radius:50%}
@media (prefers-reduced-motion:no-preference){button,.button{transition:background .12s,filter .12s}[aria-busy]::after{animation:turn .7s linear infinite}}
@keyframes turn{to{rotate:1turn}}
@supports (color:lch(from red l c h)){
.primary,.primary:hover{border-color:lch(from var(--brand-color) calc(var(--rim)) c h);color:var(--button-text-color,lch(from var(--brand-color) calc((4944 - 100*l)*infinity) 0 0))}
svg.mark{fill:lch(from var(--provider-brand-color) calc(var(--tone)) c h)}
span.mark{background:lch(from var(--provider-brand-color) calc(var(--tone)) c h);color:lch(from lch(from var(--provider-brand-color) calc(var(--tone)) c h) calc((4944 - 100*l)*infinity) 0 0)}
}
.primary svg.mark{fill:currentColor}
@media (forced-colors:active){button,.button,.card,.error{border:1px solid}.primary{border-width:3px}svg.mark{fill:currentColor}span.mark{border:1px solid}}
@media (max-width:26rem){body{padding:.75rem}.card{padding:1.75rem 1.25rem}}
`;

const scheme = {
  auto: `body{${light}}@media (prefers-color-scheme:dark){body{${dark}}}`,
  light: `body{${light}}`,
  dark: `body{${dark}}`,
} as const;

/** One CSS rule of custom properties; undefined ones are left out. */
export function rule(selector: string, properties: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(properties).filter(([, value]) => value !== undefined);
  return set.length === 0 ? "" : `${selector}{${set.map(([name, value]) => `${name}:${value}`).join(";")}}`;
}

export const schemeOf = ({ colorScheme }: Theme): keyof typeof scheme =>
  colorScheme === "dark" || colorScheme === "light" ? colorScheme : "auto";

/** @param hasButton the theme's text colour is of use */
export function styleSheet(theme: Theme, hasButton: boolean): string {
  const brand = safeColour(theme.brandColor);
  return (
    scheme[schemeOf(theme)] +
    layout +
    rule("body", {
      "--brand-color": brand ?? "var(--accent)",
      "--button-text-color": hasButton ? safeColour(theme.buttonText) : undefined,
    })
  );
}
