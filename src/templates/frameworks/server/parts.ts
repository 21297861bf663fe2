import type { MountPoint } from "../../../cli/edit/server-file.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import type { InitContext } from "../../../cli/plan/init-context.js";

/** The auth file that a server imports. */
export interface AuthSource {
  /** As the server file names it. */
  readonly specifier: string;
  readonly text: string;
  /** The server says nothing of proxies. */
  readonly isOpen: boolean;
}

/** What servers of one framework have of their own in `auth init`; the rest is the same for all of them. */
export interface ServerParts<Lines extends ServerLines = MountPoint> {
  /** As texts name what makes a server: `express()`. */
  readonly made: string;
  /** Template of the auth file. */
  readonly template: string;
  /** Whether a server file says itself which proxies it trusts: it knows better. */
  trustsItself(server: string): boolean;
  /** The lines of the server file: those that the auth file was written for. */
  lines(context: InitContext, auth: AuthSource): Lines;
  /** Puts them there; no edit where they are already. */
  insert(text: string, file: string, lines: Lines): Promise<EditResult>;
  /** The lines below the imports as a person adds them. */
  byHand(lines: Lines): readonly string[];
}

/** What every server file gets. */
export interface ServerLines {
  readonly imports: MountPoint["imports"];
}
