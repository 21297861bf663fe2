/** Whether code that is compiled to CommonJS can load this package. */
import type { ProjectFacts } from "./facts.js";
import { versionOf } from "./versions.js";

/** Modules of TypeScript that run as CommonJS, from a compiler's hand or a bundler's. */
const output = /^(?:commonjs|es\w+|preserve)$/;
/** Modules that follow package.json; the compilers named below let CommonJS import an ES module there. */
const byPackage = /^(?:nodenext|node20)$/;

/**
 * Whether TypeScript sources that are no ES modules when they run may import this package, which is one: Node 20.19
 * and later load it, and the compiler accepts it. Seen with TypeScript 5.9, 6.0 and 7.0, ts-node and tsx.
 */
export function compiledImportsWork(facts: ProjectFacts): boolean {
  if (facts.tsconfig?.path !== "tsconfig.json") return true;
  const { module } = facts.tsconfig;
  if (module === undefined) return false;
  const [major, minor] = versionOf(facts, "typescript") ?? [6, 0];
  return output.test(module) || (byPackage.test(module) && (major > 5 || (major === 5 && minor >= 8)));
}
