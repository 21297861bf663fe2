/** What an agent gives a tool: judged as hostile, and made the words of a command line. */
import * as z from "zod";
import { printable } from "../../cli/terminal/errors.js";
import type { AgentCommand, AgentFlag } from "./tools.js";

/** Characters of one value, and values of one list: more than any id, path or address of a project needs. */
const longest = 200;
const most = 20;

const isOneLine = (text: string): boolean =>
  printable(text) === text && !text.includes("\n") && !text.includes("\t");

/** The value of a flag stands behind `=`, so that it may begin with anything. */
const value = z.string().min(1).max(longest).refine(isOneLine, "one line of text");

/** What a command line would read as a flag is none. */
const word = value.refine((text) => !text.startsWith("-"), "no flag");

/** Hosts of this machine: no agent sends the doctor to another one. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const isHere = (text: string): boolean =>
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  loopback.test(new URL(text).hostname) &&
  new URL(text).username + new URL(text).password === "";

const here = value.refine(
  isHere,
  "only an app on this machine: http://localhost, http://127.0.0.1 or http://[::1]",
);

/** Which plan is meant. */
export const planInput = z.strictObject({ plan: z.string().length(12).describe("id of the plan") });

function typeOf({ flag, spec }: AgentFlag) {
  const { flags, repeatable, help } = spec;
  if (!flags.includes("<")) return z.boolean().optional().describe(help);
  if (flag === "--url") return here.optional().describe(help);
  return (repeatable ? z.array(value).max(most) : value).optional().describe(help);
}

const nameOf = (flag: string): string => flag.slice("--".length);

/** What a tool takes: `args` for the words behind the command, and one member for each flag. */
export function inputOf({ spec, flags }: AgentCommand) {
  const words = argumentsOf(spec.args);
  return z.strictObject({
    ...(words && { args: words.describe(`as in the examples: ${spec.examples.join("; ")}`) }),
    ...Object.fromEntries(flags.map((one) => [nameOf(one.flag), typeOf(one)])),
  });
}

/** `<id...>`, `<id>` or `[query...]`, as commander reads it. */
function argumentsOf(args: string | undefined) {
  if (args === undefined) return undefined;
  const list = z.array(word).max(args.includes("...") ? most : 1);
  return args.startsWith("<") ? list.min(1) : list.optional();
}

/** The words of the command line; what a person would type stands behind `--`. */
export function argvOf(
  { name, flags }: AgentCommand,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const given = flags.flatMap(({ flag }) => {
    const found = input[nameOf(flag)];
    if (found === true) return [flag];
    return [found].flat().flatMap((one) => (typeof one === "string" ? [`${flag}=${one}`] : []));
  });
  const args = Array.isArray(input["args"]) ? input["args"].map(String) : [];
  return [...name.split(" "), ...given, ...(args.length > 0 ? ["--", ...args] : [])];
}
