import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./generated/client";

const open = () => new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) });

// In development a module is loaded again with each change; the client stays.
const kept = globalThis as { prisma?: PrismaClient };
export const prisma = (kept.prisma ??= open());
