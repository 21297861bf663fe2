import type { ResolvedConfig } from "../../types/resolved-config.js";

const overruled = Symbol.for("authwright.authorized-overruled");

/** Once a process: bundles of a development server, and configurations made anew for each request, are told together. */
export function warnOverruled({ logger }: ResolvedConfig): void {
  const home = globalThis as { [overruled]?: true };
  if (home[overruled]) return;
  home[overruled] = true;
  logger.warn(
    "authorized() said no, but a handler was given to auth(): the handler decides. Judge request.auth there",
  );
}
