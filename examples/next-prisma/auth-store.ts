import { PrismaAdapter } from "authwright/adapters/prisma";
import { prisma } from "@/lib/db";

export const authStore = PrismaAdapter(prisma);
