/** Notes of ours among the verification tokens: what must outlive a request, in any store. */
import type { Adapter } from "../types/adapter.js";
import type { AuthConfig } from "../types/config.js";
import { hashToken } from "./hash.js";

type Store = Pick<Required<Adapter>, "createVerificationToken" | "useVerificationToken">;

/** No hash of a mail's token looks like this, and no address: none of these opens anything as a link. */
const rowOf = (name: string) => ({ identifier: name, token: name });

/** Name of a mark about several things; the name of an account may be longer than a column. */
export const markOf = async (kind: string, about: readonly unknown[]): Promise<string> =>
  `${kind}:${await hashToken(JSON.stringify(about), [])}`;

export const canMark = ({ adapter }: AuthConfig): boolean =>
  typeof adapter?.createVerificationToken === "function" &&
  typeof adapter.useVerificationToken === "function";

/** Leaves a mark; one that is there is renewed. */
export async function leaveMark(store: Store, name: string, lifeMs: number): Promise<void> {
  await store.useVerificationToken(rowOf(name));
  await store.createVerificationToken({ ...rowOf(name), expires: new Date(Date.now() + lifeMs) });
}

/** Takes a mark away. @returns whether it was there, and not too old */
export async function takeMark(store: Store, name: string): Promise<boolean> {
  const row = await store.useVerificationToken(rowOf(name));
  return row !== null && new Date(row.expires).valueOf() >= Date.now();
}

/** The sessions that a user had when a mail proved the address of an unproven row. */
export const endedSessionsOf = ({ id }: { readonly id: string }): string => `sessions-before-proof:${id}`;
