/** One-time refresh tokens, many requests, two processes: nobody is signed out. */
import { expect, it } from "vitest";
import { rotate } from "./rotations.js";

it.each(["jwt", "database"] as const)(
  "two processes with 50 requests each renew a token once a rotation, with %s sessions",
  { timeout: 30_000 },
  async (strategy) => {
    const rounds = 5;
    const { refreshes, answers, refused } = await rotate({ rounds, calls: 50, processes: 2, strategy });
    expect(answers.flat().filter((answer) => !answer.startsWith("at-"))).toEqual([]);
    expect(answers.map((each) => each.length)).toEqual(Array(rounds).fill(1));
    expect(refreshes).toEqual(Array(rounds).fill(1));
    expect(refused).toBe(0);
  },
);
