import type { LaunchOptions } from "playwright-core";

export function browserOptions(): LaunchOptions;
export function browserProblem(): Promise<string | undefined>;
