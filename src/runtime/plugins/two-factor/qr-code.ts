/** QR codes as SVG. Loaded when a page shows one. */
import { encode } from "uqr";
import { Html, html } from "../../pages/html.js";

/** Modules around the code that stay light (ISO/IEC 18004 section 6.3.8). */
const quiet = 4;

/** @param label what the picture is, for who does not see it */
export function qrCode(text: string, label: string): Html {
  const { data } = encode(text, { ecc: "M", border: quiet });
  const path = data.map((row, y) => rowPath(row, y)).join("");
  const size = data.length;
  // Light on dark would not be read by every app, so the colours are the same in every scheme.
  return html`<svg
    class="qr"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <rect width="100%" height="100%" fill="#fff" />
    <path d="${new Html(path)}" fill="#000" />
  </svg>`;
}

/** One rectangle for each run of dark modules. */
const rowPath = (row: readonly boolean[], y: number): string =>
  [...row.map(Number).join("").matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join("");
