/**
 * docs/pictures/demo.svg: `npm run demo` on a real terminal, line by line, and the browser that signed in. Pictures in
 * an SVG move by CSS alone; who wants no motion sees the end. Run it as it is:
 *
 *   node scripts/demo-picture.mjs
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { chromium } from "playwright-core";
import { browserOptions } from "./browser.mjs";
import { root } from "./prepare.mjs";
import { charWidth, escape, font, lineHeight, linesOf, padding, palette, textOf } from "./terminal-svg.mjs";

const columns = 122;
const screen = { width: 1000, height: 480 };
const seconds = { line: 0.35, pause: 1.5, browser: 6 };

const terminal = new xterm.Terminal({ cols: columns, rows: 60, allowProposedApi: true });
const picture = await run();
const file = path.join(root, "docs/pictures/demo.svg");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, svgOf(linesOf(terminal), picture));
console.log("docs/pictures/demo.svg");

/** @returns the page of somebody who has signed in, as PNG */
async function run() {
  const { CI: _, NO_COLOR: __, ...env } = process.env;
  const child = spawn(process.execPath, ["scripts/demo.mjs"], {
    cwd: root,
    cols: columns,
    rows: 60,
    env: { ...env, TERM: "xterm-256color" },
  });
  let seen = "";
  const address = new Promise((resolve) => {
    child.onData((data) => {
      // Where the shop lies is nobody's business.
      terminal.write(data.replaceAll(/\r?\n +\(in [^)]*\)/g, ""));
      seen += data;
      const url = /Open (http:\/\/localhost:\d+)/.exec(seen)?.[1];
      if (url) resolve(url);
    });
  });
  const ended = new Promise((resolve) => child.onExit(resolve));
  try {
    return await signedIn(await address);
  } finally {
    child.write("\u0003");
    await ended;
  }
}

async function signedIn(url) {
  const browser = await chromium.launch(browserOptions());
  try {
    const page = await browser.newPage({ viewport: screen });
    await page.goto(`${url}/auth/signin?callbackUrl=%2F`);
    await page.getByRole("button", { name: /GitHub/ }).click();
    await page.getByRole("button", { name: /Mira Osei/ }).click();
    await page.getByText("sets authjs.session-token").waitFor();
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}

function svgOf(drawn, png) {
  const end = drawn.findIndex((runs) => runs.some(({ text }) => text.includes("Open http")));
  const lines = [
    [{ look: `fill="${palette[7]}"`, x: 0, text: "$ npm run demo" }],
    ...drawn.slice(0, end + 1),
  ];
  const width = columns * charWidth + padding * 2;
  const height = Math.max(lines.length * lineHeight, screen.height + 32) + padding * 2;
  const shown = lines.length * seconds.line + seconds.pause;
  const all = shown + seconds.browser;
  const share = (at) => `${((at / all) * 100).toFixed(2)}%`;
  const frames = lines.map(
    (_, at) =>
      `@keyframes l${at}{0%,${share(at * seconds.line)}{opacity:0}${share(at * seconds.line + 0.01)},100%{opacity:1}}.l${at}{animation:l${at} ${all.toFixed(1)}s infinite}`,
  );
  const left = (width - screen.width) / 2;
  const top = (height - screen.height - 32) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="npm run demo, and a browser that has signed in" ${font}>
<style>
@media (prefers-reduced-motion:no-preference){
${frames.join("\n")}
@keyframes browser{0%,${share(shown)}{opacity:0}${share(shown + 0.4)},100%{opacity:1}}.browser{animation:browser ${all.toFixed(1)}s infinite}
}
</style>
<rect width="100%" height="100%" rx="8" fill="#1e2127"/>
${lines.map((runs, y) => `<g class="l${y}">${textOf(runs, y)}</g>`).join("\n")}
<g class="browser" transform="translate(${left.toFixed(1)} ${top.toFixed(1)})">
<rect width="${screen.width}" height="${screen.height + 32}" rx="10" fill="#d9dce6" stroke="#5c6070"/>
<text x="16" y="21" fill="#1d1f27" font-size="13">${escape("localhost:3000")}</text>
<image y="32" width="${screen.width}" height="${screen.height}" href="data:image/png;base64,${png.toString("base64")}"/>
</g>
</svg>
`;
}
