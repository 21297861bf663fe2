/**
 * What records of providers hold for people (`docs`, `console`, `localhost`, `refresh`, `signOut`, `notes`) is read by the command
 * line, which has the records inside. Apps load the modules of `dist/providers`, so there it is cut out: a third of each.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

const forPeople = new Set(["docs", "console", "localhost", "refresh", "signOut", "notes"]);

/** @param folder the `dist/providers` that tsc has written: modules and their declarations */
export async function stripRecords(folder) {
  const files = (await readdir(folder)).filter((name) => /\.(?:js|d\.ts)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const code = await readFile(file, "utf8");
      const stripped = withoutMembers(name, code);
      if (stripped !== code) await writeFile(file, stripped);
    }),
  );
}

/** The code without these members of its exported `record`: of the object in a module, of its type in a declaration. */
function withoutMembers(name, code) {
  const { statements } = ts.createSourceFile(name, code, ts.ScriptTarget.Latest);
  const [record] = statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter((declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === "record");
  const { initializer, type } = record ?? {};
  const literal = [initializer, type].find((node) => node?.properties ?? node?.members);
  return [...(literal?.properties ?? literal?.members ?? [])]
    .filter((member) => forPeople.has(member.name?.text))
    .reduceRight((text, member) => text.slice(0, member.pos) + text.slice(endOf(text, member.end)), code);
}

/** Behind the comma that belongs to a member. */
const endOf = (text, end) => (text[end] === "," ? end + 1 : end);
