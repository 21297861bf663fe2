/** A mark is a module of its own in the source, and two lines of the built provider: 126 files fewer in each install. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const importOfMark = /^import \{ mark \} from "(\.\/marks\/[\w-]+\.js)";$/m;

/** @param {string} folder the `dist/providers` that tsc has written */
export async function inlineMarks(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const code = await readFile(file, "utf8");
      const [line, module] = importOfMark.exec(code) ?? [];
      if (line === undefined) return;
      const mark = (await readFile(path.join(folder, module), "utf8")).trimEnd().replace(/^export /m, "");
      await writeFile(
        file,
        code.replace(line, () => mark),
      );
    }),
  );
  await rm(path.join(folder, "marks"), { recursive: true });
}
