import type { Surface } from "../framework.js";
import { readIfText } from "../../../cli/project/files.js";

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{,(])\/\/[^\n]*/g, "");

/** A mount's path without its wildcard. */
const baseOf = (pattern: string): string =>
  pattern.replace(/\/?(?:\{?\/?\*\w*\}?|\(\.\*\)|:\w+\*)$/, "").replace(/\/+$/, "");

/** Where the server mounts the handler. The last word is Express', whose mount the runtime goes by. */
export function mountedAt(facts: Surface & { readonly authFile: string | undefined }): string | undefined {
  const textOf = (file: string | undefined) =>
    withoutComments(file === undefined ? "" : (readIfText(facts.files, file)?.text ?? ""));
  const server = `${textOf(facts.serverFile)}\n${textOf(facts.authFile)}`;
  const call = "(?:MiddlewareAuth|ExpressAuth)\\s*\\(";
  const named = new RegExp(`\\b(\\w+)\\s*=\\s*${call}`).exec(server)?.[1];
  const handler = named === undefined ? call : `(?:${call}|${named}\\b)`;
  const mount = new RegExp(`\\.(?:use|all)\\(\\s*["'\`]([^"'\`$]+)["'\`]\\s*,[^;]*?${handler}`).exec(server);
  return mount?.[1] === undefined ? undefined : baseOf(mount[1]);
}
