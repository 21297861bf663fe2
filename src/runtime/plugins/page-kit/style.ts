/** Rules of pages of the kit beside those that all pages have. Whatever can be pressed is 44 pixels high or more. */
import { wrongFieldCss } from "../../pages/wrong-field.js";

/** Of a button whose press cannot be taken back. */
export const dangerCss = ".danger{border-color:var(--bad);color:var(--bad)}";

/** Of a word behind a text. */
export const stateCss = `.state{display:inline-block;padding:0 .5rem;border:1px solid var(--edge);border-radius:1rem;color:var(--muted);font-size:.75rem;font-weight:600;line-height:1.25rem;white-space:nowrap}
.state.on{border-color:currentColor;color:light-dark(#166534,#86efac)}`;

/** Where a list needs room. */
export const wideCss = "main{max-width:36rem}";

/** The bar stands in the card, and comes in front of the logo. */
export const barCss = `.card{display:flex;flex-direction:column}
.bar{order:-1;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin:-2.25rem -2rem 1.75rem;padding:.5rem 2rem;border-radius:15px 15px 0 0;background:var(--text);color:var(--card)}
.bar p{flex:1 1 9rem;min-width:0;margin:0;font-size:.875rem;font-weight:600}
.bar form{margin:0}
.bar button,.bar .button{width:auto;min-height:2.75rem;border-color:currentColor;background:none;color:inherit;font-size:.8125rem}
.bar :focus-visible{outline-color:currentColor}
@media (max-width:26rem){.bar{margin:-1.75rem -1.25rem 1.5rem;padding-inline:1.25rem}}
@media (forced-colors:active){.bar{border:1px solid}}`;

export const kitCss = `${wrongFieldCss}
${dangerCss}
${stateCss}
.state.bad{border-color:currentColor;color:var(--bad)}
h2{margin:0 0 .5rem;font-size:1rem}
h1+.center{margin-block-start:-1rem}
section,.pager,.back{margin-block:0 1.5rem}
:is(section:not(.notice),.pager)+section:not(.notice){padding-block-start:1.5rem;border-block-start:1px solid var(--line)}
section>:last-child{margin-block-end:0}
section>h2+.small,section>.small:first-child{margin-block-end:.75rem}
.rows{margin:0;padding:0;list-style:none}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;padding-block:.5rem}
.row+.row{border-block-start:1px solid var(--line)}
.what{flex:1 1 11rem;min-width:0}
.what .small{display:block}
.open{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
.actions{display:flex;flex-wrap:wrap;gap:.5rem}
.rows+.actions{padding-block-start:.75rem;border-block-start:1px solid var(--line)}
.actions form{margin:0}
.actions button,.actions .button{width:auto;min-height:2.75rem;padding:.25rem .75rem;font-size:.8125rem}
.hint{margin:-.25rem 0 .375rem}
select,textarea{display:block;width:100%;min-height:2.875rem;padding:.6rem .75rem;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:inherit;font:inherit}
textarea{min-height:6rem;resize:vertical}
fieldset{margin:0 0 1rem;padding:0;border:0;min-width:0}
legend{margin:0 0 .375rem;padding:0;font-size:.875rem;font-weight:600}
.tick{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;margin:0;font-weight:400}
.tick input{flex:none;width:1.25rem;min-height:1.25rem;margin:0;accent-color:var(--brand-color)}
.tick span{min-width:0}
.tick+.hint{margin:-.25rem 0 1rem}
fieldset+.wrong,.tick+.wrong{margin-block-start:-.375rem}
.label{display:block;margin:0 0 .375rem;font-size:.875rem;font-weight:600}
.secret{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.secret code{flex:1 1 14rem;min-width:0;padding:.7rem .75rem;border:1px solid var(--edge);border-radius:10px;background:var(--page);font:.9375rem/1.4 ui-monospace,monospace;user-select:all}
.secret button{flex:none;width:auto}
.notice{padding:.7rem .9rem;border-inline-start:4px solid var(--edge);border-radius:6px;background:var(--page)}
.notice.good{border-color:light-dark(#166534,#86efac)}
.notice.bad{border-color:var(--bad);background:var(--bad-bg);color:var(--bad)}
.notice p{margin:0}
.notice .actions{margin-block-start:.5rem}
.empty{padding-block:1rem;text-align:center}
.empty .actions{justify-content:center}
.pager{display:flex;flex-wrap:wrap;gap:.5rem}
.pager .button{flex:1 1 9rem;width:auto}
.back{text-align:center;font-size:.875rem}
.back a{display:inline-flex;align-items:center;min-height:2.75rem}
.card>:nth-last-child(1 of :not(script)){margin-block-end:0}
@media (forced-colors:active){.state,.notice,.secret code{border:1px solid}}`;
