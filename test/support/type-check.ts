/** The compiler on whole projects, many in one process: what lies in node_modules is read once. */
import { realpathSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const registry = ts.createDocumentRegistry();
const kept = new Map<string, ts.SourceFile | undefined>();

/**
 * What `tsc --noEmit -p <folder>` prints of a project; "" where it compiles.
 * @param flags in place of what the tsconfig says
 */
export function typeErrors(folder: string, flags: ts.CompilerOptions = {}): string {
  const { options, fileNames, errors, projectReferences } = settingsOf(folder, flags);
  const host = hostOf(options);
  const program = ts.createProgram({
    options,
    rootNames: fileNames,
    host,
    configFileParsingDiagnostics: errors,
    ...(projectReferences && { projectReferences }),
  });
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCurrentDirectory: () => realpathSync(folder),
    getCanonicalFileName: (file) => file,
    getNewLine: () => "\n",
  });
}

function settingsOf(folder: string, flags: ts.CompilerOptions): ts.ParsedCommandLine {
  const file = path.join(folder, "tsconfig.json");
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(file, { ...flags, noEmit: true }, host);
  if (parsed === undefined) throw new Error(`${file} cannot be read`);
  return parsed;
}

function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const settings = registry.getKeyForCompilationSettings(options);
  return {
    ...host,
    getSourceFile(file, how, ...more) {
      if (!file.includes("/node_modules/")) return read(file, how, ...more);
      const key = [settings, JSON.stringify(how), file].join("\n");
      if (!kept.has(key)) kept.set(key, read(file, how, ...more));
      return kept.get(key);
    },
  };
}
