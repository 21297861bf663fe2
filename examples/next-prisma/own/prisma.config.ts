import { existsSync } from "node:fs";
import { defineConfig } from "prisma/config";

if (existsSync(".env.development")) process.loadEnvFile(".env.development");

export default defineConfig({
  schema: "prisma/schema.prisma",
  datasource: { url: process.env["DATABASE_URL"] },
});
