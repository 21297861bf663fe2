/**
 * What the engine knows of a framework without knowing which one it is: its packages, folders, addresses and env files.
 */
import type { AuthConfigModel } from "../source/configuration/auth-config.js";
import type { ProjectFiles } from "./files.js";
import type { PackageJson } from "./workspace.js";

/** Folders and files by which frameworks show. */
export interface Surface {
  readonly files: ProjectFiles;
  readonly packageJson: PackageJson;
  /** Folder of the App Router. */
  readonly appDir: string | undefined;
  /** Folder of the Pages Router. */
  readonly pagesDir: string | undefined;
  /** File that makes a server application. */
  readonly serverFile: string | undefined;
}

/** Where the configuration stands. */
export interface ConfiguredSurface extends Surface {
  /** The file that holds its object. */
  readonly authFile: string | undefined;
  readonly configuration: Pick<AuthConfigModel, "calls"> | undefined;
}

/** What code for next-auth becomes where an app has words of its own for it. */
export interface Idioms {
  /**
   * Who is signed in, on the server: an expression.
   *
   * @param args those of `getServerSession`, as they are written
   */
  session(args: readonly string[]): string;
  /** That expression takes `auth` of the configuration; else a request has it, which the code may call anything. */
  readonly takesAuth: boolean;
  /** Whether an argument of `getServerSession` is the request, where the expression needs one. */
  isRequest?(argument: string): boolean;
  /** A file in front of the app that lets in who is signed in: what it exports, and what it says of its paths. */
  readonly guard?: { readonly handler: string; readonly matcher: string };
  /** Subpath of our package for its components, where that is not the one of React. */
  readonly client?: "vue" | "svelte";
  /** A virtual module of an old package that its code imports. */
  readonly virtual?: string;
  /** Subpath of our module of Nuxt, for settings that name the old one. */
  readonly nuxtModule?: string;
}

/** What a link inside an app asks the server for, in place of the page. */
export interface LinkRequest {
  /** Behind the path of the page. */
  readonly suffix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer lists what the server has loaded for the page: nothing, where a link opens it unasked. */
  readonly listsLoaded: boolean;
}

/** A framework as data. Nothing outside its folder asks which one it is. */
export interface Framework {
  readonly id: string;
  readonly name: string;
  /** Other words that people use for it. */
  readonly aliases: readonly string[];
  /** Package whose presence says that a project uses it; undefined: it shows where no other framework does. */
  readonly dependency: string | undefined;
  /** The package that carries its version, and the first one that works. */
  readonly oldest?: { readonly package: string; readonly version: string };
  /** Packages whose applications and routers take routes. */
  readonly routers?: readonly string[];
  /** Subpath of our package for it. */
  readonly subpath: string;
  /** Type of the configuration that its subpath takes; left out: `AuthConfig` of the package. */
  readonly configType?: string;
  /** Where the handler answers when the configuration does not say otherwise. */
  readonly basePath: string;
  /** Where else the configuration may put it; left out: files of the app decide. */
  readonly otherBases?: readonly string[] | undefined;
  /** File that the framework, or the code that we write, loads the secret from. */
  readonly envFile: string;
  /** File with the names of the variables and no values, which is committed; left out: `.env.example`. */
  readonly exampleFile?: string;
  /** Whether its reader of env files replaces `$NAME` in values. */
  readonly envExpands: boolean;
  /** Env files that it loads by itself; undefined: what the code or the scripts name is loaded. */
  readonly loadedEnvFiles: readonly string[] | undefined;
  readonly devPort: number;
  readonly idioms?: Idioms;
  /** Left out: links lead the browser to the page itself, or ask for it at an address that only a build knows. */
  readonly link?: LinkRequest;
  /** How files of a project name each other: as a bundler resolves them, or with endings, as Node does. */
  readonly resolution: "bundler" | "node";

  /** Whether a file may make a server of it: a quick look, which may say yes too often. */
  mayMakeServer?(text: string): boolean;
  /** Whether a project that has its package uses this one. */
  fits(surface: Surface): boolean;
  /** The folder or the file that it lives in; undefined: the project is no app of it. */
  home(surface: Surface): string | undefined;
  /** What stands in front of every address of the app, such as `/shop`; "" for nothing. */
  prefix(files: ProjectFiles): string;
  /** Where the code mounts the endpoints, where that decides. */
  mountedAt?(surface: ConfiguredSurface): Promise<string | undefined>;
}
