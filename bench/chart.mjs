/** docs/pictures/bench.svg: how many times less CPU time than @auth/core each operation took in one run. */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";

const [left, right, top, bar, gap] = [210, 90, 64, 18, 12];
const width = 760;

const escape = (text) => String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * @param {Record<string, { less: number, quartiles: [number, number] }>} results of a run
 * @param {{ rounds: number, load: number }} run how it was measured
 */
export function drawChart(results, { rounds, load }) {
  const rows = Object.entries(results);
  const most = Math.max(...rows.map(([, { quartiles }]) => quartiles[1]));
  const scale = (value) => (value / most) * (width - left - right);
  const bars = rows.map(([name, { less, quartiles }], at) => {
    const y = top + at * (bar + gap);
    const [low, high] = quartiles.map((value) => left + scale(value));
    return `<text x="${left - 12}" y="${y + 14}" text-anchor="end">${escape(name)}</text>
<rect x="${left}" y="${y}" width="${scale(less).toFixed(1)}" height="${bar}" rx="3" fill="#3949ab"/>
<path d="M${low.toFixed(1)} ${y + bar / 2}H${high.toFixed(1)}" stroke="#f59e0b" stroke-width="2"/>
<text x="${(Math.max(left + scale(less), high) + 8).toFixed(1)}" y="${y + 14}">${less.toFixed(1)}×</text>`;
  });
  const height = top + rows.length * (bar + gap) + 16;
  const how = `npm run bench: ${rounds} rounds, medians with quartiles, Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, load ${load.toFixed(1)}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Times less CPU time than @auth/core, by operation" font-family="system-ui, sans-serif" font-size="13" fill="#1d1f27">
<rect width="100%" height="100%" rx="8" fill="#ffffff"/>
<text x="16" y="26" font-size="16" font-weight="bold">Times less CPU time than @auth/core</text>
<text x="16" y="46" font-size="11" fill="#5c6070">${escape(how)}</text>
${bars.join("\n")}
</svg>
`;
  const file = path.join(import.meta.dirname, "../docs/pictures/bench.svg");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, svg);
  console.log("docs/pictures/bench.svg");
}
