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
button:focus-visible,select:focus-visible,input:focus-visible,summary:focus-visible,a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
.person{display:grid;grid-template-columns:2.5rem 1fr;gap:0 .75rem;align-items:center;text-align:left;width:100%}
.person svg{grid-row:span 2}
.person small{color:var(--soft)}
.deny{width:100%}
details{margin:0 0 1rem;border-top:1px solid var(--line);padding-top:1rem}
summary{cursor:pointer;font-weight:600}
label{display:block;margin:.5rem 0 .25rem}
select{font:inherit;width:100%;padding:.5rem;border-radius:.5rem}
ol{padding-left:1.25rem;margin:0}
main.wide{max-width:48rem;align-self:start}
nav{display:flex;gap:1rem;margin:0 0 1rem}
nav [aria-current]{color:inherit;font-weight:600;text-decoration:none}
h2{margin:1.5rem 0 .5rem;font-size:1.125rem}
h3{margin:0;font-size:1rem}
h3 small,.users small{color:var(--soft);font-weight:400}
.card h2{margin-top:0}
.plain,.chips,.users{list-style:none;padding:0;display:grid;gap:.75rem;margin:0}
.plain>li{min-width:0}
.chips{display:flex;flex-wrap:wrap;margin:0 0 .5rem}
.chips li{border:1px solid var(--line);border-radius:2rem;padding:.25rem .9rem}
.chips code{color:var(--soft);font-size:.8125rem}
.card{border:1px solid var(--line);border-inline-start:.375rem solid var(--line);border-radius:.75rem;padding:.9rem 1rem}
.card.done{border-inline-start-color:#2e8b57}
.card.failed{border-inline-start-color:#c4314b}
.card details{margin:.5rem 0 0;padding-top:.5rem}
.verdict{margin:.25rem 0 .5rem;color:inherit}
dl{margin:0;font-size:.875rem}
dl div{display:grid;grid-template-columns:minmax(6rem,11rem) minmax(0,1fr);gap:.5rem}
@media (max-width:30rem){dl div{grid-template-columns:1fr;gap:0;margin:0 0 .25rem}}
dt{color:var(--soft);overflow-wrap:anywhere}
dd{margin:0;overflow-wrap:anywhere}
.card ol li{margin:.5rem 0}
.users{grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));margin:0 0 1rem}
.users li{display:grid;grid-template:auto auto/2.5rem minmax(0,1fr);gap:0 .75rem;align-content:center;overflow-wrap:anywhere}
.users svg{grid-row:span 2;align-self:center}
.problem{padding:.6rem .9rem;border:2px solid #c4314b;border-radius:.5rem;color:inherit}
.code{font-size:1.25rem;letter-spacing:.1em}
input:not([type=checkbox]){font:inherit;width:100%;padding:.5rem;border:1px solid var(--soft);border-radius:.5rem;background:transparent;color:inherit;margin:0 0 .75rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
iframe{width:100%;height:min(36rem,80vh);border:1px solid var(--line);border-radius:.5rem;background:#fff}
a{color:var(--mark)}
`;

/** A time of day; with its date where that is another one than that of a time beside it. */
export function clock(at: number, beside: number = at): Markup {
  if (!Number.isFinite(at)) return html`at an unknown time`;
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join("-");
  const isSameDay = date.toDateString() === new Date(beside).toDateString();
  return html`<time datetime="${date.toISOString()}">${isSameDay ? time : `${day} ${time}`}</time>`;
}

/** @param width of the text: a narrow one for a question, a wide one for what happened */
export function page(title: string, body: Markup, width: "narrow" | "wide" = "narrow"): string {
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
        <main class="${width}">
          <p class="notice">Local identity provider, for development only</p>
          <div class="body">${body}</div>
        </main>
        <script src="/live.js"></script>
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
