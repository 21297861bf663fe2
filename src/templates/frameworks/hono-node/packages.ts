import type { ProjectFiles } from "../../../cli/project/files.js";

type Packages = Readonly<Record<string, unknown>>;

/** What package.json names, by the names of the packages; nothing where it cannot be read. */
export function packagesOf(files: ProjectFiles): Packages {
  try {
    const manifest = (JSON.parse(files.read("package.json")?.text ?? "{}") ?? {}) as {
      readonly dependencies?: Packages;
      readonly devDependencies?: Packages;
    };
    return { ...manifest.dependencies, ...manifest.devDependencies };
  } catch {
    return {};
  }
}
