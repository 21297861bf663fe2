/** Examples of documentation comments, compiled strictly against the built package. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { projectRoot } from "../../architecture/source-tree.js";

interface Declared {
  readonly name: string;
  readonly isExported: boolean;
  readonly isDefault: boolean;
  readonly tags: readonly { readonly name: string; readonly text: string }[];
}
interface Module {
  readonly subpath: string;
  readonly own: readonly Declared[];
  readonly others: readonly { readonly name: string; readonly declared: Declared }[];
}

/** What is the reader's own, or of a place where an example stands: names, modules, a test runner, the function around it. */
const ofReaders = (code: number, text: string): boolean =>
  [2304, 2503, 2552, 18004, 2593, 1108].includes(code) ||
  (code === 2307 && /^Cannot find module '(?:\.|@\/|\$)/.test(text));

/** As far as a compiler without plugins reads them. */
const isScript = ({ subpath }: Module): boolean => !["./svelte", "./vue"].includes(subpath);

async function readExamples(): Promise<ReadonlyMap<string, string>> {
  const file = path.join(projectRoot, "site/build/reference/read.mjs");
  const { readReference } = await import(pathToFileURL(file).href);
  const { modules }: { modules: readonly Module[] } = readReference(projectRoot);
  return new Map(
    modules.filter(isScript).flatMap((module) =>
      module.own.flatMap(({ name, tags }) =>
        tags
          .filter((tag) => tag.name === "example")
          .map(({ text }, at) => {
            const id = `${module.subpath.replaceAll(/\W+/g, "-")}-${name}-${at}`;
            return [
              path.join(projectRoot, "test", `example${id}.tsx`),
              withImports(module, text.trim()),
            ] as const;
          }),
      ),
    ),
  );
}

/** An example may leave out the line that imports what it shows. */
function withImports({ subpath, own, others }: Module, code: string): string {
  const names = [
    ...own.filter(({ isExported }) => isExported).map(({ name, isDefault }) => ({ name, isDefault })),
    ...others.map(({ name, declared }) => ({
      name: name === "default" ? declared.name : name,
      isDefault: name === "default",
    })),
  ];
  const isMissing = ({ name }: { name: string }) =>
    new RegExp(`\\b${name}\\b`).test(code) &&
    !new RegExp(`import[^;]*\\b${name}\\b[^;]*from|(?:const|function|class) ${name}\\b`).test(code);
  const imports = names
    .filter(isMissing)
    .map(
      ({ name, isDefault }) =>
        `import ${isDefault ? name : `{ ${name} }`} from "authwright${subpath.slice(1)}";\n`,
    );
  return `${imports.join("")}${/^[<{]/.test(code) ? `export default (${code});` : code}\nexport {};\n`;
}

/** @returns how many there are, and what is wrong with which */
export async function compileExamples(): Promise<{ count: number; wrong: readonly string[] }> {
  const examples = await readExamples();
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    jsx: ts.JsxEmit.ReactJSX,
    types: ["node"],
    strict: true,
    noImplicitAny: false,
    experimentalDecorators: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const disk = ts.createCompilerHost(options);
  const program = ts.createProgram([...examples.keys()], options, {
    ...disk,
    fileExists: (file) => examples.has(file) || disk.fileExists(file),
    readFile: (file) => examples.get(file) ?? disk.readFile(file),
    getSourceFile: (file, ...rest) => {
      const text = examples.get(file);
      return text === undefined
        ? disk.getSourceFile(file, ...rest)
        : ts.createSourceFile(file, text, rest[0], true);
    },
  });
  const wrong = [...examples.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .map(({ code, messageText }) => ({ code, text: ts.flattenDiagnosticMessageText(messageText, "\n") }))
      .filter(({ code, text }) => !ofReaders(code, text))
      .map(({ code, text }) => `${path.basename(file)}: ${code} ${text}`);
  });
  return { count: examples.size, wrong };
}
