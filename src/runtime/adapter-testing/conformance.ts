/** The checks of the kit, for a store that a caller has. */
import type { Adapter } from "../types/adapter.js";
import type { StoreAdapter } from "../adapters/adapter-over.js";
import type { ConformanceOptions } from "./check.js";
import { groups } from "./groups.js";

/** One check, ready to run. */
export interface ConformanceCheck {
  /** What it belongs to, such as "races". */
  readonly group: string;
  /** Unique within its group. */
  readonly name: string;
  /**
   * @throws Error with what was expected, when the store does not do it; so does one that has not answered after 20
   * seconds
   */
  run(): Promise<void>;
}

const longestSeconds = 20;

/**
 * All checks that an adapter can be asked, in an order that any runner may change: each makes its own rows. Run them
 * one after the other, on tables that nobody else writes to.
 *
 * @param adapter to know which methods there are
 * @param options a second instance, and a way to break connections; without them their groups are left out
 * @example
 * for (const check of conformance(adapter)) test(`${check.group}: ${check.name}`, () => check.run());
 */
export function conformance(adapter: Adapter, options: ConformanceOptions = {}): ConformanceCheck[] {
  const store = adapter as StoreAdapter;
  let opened: Promise<StoreAdapter> | undefined;
  const { second, breakConnections = async () => undefined } = options;
  const openSecond = () =>
    (opened ??= Promise.resolve(second?.() ?? store).then((one) => one as StoreAdapter));
  return groups
    .filter(({ wants }) => wants === undefined || options[wants] !== undefined)
    .flatMap(({ name: group, checks, wants }) =>
      checks
        .filter(({ needs }) => needs.every((method) => typeof store[method] === "function"))
        .map((check) => ({
          group,
          name: check.name,
          run: () =>
            inTime(async () => {
              const other = wants === "second" ? await openSecond() : store;
              await check.run(asHandlersCall(store), { other: asHandlersCall(other), breakConnections });
            }),
        })),
    );
}

/** Handlers hand over the members that the type of a method names, and a store may refuse others: checks have whole rows. */
function asHandlersCall(store: StoreAdapter): StoreAdapter {
  const narrow: Pick<StoreAdapter, "getUserByAccount" | "useVerificationToken"> = {
    getUserByAccount: ({ provider, providerAccountId }) =>
      store.getUserByAccount({ provider, providerAccountId }),
    useVerificationToken: ({ identifier, token }) => store.useVerificationToken({ identifier, token }),
  };
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return Object.hasOwn(narrow, name) ? narrow[name as keyof typeof narrow] : member.bind(target);
    },
  });
}

/** @throws Error when it takes longer than any store should */
async function inTime(work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`Expected: an answer within ${longestSeconds} seconds`);
    timer = setTimeout(() => reject(error), longestSeconds * 1000);
  });
  await Promise.race([work(), late]).finally(() => clearTimeout(timer));
}
