/** Tests of Jest that import the app, and with it a package that Jest loads no more than other ES modules. */
import { packageName } from "../../../cli/formats/own-package.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { textOf, type Survey } from "../../../cli/findings/survey.js";
import { jestFile, jestLine } from "../../../cli/project/jest.js";
import { importedFile } from "../../../cli/project/sources.js";
import { isNodeBefore } from "./packages.js";
import { locateModule } from "../../../cli/source/syntax/syntax.js";

const folders = ["test", "tests", "__tests__"];
const testFile = /(?:[.-](?:test|spec)\.|^(?:test|tests|__tests__)\/[^/]*\.)[cm]?[jt]sx?$/;

/** Node.js from here on loads ES modules for Jest. */
const loadsModules = "24.9.0";

export function checkJest(all: Survey): readonly Finding[] {
  const file = jestFile(all.facts);
  if (file === undefined || !isNodeBefore(all, loadsModules)) return [];
  const { files } = all.facts;
  const beside = folders.flatMap((folder) => files.list(folder).map((name) => `${folder}/${name}`));
  const tests = [...all.sources.map(({ path }) => path), ...beside].filter((path) => testFile.test(path));
  const found = tests.find((path) => loadsUs(all, path));
  if (found === undefined) return [];
  const message = `${found} imports the app, and with it ${packageName}: Jest loads no ES modules.`;
  return [finding("AUTH_D_JEST", { path: file, message, fix: jestLine })];
}

/** Whether a file imports this package, itself or by way of others. */
function loadsUs({ facts }: Survey, test: string): boolean {
  const reached = new Set([test]);
  for (const path of reached)
    for (const { specifier, typeOnly } of locateModule(textOf(facts, path), path).imports) {
      if (typeOnly) continue;
      if (specifier === packageName || specifier.startsWith(`${packageName}/`)) return true;
      const target = importedFile(facts.files, facts.tsconfig, path, specifier);
      if (target !== undefined) reached.add(target);
    }
  return false;
}
