import type { AddressInfo } from "node:net";
import type { ProviderRecord } from "../../providers/kit/record.js";
import { type CaughtMail, MailCatcher } from "./mail-catcher.js";
import { identityServer } from "./server.js";

export interface IdentityProvider {
  /** Value for `AUTH_DEV_IDP`, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Ids of the providers that are played in their own dialect. */
  readonly providers: readonly string[];
  close(): Promise<void>;
}

export interface IdentityProviderOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Default: every provider of the package. */
  readonly records?: Readonly<Record<string, ProviderRecord>>;
  /** Called with each mail that the app did not send; its `url` is a secret. */
  readonly onMail?: (mail: CaughtMail) => void;
}

/**
 * Starts the local identity provider, which plays the user's providers while developing and catches their mails.
 *
 * It listens on 127.0.0.1 only, answers to local host names only, sends people back to local addresses only, and
 * keeps everything in memory: codes live 60 seconds and work once, access tokens live one hour.
 *
 * @returns its address, the providers it knows by name, and how to end it
 * @throws Error when NODE_ENV is production, or the port is taken
 * @example const idp = await startIdentityProvider(); child.env.AUTH_DEV_IDP = idp.url;
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions = {},
): Promise<IdentityProvider> {
  if (process.env["NODE_ENV"] === "production")
    throw new Error("The local identity provider does not start with NODE_ENV=production");
  const records = options.records ?? (await import("../../providers/records.js")).records;
  const server = identityServer(records, new MailCatcher(options.onMail));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    providers: Object.keys(records),
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
