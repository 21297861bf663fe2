/**
 * docs/cli/pictures: what a person sees. Each command runs on a real terminal (a pty) in a small project, a terminal
 * emulator draws what it prints, and the screen becomes an SVG. Run after `node scripts/build.mjs --cli`:
 *
 *   node scripts/terminal-pictures.mjs [name ...]
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { root } from "./prepare.mjs";
import { charWidth, escape, font, lineHeight, linesOf, padding, palette, textOf } from "./terminal-svg.mjs";

const { name: packageName } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const columns = 112;
const cli = path.join(root, "dist/cli/auth.js");
const init = ["init", "--yes", "--no-install", "--quiet", "--provider", "github"];
const secret = "a-secret-for-pictures-only-0000000000000";
const enter = "\r";
const down = "\u001B[B";
const space = " ";

/** `before`: commands that prepare the project. `keys`: what the person presses, once the text before it is there. */
const pictures = {
  init: {
    args: ["init", "--no-install"],
    keys: [
      ["Which providers?", [down, space, enter]],
      ["Write this?", [enter]],
    ],
  },
  "add-provider": { before: [init], args: ["add-provider", "google", "--dry-run"] },
  "remove-provider": { before: [init], args: ["remove-provider", "github", "--dry-run"] },
  "add-adapter": { before: [init], args: ["add-adapter", "kysely", "--yes", "--dry-run"] },
  "secret-rotate": { before: [init], args: ["secret", "rotate", "--dry-run"] },
  "secret-check": { before: [init], args: ["secret", "check"] },
  "token-decode": {
    env: { AUTH_SECRET: secret },
    token: true,
    args: ["token", "decode"],
  },
  providers: { args: ["providers", "show", "github"] },
  doctor: { before: [init], files: { ".env": "AUTH_SECRET=changeme\nGITHUB_ID=1\n" }, args: ["doctor"] },
  undo: { before: [init], args: ["undo", "--dry-run"] },
};

async function screenOf({ before = [], files = {}, args, keys = [], env = {}, token }) {
  const home = mkdtempSync(path.join(tmpdir(), "pictures-"));
  const folder = path.join(home, "shop");
  try {
    cpSync(path.join(root, "test/fixtures/projects/express-esm-ts"), folder, { recursive: true });
    for (const command of before) await onTerminal(folder, command, [], {});
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    const given = token ? [...args, await sessionToken()] : args;
    const shown = token ? [...args, "eyJhbGciOiJkaXIi…"] : args;
    const terminal = await onTerminal(folder, given, keys, env);
    return { terminal, prompt: `npx ${args[0] === "init" ? packageName : "auth"} ${shown.join(" ")}` };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function sessionToken() {
  const { encode } = await import(path.join(root, "dist/runtime/jwt.js"));
  return encode({
    token: { sub: "42", name: "Ada Lovelace", email: "ada@example.com" },
    secret,
    salt: "authjs.session-token",
  });
}

function onTerminal(folder, args, keys, env) {
  const terminal = new xterm.Terminal({ cols: columns, rows: 60, scrollback: 500, allowProposedApi: true });
  const { CI: _, NO_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    cols: columns,
    rows: 60,
    env: { ...inherited, TERM: "xterm-256color", ...env },
  });
  const waiting = [...keys];
  let seen = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`auth ${args.join(" ")} waits for an answer:\n${seen}`)),
      30_000,
    );
    child.onData((data) => {
      seen += data;
      terminal.write(data);
      const [next] = waiting;
      if (!next || !seen.includes(next[0])) return;
      waiting.shift();
      seen = "";
      // A prompt listens only when it is drawn.
      setTimeout(() => next[1].forEach((key) => child.write(key)), 300);
    });
    child.onExit(() => {
      clearTimeout(timer);
      terminal.write("", () => resolve(terminal));
    });
  });
}

function svgOf({ terminal, prompt }) {
  const lines = [[{ look: `fill="${palette[7]}"`, x: 0, text: `$ ${prompt}` }], ...linesOf(terminal)];
  const [width, height] = [columns * charWidth + padding * 2, lines.length * lineHeight + padding * 2];
  const rows = lines.map(textOf).filter(Boolean);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(prompt).replaceAll("\u00A0", " ")}" ${font}>
<rect width="100%" height="100%" rx="8" fill="#1e2127"/>
${rows.join("\n")}
</svg>
`;
}

const wanted = process.argv.slice(2);
const folder = path.join(root, "docs/cli/pictures");
mkdirSync(folder, { recursive: true });
for (const [name, picture] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  writeFileSync(path.join(folder, `${name}.svg`), svgOf(await screenOf(picture)));
  console.log(`docs/cli/pictures/${name}.svg`);
}
