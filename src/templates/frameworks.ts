import { express } from "./frameworks/express.js";
import { nextApp } from "./frameworks/next-app.js";
import { nextPages } from "./frameworks/next-pages.js";

/** What the command line has to know of a framework. */
export interface FrameworkDescriptor {
  readonly id: "express" | "next-app" | "next-pages";
  readonly name: string;
  /** Other words that people use for it. */
  readonly aliases: readonly string[];
  /** Package whose presence says that a project uses it. */
  readonly dependency: string;
  /** Subpath of our package for it. */
  readonly door: string;
  /** Where the handler answers when the configuration does not say otherwise. */
  readonly basePath: string;
  /** File that the framework, or the code that we write, loads the secret from. */
  readonly envFile: string;
  /** Whether its reader of env files replaces `$NAME` in values. */
  readonly envExpands: boolean;
  readonly devPort: number;
}

export const frameworks: readonly FrameworkDescriptor[] = [nextApp, nextPages, express];

export function findFramework(id: string): FrameworkDescriptor | undefined {
  return frameworks.find((one) => one.id === id || one.aliases.includes(id));
}
