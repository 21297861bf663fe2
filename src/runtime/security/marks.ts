/** Notes of ours among the verification tokens: what must outlive a request, in any store. */
import type { Adapter } from "../types/adapter.js";
import type { AnyAuthConfig } from "../types/config.js";
import { hashToken } from "./hash.js";

type Store = Pick<Required<Adapter>, "createVerificationToken" | "useVerificationToken">;

/** No hash of a mail's token looks like this, and no address: none of these opens anything as a link. */
const rowOf = (name: string) => ({ identifier: name, token: name });

/** Name of a mark about several things; the name of an account may be longer than a column. */
export const markOf = async (kind: string, about: readonly unknown[]): Promise<string> =>
  `${kind}:${await hashToken(JSON.stringify(about), [])}`;

export const canMark = ({ adapter }: AnyAuthConfig): boolean =>
  typeof adapter?.createVerificationToken === "function" &&
  typeof adapter.useVerificationToken === "function";

/** Leaves a mark; one that is there is renewed. */
export const leaveMark = (store: Store, name: string, lifeMs: number): Promise<void> =>
  leaveUntil(store, name, new Date(Date.now() + lifeMs));

async function leaveUntil(store: Store, name: string, expires: Date): Promise<void> {
  await store.useVerificationToken(rowOf(name));
  await store.createVerificationToken({ ...rowOf(name), expires });
}

/** Takes a mark away. @returns whether it was there, and not too old */
export async function takeMark(store: Store, name: string): Promise<boolean> {
  return isAlive(await store.useVerificationToken(rowOf(name)));
}

const isAlive = (row: { expires: Date } | null): row is { expires: Date } =>
  row !== null && new Date(row.expires).valueOf() >= Date.now();

/** The rows of a mark that stays. */
const rowsOf = (name: string): readonly string[] => [name, `${name}:2`];

/** Leaves a mark that is asked for again and again. */
export async function leaveLastingMark(store: Store, name: string, lifeMs: number): Promise<void> {
  for (const each of rowsOf(name)) await leaveMark(store, each, lifeMs);
}

/**
 * Is the mark there? It is read where the store can read it. Where it cannot, who asks takes the mark and puts it back:
 * a process that dies at that moment takes one of two rows along, which the next one that asks puts back. Whoever finds
 * neither looks again: that nothing is there opens something.
 */
export async function hasLastingMark(
  { config, adapter: store }: { readonly config: AnyAuthConfig; readonly adapter: ReadingStore | undefined },
  name: string,
): Promise<boolean> {
  if (config.adapter === undefined || store === undefined || !canMark(config)) return false;
  if (typeof config.adapter.getVerificationToken === "function") return isThere(store, name);
  const here = asking.get(config.adapter) ?? new Map<string, Promise<boolean>>();
  asking.set(config.adapter, here);
  const asked = here.get(name) ?? takeAndPutBack(store, name).finally(() => here.delete(name));
  here.set(name, asked);
  return asked;
}

type ReadingStore = Store & Pick<Required<Adapter>, "getVerificationToken">;

/** Looks at both rows: a release that cannot read may have one in its hands now. */
async function isThere(store: ReadingStore, name: string): Promise<boolean> {
  for (const each of rowsOf(name)) if (isAlive(await store.getVerificationToken(rowOf(each)))) return true;
  return false;
}

/** Who takes a mark now, by its name: of one store. All who ask at once within the process get one answer. */
const asking = new WeakMap<Adapter, Map<string, Promise<boolean>>>();

/** How often a mark must be seen missing, with a pause between: another process may have its rows in its hands. */
const looks = 4;

async function takeAndPutBack(store: Store, name: string): Promise<boolean> {
  for (let look = 1; ; look += 1) {
    for (const each of rowsOf(name)) {
      const row = await store.useVerificationToken(rowOf(each));
      if (!isAlive(row)) continue;
      for (const both of rowsOf(name)) await leaveUntil(store, both, new Date(row.expires));
      return true;
    }
    if (look === looks) return false;
    // Of different lengths, so that two processes do not go on in step.
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 25));
  }
}

/** The sessions that a user had when a mail proved the address of an unproven row. */
export const endedSessionsOf = ({ id }: { readonly id: string }): string => `sessions-before-proof:${id}`;
