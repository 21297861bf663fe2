/** Everything that is known of a project before a command plans anything. */
import type { Framework, Surface } from "./framework.js";
import type { AuthConfigModel, SourcePlace } from "../source/configuration/auth-config.js";
import type { CoreAlias } from "./alias.js";
import type { PackageManager } from "./package-manager.js";
import type { TsConfig } from "./tsconfig.js";
import type { Workspace } from "./workspace.js";

/** Everything that is known of a project, read once. */
export interface ProjectFacts extends Workspace, Surface {
  /** Frameworks that the project depends on. */
  readonly frameworks: readonly Framework[];
  readonly language: "ts" | "js";
  readonly moduleType: "esm" | "cjs";
  readonly packageManager: PackageManager;
  /** Whether our package is named in package.json, and the version in node_modules. */
  readonly declared: boolean;
  /** What package.json is to ask for where it does not name our package yet. */
  readonly ownRange: string;
  readonly installed: string | undefined;
  /** This package stands in place of `@auth/core`, below an integration of others. */
  readonly alias: CoreAlias | undefined;
  readonly tsconfig: TsConfig | undefined;
}

/** A project with its configuration, read once. */
export interface ConfiguredProject extends ProjectFacts {
  /** The file that the configuration is read from; undefined: there is none, or nothing says which one is meant. */
  readonly authFile: string | undefined;
  readonly configuration: AuthConfigModel | undefined;
  /** The places of all, where there are several and nothing says which one is meant. */
  readonly candidates: readonly SourcePlace[];
}
