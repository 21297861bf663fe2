/** The stores that the command line can put into a project. A new one is a folder, and a line here. */
import { drizzle } from "./drizzle/support.js";
import { kysely } from "./kysely/support.js";
import { mysql2 } from "./mysql2/support.js";
import { pg } from "./pg/support.js";
import { prisma } from "./prisma/support.js";
import { published } from "./published/support.js";
import type { StoreSupport } from "./support.js";

export const stores: readonly StoreSupport[] = [kysely, prisma, drizzle, pg, mysql2, ...published];

export const findStore = (id: string): StoreSupport | undefined => stores.find((one) => one.id === id);
