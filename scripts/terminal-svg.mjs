/** A screen of a terminal emulator as parts of an SVG. */

export const palette = [
  "#1e2127",
  "#e06c75",
  "#98c379",
  "#e5c07b",
  "#61afef",
  "#c678dd",
  "#56b6c2",
  "#abb2bf",
];
export const [charWidth, lineHeight, padding] = [8.4, 18, 16];

/** Lines of the screen, each as runs of equal look. */
export function linesOf(terminal) {
  const buffer = terminal.buffer.active;
  const lines = [];
  for (let y = 0; y < buffer.length; y += 1) {
    const line = buffer.getLine(y);
    const runs = [];
    for (let x = 0; x < terminal.cols; x += 1) {
      const cell = line.getCell(x);
      const colour = cell.isFgPalette() ? (palette[cell.getFgColor() % 8] ?? palette[7]) : palette[7];
      const look = `fill="${colour}"${cell.isBold() ? ' font-weight="bold"' : ""}${cell.isDim() ? ' opacity="0.6"' : ""}`;
      const last = runs.at(-1);
      const text = cell.getChars() || " ";
      if (last?.look === look) last.text += text;
      else runs.push({ look, x, text });
    }
    lines.push(runs.filter(({ text }) => text.trim() !== ""));
  }
  while (lines.length > 0 && lines.at(-1).length === 0) lines.pop();
  return lines;
}

/** Text for an SVG: spaces that no viewer collapses. */
export const escape = (text) =>
  text
    .trimEnd()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(" ", "\u00A0");

export const font = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14"';

/** One line of the screen at `y`, counted in lines. */
export const textOf = (runs, y) =>
  runs
    .map(
      ({ look, x, text }) =>
        `<text x="${(padding + x * charWidth).toFixed(1)}" y="${padding + (y + 1) * lineHeight - 5}" ${look} textLength="${(text.trimEnd().length * charWidth).toFixed(1)}">${escape(text)}</text>`,
    )
    .join("\n");
