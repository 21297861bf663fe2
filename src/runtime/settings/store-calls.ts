/** Adapter methods, wrapped once: whatever goes wrong in them is an AdapterError, and nothing waits for ever. */
import { AdapterError, MissingAdapterMethods, toError } from "../errors/index.js";
import { isThenable, withDeadline } from "../callbacks/events.js";
import { withoutValues } from "../security/without-values.js";
import type { Adapter, StoreMethods, WrappedAdapter } from "../types/adapter.js";
import type { PluginHost } from "../plugins/host/plugin-host.js";
import type { GuardCall } from "../types/plugin.js";
import { timed, type Report } from "./metrics.js";
import type { StoreAccess } from "./shared-stores.js";
import { isAnotherRow, isOwner } from "./store-answers.js";

/** Which flows need which methods (presence is all that is checked at start). */
export const neededMethods = {
  email: ["createVerificationToken", "useVerificationToken", "getUserByEmail"],
  database: [
    "createUser",
    "getUser",
    "getUserByEmail",
    "getUserByAccount",
    "updateUser",
    "linkAccount",
    "createSession",
    "getSessionAndUser",
    "updateSession",
    "deleteSession",
  ],
  webauthn: [
    "createUser",
    "getUser",
    "linkAccount",
    "getAccount",
    "getAuthenticator",
    "createAuthenticator",
    "listAuthenticatorsByUserId",
    "updateAuthenticatorCounter",
  ],
} as const satisfies Record<string, readonly (keyof Adapter)[]>;

const optional = [
  "pageUsers",
  "deleteUser",
  "unlinkAccount",
  "getVerificationToken",
] as const satisfies readonly (keyof Adapter)[];
const methods: readonly (keyof Adapter)[] = [
  ...new Set([...Object.values(neededMethods).flat(), ...optional]),
];

/** Their one argument is a secret; under this name the logger knows it. */
const byToken: ReadonlySet<keyof Adapter> = new Set<keyof Adapter>(["getSessionAndUser", "deleteSession"]);

/** Methods that look for one row. */
const lookups: ReadonlySet<keyof Adapter> = new Set<keyof Adapter>([
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "getSessionAndUser",
  "useVerificationToken",
  "getVerificationToken",
  "getAccount",
  "getAuthenticator",
]);

/** Methods whose row is needed: nobody else can say what the store has made of it. */
const givesRow: ReadonlySet<keyof Adapter> = new Set<keyof Adapter>(["createUser", "updateUser"]);

type Method = (...args: unknown[]) => unknown;

/**
 * The adapter with every method present; one that the store lacks fails when it is called. A row that is not the
 * asked one is none.
 */
export function wrapAdapter(
  adapter: Adapter,
  access: StoreAccess,
  report?: Report,
  plugins?: Pick<PluginHost, "recordsOf">,
): WrappedAdapter {
  const foldings = new Set<keyof Adapter>();
  const notFound = (name: keyof Adapter, hint = ""): null => {
    if (!foldings.has(name)) {
      foldings.add(name);
      access.logger.warn(
        `${name} of the adapter found a row that is not the asked one; it counts as not found. Columns of the store ignore case, accents or spaces: give them a binary collation${hint}`,
      );
    }
    return null;
  };
  const wrapped = methods.map((name): [string, Method] => {
    const call = measured(name, wrap(adapter, name, access), report);
    if (!lookups.has(name)) return [name, call];
    return [
      name,
      async (...args) => {
        // Query builders give `undefined` for a row that is not there; everywhere else "nobody" is `null`.
        const answer = (await call(...args)) ?? null;
        return isAnotherRow(name, answer, args) ? notFound(name) : answer;
      },
    ];
  });
  const methodsByName = Object.fromEntries(wrapped) as unknown as StoreMethods;
  const store = {
    ...methodsByName,
    createUser: tellingDropped(methodsByName.createUser, access),
    records: plugins?.recordsOf(adapter, guardRecords(access, report)),
  };
  if (typeof adapter.getAccount !== "function") return Object.freeze(store);
  const getUserByAccount: StoreMethods["getUserByAccount"] = async (account) => {
    const user = await store.getUserByAccount(account);
    return user === null || (await isOwner(store, user, account))
      ? user
      : notFound("getUserByAccount", ", or getAccount finds passkeys alone: it must find every account");
  };
  return Object.freeze({ ...store, getUserByAccount });
}

/** What an app's `profile()` gives beyond the columns of its table gets lost: each name is told once. */
function tellingDropped(
  createUser: StoreMethods["createUser"],
  { logger }: StoreAccess,
): StoreMethods["createUser"] {
  const told = new Set<string>();
  return async (user) => {
    const stored = await createUser(user);
    for (const [name, value] of Object.entries(user)) {
      if (value === undefined || value === null || name in stored || told.has(name)) continue;
      told.add(name);
      logger.warn(`user-column-missing: ${name}`);
    }
    return stored;
  };
}

const measured = (method: string, call: Method, report: Report | undefined): Method =>
  report === undefined
    ? call
    : (...args) =>
        timed(
          async () => call(...args),
          (ms, outcome) => report({ kind: "store", method, ms, outcome }),
        );

function wrap(adapter: Adapter, name: keyof Adapter, access: StoreAccess): Method {
  const { logger } = access;
  return async (...args) => {
    const method = adapter[name] as Method | undefined;
    if (method === undefined) throw new MissingAdapterMethods(`The adapter has no method ${name}`);
    logger.debug(`The store is asked: ${name}`, byToken.has(name) ? { sessionToken: args[0] } : { args });
    return ask({ name, args, needsRow: givesRow.has(name), run: () => method.apply(adapter, args) }, access);
  };
}

/**
 * The mark that errors of `adapters/rows/driver-errors.ts` bear. It is not imported: the build would join that file
 * to the server's, and every store would load the server.
 */
const missingTable = Symbol.for("authwright.missing-table");

const isMissingTable = (thrown: unknown): boolean =>
  typeof thrown === "object" && thrown !== null && missingTable in thrown;

/** For rows of plugins. Their values may be secrets under any name: no log is told them. */
export const guardRecords =
  (access: StoreAccess, report?: Report): GuardCall =>
  (name, table, method) =>
    measured(
      name,
      (...args) => {
        access.logger.debug(`The store is asked: ${name} of ${table}`);
        return ask({ name, args, needsRow: false, run: () => method(...args) }, access);
      },
      report,
    );

/** One call of a method. */
interface StoreCall {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly needsRow: boolean;
  readonly run: () => unknown;
}

/** @throws AdapterError that quotes nothing of what the method was given; a table that is missing as it is */
async function ask({ name, args, needsRow, run }: StoreCall, { logger, limitMs }: StoreAccess) {
  try {
    const running = run();
    const answer: unknown = isThenable(running)
      ? await withDeadline(running, limitMs, `The store did not answer ${name}`)
      : running;
    if (needsRow && (typeof answer !== "object" || answer === null))
      throw new Error(`${name} of the adapter gave no row`);
    return answer;
  } catch (thrown) {
    // No failure of the store: the plugin is off, and tells so.
    if (isMissingTable(thrown)) throw thrown;
    const error = new AdapterError(withoutValues(toError(thrown), args), { cause: { method: name } });
    logger.error(error);
    throw error;
  }
}
