/** One-time refresh tokens, 50 requests in each of two processes, 20 rotations: one call each, nobody signed out. */
import { expect, it } from "vitest";
import { rotate } from "../plugins/access-tokens/rotations.js";

it.each(["jwt", "database"] as const)(
  "twenty rotations take twenty token calls, with %s sessions",
  { timeout: 180_000 },
  async (strategy) => {
    const { refreshes, answers, refused } = await rotate({ rounds: 20, calls: 50, processes: 2, strategy });
    expect(answers.map(([answer = "", ...others]) => [answer.slice(0, 3), others.length])).toEqual(
      Array.from({ length: 20 }, () => ["at-", 0]),
    );
    expect(refreshes).toEqual(Array(20).fill(1));
    expect(refused).toBe(0);
  },
);
