import { finding, type Finding } from "../../../../cli/findings/finding.js";
import type { Survey } from "../../../../cli/findings/survey.js";
import { compiledImportsWork } from "../../../../cli/project/module-system.js";

/** Servers as ES modules: Node decides by the extension and by "type". */
export function checkModuleSystem(all: Survey): Finding[] {
  const { facts } = all;
  const server = facts.serverFile;
  if (server === undefined || !all.auth || !/\.[jt]s$/.test(server)) return [];
  const code = all.sources.find(({ path: file }) => file === server)?.code ?? "";
  const imports = /^\s*(?:import|export)\s/m.test(code);
  if (facts.moduleType === "esm" || !imports) return [];
  if (server.endsWith("ts") && compiledImportsWork(facts)) return [];
  const message = `${server} uses import, and package.json has no "type": "module".`;
  const repair = { kind: "json", file: "package.json", at: ["type"], value: "module" } as const;
  return [finding("AUTH_D_ESM", { path: "package.json", line: 1, message, repair })];
}
