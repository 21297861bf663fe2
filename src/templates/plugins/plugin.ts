/** What a plugin is for the command line. */
import type { RecordTable } from "../../runtime/types/records.js";

export interface PluginSupport {
  readonly id: string;
  /** Name of its factory, which its module exports. */
  readonly factory: string;
  /** Module that the factory is imported from. */
  readonly subpath: string;
  /** What users get by it, in a few words. */
  readonly about: string;
  readonly tables: readonly RecordTable[];
  /** What its factory is given; left out: nothing. */
  readonly options?: PluginOptions;
  /** It is a way to sign in, which `auth init` offers by this name. */
  readonly signIn?: string;
  /** `auth.require({ factor })` asks for it. */
  readonly isFactor?: true;
  /** It sends mails by a mail provider of the configuration. */
  readonly sendsMail?: true;
  /** What it answers outside of the base path, below `/.well-known/`. */
  readonly wellKnown?: readonly string[];
  /** A package that it uses where it is installed, and what for. */
  readonly optional?: { readonly package: string; readonly range: string; readonly gives: string };
  /** A page of it for users who are signed in: below the path of the endpoints, and what a link to it says. */
  readonly page?: {
    readonly path: string;
    readonly link: string;
    /** Id of a plugin whose page has the link, and knows when it is of use. */
    readonly within?: string;
  };
  /** A component of `react`, `svelte` and `vue` that stands above every page. */
  readonly above?: {
    readonly component: string;
    /** Where the app has no place for it. */ readonly byHand: string;
  };
  /** An option that keeps away from users who have one of these roles by `auth add-role`. */
  readonly sparing?: { readonly option: string; readonly roles: readonly string[] };
  /** What is good to know once it is in the configuration; the address of a page of it stands at the end. */
  readonly next?: readonly { readonly line: string; readonly page?: string }[];
}

/** Options without which a plugin does not start: some have a value to begin with, others are the app's own. */
export interface PluginOptions {
  /** Source of those with a value. */
  readonly begun: string;
  /** Names of the others: a file beside the configuration exports each by its name. */
  readonly own: readonly string[];
  /** Name of that file, without its ending. */
  readonly file: string;
  readonly template: string;
  /** What the file says. */
  readonly says: string;
  /** The line that a file of this name lacks where it is something else. */
  readonly line: string;
}
