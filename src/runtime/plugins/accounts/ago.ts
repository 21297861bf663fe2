/** How long ago something was, in the words of a language. */
import { languageOf } from "../../flows/language.js";
import type { FlowContext } from "../../types/flow.js";

const minuteMs = 60_000;
const units = [
  ["year", 525_600],
  ["month", 43_200],
  ["day", 1440],
  ["hour", 60],
] as const;

/** `3 hours ago`, `yesterday`. A time that is to come counts as now. */
export function agoText({ resolved, request }: FlowContext, date: Date): string {
  const { locale = "en" } = languageOf(resolved, request) ?? {};
  const minutes = Math.max(0, Math.floor((Date.now() - date.valueOf()) / minuteMs));
  const [unit, size] = units.find(([, each]) => minutes >= each) ?? (["minute", 1] as const);
  const count = Math.floor(minutes / size);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-count, unit);
}
