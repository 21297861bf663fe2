/** What a stream can show. */
export interface StreamStyle {
  readonly colour: boolean;
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
    animation: tty && !env["CI"] && env["TERM"] !== "dumb",
    columns: tty ? stream.columns : undefined,
  };
}

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
