/** Projects whose tables belong to Prisma or Drizzle: those make them. */
import { execPrefix } from "../../cli/project/package-manager.js";
import type { ProjectFacts } from "../../cli/project/facts.js";

/** What makes the tables of a project in our place. */
export interface Orm {
  readonly name: string;
  /** What to run. */
  readonly command: string;
}

const orms = [
  { name: "Prisma", packages: ["prisma", "@prisma/client"], words: ["prisma migrate dev"] },
  {
    name: "Drizzle",
    packages: ["drizzle-orm", "drizzle-kit"],
    words: ["drizzle-kit generate", "drizzle-kit migrate"],
  },
] as const;

/** The one that the project depends on. */
export function findOrm({ packageJson, packageManager }: ProjectFacts): Orm | undefined {
  const declared = { ...packageJson.devDependencies, ...packageJson.dependencies };
  const found = orms.find(({ packages }) => packages.some((name) => Object.hasOwn(declared, name)));
  const start = execPrefix(packageManager.name);
  return found && { name: found.name, command: found.words.map((one) => `${start} ${one}`).join(" && ") };
}
