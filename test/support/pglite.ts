/** PostgreSQL inside this process. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { projectRoot } from "../architecture/source-tree.js";

/** With what `initdb` makes, which takes longer than most tests: once for each release, in place of once for each database. */
const initialized = new Blob([await dataFolder()]);

/** An empty database. */
export const pglite = (): PGlite => new PGlite({ loadDataDir: initialized });

async function dataFolder(): Promise<Uint8Array<ArrayBuffer>> {
  const { version } = createRequire(import.meta.url)(
    path.join(projectRoot, "node_modules/@electric-sql/pglite/package.json"),
  ) as { version: string };
  const file = path.join(projectRoot, `node_modules/.cache/authwright/pglite-${version}.tar`);
  try {
    return new Uint8Array(readFileSync(file));
  } catch {
    const first = await PGlite.create();
    const made = new Uint8Array(await (await first.dumpDataDir("none")).arrayBuffer());
    await first.close();
    mkdirSync(path.dirname(file), { recursive: true });
    // Others may make it at the same time.
    writeFileSync(`${file}.${process.pid}`, made);
    renameSync(`${file}.${process.pid}`, file);
    return made;
  }
}
