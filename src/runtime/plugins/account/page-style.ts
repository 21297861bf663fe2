import { dangerCss, stateCss } from "../page-kit/style.js";

/** Rules of the account page beside those that all pages have. */
export const accountCss = `main{max-width:36rem}
h1{margin:0 0 .125rem;text-align:start}
h2{margin:0 0 .5rem;font-size:1rem}
.who{display:flex;align-items:center;gap:1rem;margin:0 0 1.75rem}
.who>div{min-width:0}
.who p{margin:0}
.who b{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.avatar{position:relative;flex:none;display:grid;place-items:center;width:4rem;height:4rem;overflow:hidden;border:1px solid var(--line);border-radius:50%;background:var(--page);color:var(--muted);font-size:1.375rem;font-weight:600}
.avatar img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
section{padding-block:1.5rem;border-block-start:1px solid var(--line)}
section>:last-child{margin-block-end:0}
ul{margin:0 0 .75rem;padding:0;list-style:none}
.rows>li{padding-block:.75rem}
.rows>li+li{border-block-start:1px solid var(--line)}
.rows>li:first-child{padding-block-start:.25rem}
.rows:last-child>li:last-child{padding-block-end:0}
.row{display:flex;align-items:center;justify-content:space-between;gap:.5rem .75rem}
.row>span{flex:1;min-width:0}
.row form,.row .button{flex:none;margin:0}
.sign{flex:none;display:grid}
.row:has(>.sign){padding-inline-start:2rem}
.row>.sign{flex:none;margin-inline-start:-2rem}
.row .small{display:block}
.row button,.row .button,.line>button,.actions button{width:auto;min-height:2.275rem;padding:.25rem .75rem;font-size:.8125rem}
.line{display:flex;align-items:flex-end;gap:.5rem;margin:0}
.line .field{flex:1;min-width:0;margin:0}
.line>button{flex:none;min-height:2.875rem}
${stateCss}
.ways{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,10.5rem),1fr));gap:.5rem;margin:0}
.ways .button{justify-content:start;height:100%;min-height:2.5rem;text-align:start;padding:.375rem .75rem;font-size:.875rem}
.line+.rows{margin-block-start:.75rem}
.rows+.ways{margin-block-start:.25rem}
.actions{display:flex;flex-wrap:wrap;gap:.5rem}
.actions form{margin:0}
summary{display:inline-block;padding:.25rem 0;color:var(--muted);text-align:start;text-decoration:underline;text-underline-offset:.15em;font-size:.875rem}
details>.line{margin-block-start:.5rem}
details>.actions,details>.muted{margin-block-start:.75rem}
.rows>li>.row:has(>.sign)+details{margin-inline-start:2rem}
.end~p{margin-block:1.5rem 0}.end~p~p{margin-block:.5rem 0}
${dangerCss}
.add form{margin:0}
.add button{width:auto;min-height:2.5rem;padding:.375rem .75rem;font-size:.875rem}
.offer{margin:0 0 1.75rem;padding:1.25rem;border:1px solid var(--edge);border-radius:12px}
.offer h2,.offer p{margin-block-end:.25rem}
.offer .small{margin-block-end:.75rem}
.offer form{margin:0}
.offer button{width:auto;min-height:2.5rem;padding:.375rem .75rem;font-size:.875rem}
.offer>button{margin-block-start:.5rem}
@media (min-width:30rem){.offer form,.offer>button{display:inline-flex;margin:0 .5rem 0 0;vertical-align:top}}
.end{padding-block-end:0}
.end p{margin-block-end:.5rem}
.end summary{color:var(--bad)}
.end>:last-child{margin-block-end:0}
@media (min-width:900px){main{max-width:64rem}.card{padding:2.5rem}.parts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 3rem}}
@media (max-width:26rem){.row{flex-wrap:wrap}.row>span:not(.sign){flex-basis:8.5rem}.avatar{width:3.25rem;height:3.25rem;font-size:1.125rem}.who{gap:.75rem}}
@media (forced-colors:active){.state,.avatar{border:1px solid}}`;
