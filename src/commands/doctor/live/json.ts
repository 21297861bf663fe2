import type { ListedAtApp } from "./drive.js";
import type { LiveAnswer } from "./visitor.js";

/** The body as JSON; undefined when it is none. */
export function jsonOf({ body }: LiveAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isProviderList = (value: unknown): value is Record<string, ListedAtApp> =>
  isRecord(value) &&
  Object.values(value).every(
    (one) => isRecord(one) && ["id", "type", "callbackUrl"].every((name) => typeof one[name] === "string"),
  );
