/** The recorded exchanges, and what explains a difference from them. */
import { readFileSync } from "node:fs";
import type { Difference, Exchange } from "./compare.js";
import { decisions } from "./decisions.js";

const file = new URL("../fixtures/contract/exchanges.json", import.meta.url);
const { exchanges } = JSON.parse(readFileSync(file, "utf8")) as { exchanges: Exchange[] };

export const recordedConfigs: readonly string[] = [...new Set(exchanges.map(({ config }) => config))];

export function exchangesOf(config: string): Exchange[] {
  return exchanges.filter((exchange) => exchange.config === config);
}

/** Differences that no decision explains, and decisions that explain nothing. */
export function unexplained(exchange: Exchange, found: readonly Difference[]): string[] {
  const decision = decisions[exchange.id];
  const isDefect = exchange.deviations?.some(({ must }) => must !== undefined) === true;
  const faults = found.filter(({ part }) => decision?.parts.includes(part) !== true).map(({ text }) => text);
  if (isDefect && found.length === 0) faults.push("the recorded answer is a defect, and ours equals it");
  const missing =
    decision?.parts.filter((part) => !found.some((difference) => difference.part === part)) ?? [];
  if (missing.length > 0) faults.push(`the decision names parts that do not differ: ${missing.join(", ")}`);
  return faults;
}
