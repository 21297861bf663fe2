/** Libraries with sessions of their own, of which nothing is rewritten: what stays, and the page that helps. */
import type { ProjectFacts } from "../project/facts.js";

interface OtherLibrary {
  readonly name: string;
  /** The package of npm. */
  readonly isMeant: (name: string) => boolean;
  /** What becomes of it. */
  readonly says: string;
}

const page = "docs/migrate/from-others.md of the package";

const libraries: readonly OtherLibrary[] = [
  {
    name: "Better Auth",
    isMeant: (name) => name === "better-auth",
    says: "its tables and sessions are its own",
  },
  { name: "iron-session", isMeant: (name) => name === "iron-session", says: "its sessions can stay" },
  {
    name: "Passport",
    isMeant: (name) => /^passport(?:-|$)/.test(name),
    says: "its session stays, strategies make room one by one",
  },
  {
    name: "Lucia",
    isMeant: (name) => name === "lucia" || name.startsWith("@lucia-auth/"),
    says: "its sessions can stay",
  },
];

/** A sentence for each library that package.json names, with the page that helps. */
export function otherLibraries({ packageJson }: Pick<ProjectFacts, "packageJson">): readonly string[] {
  const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
  return libraries.flatMap(({ name, isMeant, says }) => {
    const found = names.find(isMeant);
    return found === undefined
      ? []
      : [`package.json names ${found} (${name}): ${says}. Coming from it: ${page}`];
  });
}
