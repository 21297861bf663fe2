/** A table of a page of the documentation, made of results that tests have kept in a file beside it. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";

const [begin, end] = ["<!-- results -->\n", "<!-- /results -->"];

export class KeptTable<Result> {
  readonly #page: string;
  readonly #file: string;
  readonly #heads: readonly string[];
  readonly #cellsOf: (title: string, result: Result) => readonly (string | number)[];

  /**
   * @param page with a place for the table, below the folder of this project
   * @param file of JSON: results by title
   */
  constructor(
    {
      page,
      file,
      heads,
    }: { readonly page: string; readonly file: string; readonly heads: readonly string[] },
    cellsOf: (title: string, result: Result) => readonly (string | number)[],
  ) {
    this.#page = path.join(projectRoot, page);
    this.#file = path.join(projectRoot, file);
    this.#heads = heads;
    this.#cellsOf = cellsOf;
  }

  /** The table that is in the page. */
  shown(): string {
    return this.#parts().table;
  }

  /** The table that the kept results make. */
  made(results = this.#kept()): string {
    const lines = Object.entries(results)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([title, result]) => this.#cellsOf(title, result));
    const rows = [this.#heads, ...lines].map((cells) => `| ${cells.join(" | ")} |`);
    return [rows[0], `|${"---|".repeat(this.#heads.length)}`, ...rows.slice(1), ""].join("\n");
  }

  /** Puts results into the file and the page; those that were not tried now stay. */
  write(now: Readonly<Record<string, Result>>): void {
    const results = { ...this.#kept(), ...now };
    writeFileSync(this.#file, `${JSON.stringify(results, undefined, 2)}\n`);
    const { before, after } = this.#parts();
    writeFileSync(this.#page, `${before}${begin}${this.made(results)}${end}${after}`);
  }

  #kept(): Readonly<Record<string, Result>> {
    return JSON.parse(readFileSync(this.#file, "utf8")) as Readonly<Record<string, Result>>;
  }

  #parts(): { readonly before: string; readonly table: string; readonly after: string } {
    const [before, rest] = readFileSync(this.#page, "utf8").split(begin);
    const [table, after] = rest?.split(end) ?? [];
    if (before === undefined || table === undefined || after === undefined)
      throw new Error(`${this.#page} has no place for the table`);
    return { before, table, after };
  }
}
