/** Projects with Prisma, and the clients that it generates for a schema. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cleanEnv, mustRun } from "../support/process.js";
import { npm, npx, temporaryFolder } from "../support/project.js";

/** The models that adapters document. */
const models = (id: string, reference: string) =>
  `
model User {
  id String_ID
  name String?
  email String? @unique
  emailVerified DateTime?
  image String?
  accounts Account[]
  sessions Session[]
  authenticators Authenticator[]
}
model Account {
  id String_ID
  userId USER_ID
  type String
  provider String
  providerAccountId String
  refresh_token String?
  access_token String?
  expires_at Int?
  token_type String?
  scope String?
  id_token String?
  session_state String?
  user User @relation(fields: [userId], references: [id], onDelete: Cascade)
  @@unique([provider, providerAccountId])
}
model Session {
  id String_ID
  sessionToken String @unique
  userId USER_ID
  expires DateTime
  user User @relation(fields: [userId], references: [id], onDelete: Cascade)
}
model VerificationToken {
  identifier String
  token String
  expires DateTime
  @@unique([identifier, token])
}
model Authenticator {
  credentialID String @unique
  userId USER_ID
  providerAccountId String
  credentialPublicKey String
  counter Int
  credentialDeviceType String
  credentialBackedUp Boolean
  transports String?
  user User @relation(fields: [userId], references: [id], onDelete: Cascade)
  @@id([userId, credentialID])
}
model AuthConformanceRecord {
  id String @id
  owner String
  label String?
  note String?
  count BigInt
  active Boolean
  expires DateTime?
  @@unique([owner, label])
  @@map("auth_conformance_record")
}
model AuthConformancePair {
  left String
  right String
  note String
  @@id([left, right])
  @@map("auth_conformance_pair")
}
model AuthConformanceMissing {
  id String @id
  owner String
  label String?
  note String?
  count BigInt
  active Boolean
  expires DateTime?
  @@unique([owner, label])
  @@map("auth_conformance_missing")
}
`
    .replaceAll("String_ID", id)
    .replaceAll("USER_ID", reference);

export const textIds = models("String @id @default(cuid())", "String");
export const numberIds = models("Int @id @default(autoincrement())", "Int");

export const prismaVersions = { "Prisma 7": "7.10.0", "Prisma 6": "6.19.0" } as const;
export const publishedVersion = "2.11.2";

/** @returns a folder for `openPrisma` */
export async function makePrismaProject(version: string, schema: string) {
  const { folder, dispose } = await temporaryFolder("prisma");
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const packages = ["prisma", "@prisma/client", "@prisma/adapter-libsql"].map((name) => `${name}@${version}`);
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  await mustRun(npm, ["install", ...flags, ...packages, `@auth/prisma-adapter@${publishedVersion}`], {
    cwd: folder,
    timeoutSeconds: 300,
  });
  mkdirSync(path.join(folder, "prisma"));
  const generator = 'generator client {\n  provider = "prisma-client-js"\n  engineType = "client"\n}\n';
  const isSeven = version.startsWith("7");
  const source = `datasource db {\n  provider = "sqlite"\n${isSeven ? "" : '  url = "file:./unused.db"\n'}}\n`;
  writeFileSync(path.join(folder, "prisma/schema.prisma"), generator + source + schema);
  // No engine is downloaded, none is needed: the client speaks through the driver.
  const engines = { PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", PRISMA_QUERY_ENGINE_LIBRARY: "/bin/true" };
  await mustRun(npx, ["prisma", "generate"], { cwd: folder, env: cleanEnv(engines), timeoutSeconds: 200 });
  return { folder, dispose };
}
