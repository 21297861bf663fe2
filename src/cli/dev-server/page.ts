/** Pages of the local provider: escaped markup, one style sheet, nothing from elsewhere. */

export interface Markup {
  readonly markup: string;
}

/** Template tag: every value is escaped unless it is markup itself; lists are joined. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Markup {
  let markup = strings[0] ?? "";
  for (const [at, value] of values.entries()) markup += render(value) + (strings[at + 1] ?? "");
  return { markup };
}

function render(value: unknown): string {
  if (value === undefined || value === null || value === false) return "";
  if (Array.isArray(value)) return value.map(render).join("");
  if (typeof value === "object" && "markup" in value) return String(value.markup);
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const styles = `
:root{color-scheme:light dark;--ink:#1c1b22;--soft:#5b5966;--paper:#f6f4ef;--card:#fff;--line:#dcd8cf;--mark:#b3400a;--on-mark:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#f1eff5;--soft:#b3b0bf;--paper:#16151b;--card:#211f28;--line:#3b3845;--mark:#ff9d5c;--on-mark:#1c1b22}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:28rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden}
.notice{margin:0;padding:.6rem 1.5rem;background:var(--mark);color:var(--on-mark);font-size:.875rem;font-weight:600}
.body{padding:1.5rem}
h1{margin:0 0 .25rem;font-size:1.375rem;line-height:1.25}
p{margin:0 0 1rem;color:var(--soft)}
code{overflow-wrap:anywhere}
fieldset{border:0;padding:0;margin:0 0 1rem;display:grid;gap:.5rem}
legend{padding:0;margin-bottom:.5rem;font-weight:600}
button{font:inherit;color:inherit;cursor:pointer;border:1px solid var(--line);border-radius:.75rem;background:transparent;padding:.75rem 1rem;min-height:2.75rem}
button:hover{border-color:var(--mark)}
button:focus-visible,select:focus-visible,summary:focus-visible,a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.person{display:grid;grid-template-columns:2.5rem 1fr;gap:0 .75rem;align-items:center;text-align:left;width:100%}
.person svg{grid-row:span 2}
.person small{color:var(--soft)}
.deny{width:100%}
details{margin:0 0 1rem;border-top:1px solid var(--line);padding-top:1rem}
summary{cursor:pointer;font-weight:600}
label{display:block;margin:.5rem 0 .25rem}
select{font:inherit;width:100%;padding:.5rem;border-radius:.5rem}
ol{padding-left:1.25rem;margin:0}
a{color:var(--mark)}
`;

export function page(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ markup: styles }}
        </style>
      </head>
      <body>
        <main>
          <p class="notice">Local identity provider, for development only</p>
          <div class="body">${body}</div>
        </main>
      </body>
    </html>`.markup;
}

/** Initials on a colour of the person's own, so that nobody needs a picture from elsewhere. */
export function avatar(initials: string, hue: number): Markup {
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="40"
    height="40"
    viewBox="0 0 40 40"
    aria-hidden="true"
  >
    <circle cx="20" cy="20" r="20" fill="hsl(${hue} 45% 35%)" />
    <text x="20" y="25" font-family="system-ui,sans-serif" font-size="15" fill="#fff" text-anchor="middle">
      ${initials}
    </text>
  </svg>`;
}
