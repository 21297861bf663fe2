/** Entry point `authwright/adapters/prisma`: a store over the app's own Prisma client. */
import { adapterOver, type StoreAdapter } from "./adapter-over.js";
import { prismaRows } from "./rows/prisma.js";

// So that declarations of the app can name what it gets.
export type { StoreAdapter } from "./adapter-over.js";

/**
 * A store over Prisma. Each session check is one query.
 *
 * @param prisma the app's own client, with the models `User`, `Account`, `Session`, `VerificationToken`, and
 * `Authenticator` for passkeys
 * @returns every method of an adapter, and `deleteExpired`; one that needs a model which the schema lacks throws and names it
 * @throws nothing itself; errors of the database pass through, and the handler logs them as `AdapterError`
 * @example
 * const config = { adapter: PrismaAdapter(prisma), providers: [GitHub] };
 */
export function PrismaAdapter(prisma: object): StoreAdapter {
  return adapterOver(prismaRows(prisma));
}
