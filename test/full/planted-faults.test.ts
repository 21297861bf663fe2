/** The walker finds faults that are planted in the package: none of its shortcuts makes it blind. */
import { expect, test } from "vitest";
import { tarball } from "../support/project.js";
import { type Planted, plantedInOffices, plantedInPersons, plantedInTeams } from "../walker/planted.js";
import { openWalker } from "../walker/run.js";
import type { Report } from "../walker/search.js";

/** Milliseconds, for machines on which others compute, too: a fault is found within seconds of its own process. */
const time = 180_000;

const all = [...plantedInTeams, ...plantedInOffices, ...plantedInPersons];

test.each(all.map((fault) => [fault.id, fault] as const))(
  "%s: it is found",
  { timeout: time * 2 },
  async (_id, fault: Planted) => {
    const walker = await openWalker(process.env["AUTHWRIGHT_TARBALL"] ?? tarball, fault);
    try {
      const limits = { depth: 4, time, enough: 1 };
      const told = await walker.start({ kind: "search", alphabets: [fault.alphabet], limits });
      const [found] = told.flatMap((line) => (line as unknown as Partial<Report>).found ?? []);
      console.log(`${fault.id}: ${found?.message ?? "not found"} (${JSON.stringify(found?.after)})`);
      expect(found?.walk).toBeDefined();
    } finally {
      await walker.dispose();
    }
  },
);
