/** What a stream can show. */
export interface StreamStyle {
  readonly colour: boolean;
  /** Addresses that can be clicked (OSC 8). */
  readonly links: boolean;
  /** Spinners and redrawn lines. */
  readonly animation: boolean;
  /** Width of the terminal; undefined where nobody is looking. */
  readonly columns?: number | undefined;
}

/** The flag decides, then the usual variables, then whether somebody is looking. */
export function styleOf(
  stream: { isTTY?: boolean | undefined; columns?: number | undefined },
  env: Readonly<Record<string, string | undefined>>,
  flag: boolean | undefined,
): StreamStyle {
  const tty = stream.isTTY === true;
  return {
    colour: wantsColour(tty, env, flag),
    links: tty && showsLinks(env),
    animation: tty && !env["CI"] && env["TERM"] !== "dumb",
    columns: tty ? stream.columns : undefined,
  };
}

/** Variables that only terminals set which know links, each with what its value looks like there. */
const linkTerminals: readonly (readonly [name: string, value: RegExp])[] = [
  ["TERM_PROGRAM", /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby|rio)$/],
  ["TERM", /kitty|alacritty|foot|ghostty/],
  ["VTE_VERSION", /^(?:[5-9]\d{3}|\d{5,})$/],
  ["KONSOLE_VERSION", /^(?:2[0-9])\d{4}$/],
  ["WT_SESSION", /./],
  ["KITTY_WINDOW_ID", /./],
];

/** `FORCE_HYPERLINK` decides, then what the terminal is; where nothing is known, none are written. */
function showsLinks(env: Readonly<Record<string, string | undefined>>): boolean {
  const forced = env["FORCE_HYPERLINK"];
  if (forced !== undefined) return forced !== "0" && forced !== "";
  if (env["CI"] || env["TERM"] === "dumb") return false;
  return linkTerminals.some(([name, value]) => value.test(env[name] ?? ""));
}

/** A text that leads to an address when it is clicked, where the terminal knows how. */
export const link = (text: string, url: string, { links }: StreamStyle): string =>
  links ? `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\` : text;

// oxlint-disable-next-line no-control-regex -- where a colour begins, an address ends
const address = /https?:\/\/[^\s"'<>()\u001B]*[^\s"'<>()\u001B.,:;!?]/g;

/** The text with every address in it as a link. */
export const linked = (text: string, style: StreamStyle): string =>
  style.links ? text.replaceAll(address, (url) => link(url, url, style)) : text;

function wantsColour(
  tty: boolean,
  env: Readonly<Record<string, string | undefined>>,
  flag: boolean | undefined,
): boolean {
  if (flag !== undefined) return flag;
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"] !== undefined) return env["FORCE_COLOR"] !== "0";
  if (env["CLICOLOR_FORCE"] && env["CLICOLOR_FORCE"] !== "0") return true;
  return tty && env["CLICOLOR"] !== "0" && env["TERM"] !== "dumb";
}

export type Tone = "good" | "bad" | "warn" | "dim" | "bold" | "name";

const codes: Readonly<Record<Tone, readonly [number, number]>> = {
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
  name: [36, 39],
};

export function paint(text: string, tone: Tone, style: StreamStyle): string {
  const [on, off] = codes[tone];
  return style.colour ? `\u001B[${on}m${text}\u001B[${off}m` : text;
}
