/** The runner of one group of the security catalogue: a table of case ids and what each of them does. */
import { readFileSync } from "node:fs";
import { describe, it } from "vitest";

export interface Row {
  readonly id: string;
  readonly group: string;
  readonly title: string;
}

export const catalogue = JSON.parse(
  readFileSync(new URL("../fixtures/security/cases.json", import.meta.url), "utf8"),
) as readonly Row[];

/**
 * @param name group of the catalogue
 * @param tests by id; a second test of the same case has words behind its id
 */
export function group(name: string, tests: Readonly<Record<string, () => unknown>>): void {
  describe(name, () => {
    for (const [key, run] of Object.entries(tests)) {
      const [id = "", ...words] = key.split(" ");
      const row = catalogue.find((each) => each.id === id && each.group === name);
      if (row === undefined) throw new Error(`${id} is no case of the group ${name}`);
      const title = words.length === 0 ? row.title : `${row.title}, ${words.join(" ")}`;
      // oxlint-disable-next-line vitest/expect-expect -- the functions of the table assert
      it(`${id}: ${title}`, async () => void (await run()));
    }
  });
}
