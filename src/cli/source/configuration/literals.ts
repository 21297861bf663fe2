/** Values that code writes out in full. */
import type { AuthConfigModel, ConfigOption } from "./auth-config.js";

/** An option of the configuration by its path, such as `session.strategy`. */
export const optionOf = (model: AuthConfigModel | undefined, name: string): ConfigOption | undefined =>
  model?.options.find((one) => one.path === name);

/** The text of a string literal; undefined for anything else, and for a template with something in it. */
export const stringOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : /^(["'`])([^"'`$]*)\1$/.exec(value.trim())?.[2];

/** `30 * 24 * 60 * 60`, `2_592_000`; undefined for anything that is not plain numbers. */
export function numberOf(value: string | undefined): number | undefined {
  const factors = (value ?? "")
    .replaceAll("_", "")
    .split("*")
    .map((part) => part.trim());
  return factors.every((part) => /^\d+$/.test(part))
    ? factors.reduce((all, part) => all * Number(part), 1)
    : undefined;
}

/** `basePath` of the configuration, with one slash in front and none at its end; undefined where it is not in plain text. */
export function basePathOf(model: AuthConfigModel | undefined): string | undefined {
  const written = stringOf(optionOf(model, "basePath")?.value);
  return written === undefined ? undefined : `/${written.replace(/^\/+|\/+$/g, "")}`;
}

/** The port that a script or a command asks for. */
export const portIn = (script: string): string | undefined =>
  /(?:-p|--port)[ =](\d{2,5})\b/.exec(script)?.[1];
