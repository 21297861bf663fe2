import path from "node:path";
import type { FrameworkDescriptor } from "../../templates/frameworks.js";
import { optionOf, stringOf } from "../source/literals.js";
import type { ConfiguredProject } from "../project/configuration.js";
import { readIfText } from "../project/files.js";
import { defaultStyle, detectStyle, type TextStyle } from "../edit/text-style.js";
import { nextBasePath } from "../project/next-config.js";
import { usageError } from "../terminal/errors.js";
import type { EnvPlace } from "./secret.js";

/** The env file to write, and those that are loaded besides. */
export function envPlace(framework: FrameworkDescriptor | undefined, chosen: string | undefined): EnvPlace {
  const usual = framework?.envFile ?? ".env";
  const file = path.posix.normalize(chosen ?? usual);
  if (path.isAbsolute(file) || file.startsWith("..")) {
    throw usageError(
      "AUTH_E_ENV_PATH",
      `--env ${file} leads out of the project.`,
      "Name a file below its folder.",
    );
  }
  const loaded = usual === ".env" ? [".env"] : [usual, ".env"];
  const reader = { expands: framework?.envExpands ?? false };
  return { file, alsoRead: loaded.filter((one) => one !== file), reader };
}

/** What stands in front of every address of the app: `basePath` of next.config, "" without one. */
export const prefixOf = (facts: ConfiguredProject, framework: FrameworkDescriptor): string =>
  framework.dependency === "next" ? nextBasePath(facts.files) : "";

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{,(])\/\/[^\n]*/g, "");

/** A mount's path without its wildcard. */
const baseOf = (pattern: string): string =>
  pattern.replace(/\/?(?:\{?\/?\*\w*\}?|\(\.\*\)|:\w+\*)$/, "").replace(/\/+$/, "");

/** Where the endpoints are below the app's address: what the configuration says, the mount, else what is usual. */
export function endpointBase(facts: ConfiguredProject, framework: FrameworkDescriptor): string {
  const textOf = (file: string | undefined) =>
    withoutComments(file === undefined ? "" : (readIfText(facts.files, file)?.text ?? ""));
  if (framework.id === "express") {
    const server = `${textOf(facts.serverFile)}\n${textOf(facts.authFile)}`;
    const call = "(?:MiddlewareAuth|ExpressAuth)\\s*\\(";
    const named = new RegExp(`\\b(\\w+)\\s*=\\s*${call}`).exec(server)?.[1];
    const handler = named === undefined ? call : `(?:${call}|${named}\\b)`;
    const mount = new RegExp(`\\.(?:use|all)\\(\\s*["'\`]([^"'\`$]+)["'\`]\\s*,[^;]*?${handler}`).exec(
      server,
    );
    // The last word is Express', whose mount the runtime goes by.
    if (mount?.[1] !== undefined) return baseOf(mount[1]);
  }
  const written = stringOf(optionOf(facts.configuration, "basePath")?.value);
  if (written === undefined) return framework.basePath;
  const base = `/${written.replace(/^\/+|\/+$/g, "")}`;
  const prefix = prefixOf(facts, framework);
  return prefix !== "" && base.startsWith(`${prefix}/`) ? base.slice(prefix.length) : base;
}

/** Where the app answers while it is developed: the port is read off scripts and server file. */
export function developmentAddress(facts: ConfiguredProject, framework: FrameworkDescriptor): string {
  const server =
    framework.id === "express" && facts.serverFile ? facts.files.read(facts.serverFile)?.text : undefined;
  const script = facts.packageJson.scripts["dev"] ?? facts.packageJson.scripts["start"] ?? "";
  const port =
    /(?:-p|--port)[ =](\d{2,5})\b/.exec(script)?.[1] ??
    /\bPORT\b\W*(?:\|\||\?\?)\W*(\d{2,5})\b/.exec(server ?? "")?.[1] ??
    /\.listen\(\s*(\d{2,5})\b/.exec(server ?? "")?.[1] ??
    /\bport\s*=\s*(\d{2,5})\b/i.exec(server ?? "")?.[1] ??
    framework.devPort;
  return `http://localhost:${port}${prefixOf(facts, framework)}`;
}

/** The manner of the neighbours, for a file that does not exist yet. */
export function styleLike(facts: ConfiguredProject, neighbours: readonly string[]): TextStyle {
  const text = neighbours.map((file) => facts.files.read(file)?.text ?? "").join("\n");
  return text.trim() === "" ? defaultStyle : detectStyle(text);
}
