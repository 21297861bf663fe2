import { readFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** The sources of what package.json exports. */
const published = Object.values(exports)
  .map((value) => /^\.\/dist\/(.*)\.js$/.exec(value.default ?? value)?.[1])
  .filter((module) => module !== undefined)
  .map((module) => `src/${module}.ts`);

export default {
  entry: [
    ...published,
    "bin/auth.ts",
    "src/providers/records/*.ts",
    "src/runtime/security/crypto-{node,web}.ts",
    "scripts/*.mjs",
    "scripts/demo/*.{js,mjs}",
    "bench/{run,contender}.mjs",
    "test/**/*.test.{ts,tsx}",
    "test/**/*-app.ts",
    "test/sign-out/process-app.mjs",
    "test/stability/server.mjs",
  ],
  project: ["bin/**", "src/**", "scripts/**", "bench/**", "test/**"],
  ignore: ["scripts/**/*.d.mts", "test/fixtures/**", "test/types/**"],
  ignoreDependencies: [
    "@sparticuz/chromium",
    "ts59",
    "@arethetypeswrong/cli",
    "@auth/prisma-adapter",
    "@iconify-json/cib",
    "@iconify-json/logos",
    "@prisma/adapter-libsql",
    "@fontsource-variable/noto-sans-arabic",
    "@fontsource-variable/noto-sans-jp",
    "@fontsource-variable/noto-sans-sc",
    "@prisma/client",
    "helmet",
    "@types/smtp-server",
    "minisearch",
    "next-intl",
    "simple-icons",
  ],
  ignoreBinaries: [
    "chattr",
    "fish",
    "mariadb",
    "mariadb-install-db",
    "mount",
    "runuser",
    "taskset",
    "umount",
  ],
  ignoreExportsUsedInFile: {
    interface: true,
    type: true,
  },
  rules: {
    duplicates: "off",
  },
};
