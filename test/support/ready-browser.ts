/** Runs once before any test file, so that no two of them unpack Chromium at once. */
import type { LaunchOptions } from "playwright-core";
import type { TestProject } from "vitest/node";
import { browserOptions } from "../../scripts/browser.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** What starts the browser, or why there is none. */
    readonly browser: LaunchOptions | string;
  }
}

export default function readyBrowser(project: TestProject): void {
  try {
    project.provide("browser", browserOptions());
  } catch (error) {
    project.provide("browser", String(error));
  }
}
