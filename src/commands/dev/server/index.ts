/** Starts the local identity provider, for `auth dev` and for the tests of the package. */
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ProviderRecord } from "../../../providers/kit/record.js";
import { Live } from "./live.js";
import { type CaughtMail, MailCatcher } from "./mail-catcher.js";
import { identityServer } from "./server.js";
import { SignIns } from "./sign-ins.js";
import type { AppInUse } from "./start-page.js";
import { UserDirectory } from "./user-directory.js";
import { usersFileName } from "./user-file.js";
import { fullName } from "./users.js";

export type { AppInUse };

export interface IdentityProvider {
  /** Value for `AUTH_DEV_IDP`, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Ids of the providers that are simulated in their own dialect. */
  readonly providers: readonly string[];
  /** What is wrong with the file of users, each with its line. */
  readonly userProblems: readonly string[];
  /** Who signs in without being asked for. */
  readonly as: string | undefined;
  close(): Promise<void>;
}

export interface IdentityProviderOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Default: every provider of the package. */
  readonly records?: Readonly<Record<string, ProviderRecord>>;
  /** Called with each mail that the app did not send; its `url` is a secret. */
  readonly onMail?: (mail: CaughtMail) => void;
  /** The project's folder, whose `auth.dev-users.json` holds further users; it may be missing. */
  readonly folder?: string;
  /** Who signs in without being asked for: an id, user name, address or name. */
  readonly as?: string;
  /** What the start page says of the app. */
  readonly app?: AppInUse;
}

/** Nobody answers to the name given as `as`. */
export class UnknownUserError extends Error {
  readonly known: readonly string[];
  constructor(name: string, known: readonly string[]) {
    super(`There is no user ${name}`);
    this.known = known;
  }
}

/**
 * Starts the local identity provider, which plays the user's providers while developing and catches their mails.
 *
 * It listens on 127.0.0.1 only, answers to local host names only, sends people back to local addresses only, and
 * keeps everything in memory: codes live 60 seconds and work once, access tokens live one hour.
 *
 * @returns its address, the providers it knows by name, and how to end it
 * @throws UnknownUserError when nobody answers to `as`
 * @throws Error when NODE_ENV is production, or the port is taken
 * @example const idp = await startIdentityProvider(); child.env.AUTH_DEV_IDP = idp.url;
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions = {},
): Promise<IdentityProvider> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("The local identity provider does not start with NODE_ENV=production");
  const records = options.records ?? (await import("../../../providers/records.js")).records;
  const users = new UserDirectory(options.folder && path.join(options.folder, usersFileName));
  const always = options.as === undefined ? undefined : users.named(options.as);
  if (options.as !== undefined && !always)
    throw new UnknownUserError(
      options.as,
      users.list.map(({ id }) => id),
    );
  const live = new Live();
  const catcher = new MailCatcher((mail) => {
    options.onMail?.(mail);
    live.tell();
  });
  const signIns = new SignIns(live.tell);
  const server = identityServer({ records, catcher, users, signIns, live, app: options.app, always });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    providers: Object.keys(records),
    userProblems: users.problems,
    as: always && fullName(always),
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
