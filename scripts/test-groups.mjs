/** The groups of `npm run test:full -- --only <group>`. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

const folder = "test/full";
const ending = ".test.ts";

/** Test files that take a part of their rows in every run, and all of them in these groups. */
export const parted = {
  admin: [
    ...[
      "access",
      "actions",
      "bans",
      "below-a-path",
      "factor-acting",
      "factor-removal",
      "flow",
      "impersonation",
      "impersonation-bar",
      "impersonation-notice",
      "users",
    ].map((name) => `test/plugins/admin/${name}.test.ts`),
    "test/e2e/impersonation-bar.test.ts",
  ],
  "add-plugin": ["test/commands/plugin-bar.test.ts"],
  "add-role": ["test/commands/add-role.test.ts"],
  configurations: ["test/source/auth-config.test.ts"],
  doctor: ["test/doctor/static.test.ts"],
  "guarded-files": ["test/integrations/guarded-files.test.ts"],
  idp: ["test/idp/asked-anew.test.ts", "test/idp/sign-in.test.ts"],
  "later-work": ["test/apply/later-work.test.ts"],
  "migrate-types": ["test/migrate/types.test.ts"],
  next: ["test/e2e/next.test.ts"],
  organizations: ["test/cases/organizations.test.ts", "test/plugins/organizations/faults.test.ts"],
  packaging: ["test/packaging/tarball.test.ts", "test/packaging/parser-only.test.ts"],
  piped: ["test/terminal/piped.test.ts"],
  plugins: ["test/e2e/plugins.test.ts"],
  properties: [
    "test/oauth/authorization-answer.test.ts",
    "test/properties/against-reference.test.ts",
    "test/properties/express-against-reference.test.ts",
    "test/properties/init.test.ts",
    "test/properties/next-against-reference.test.ts",
    "test/properties/passkeys-against-reference.test.ts",
    "test/properties/raw-against-reference.test.ts",
    "test/properties/stores-against-reference.test.ts",
    "test/properties/tokens-against-reference.test.ts",
  ],
  reliability: ["test/cases/reliability.test.ts"],
  screens: [
    "test/pages/mails.test.ts",
    "test/pages/screens.test.ts",
    "test/plugins/account/screens.test.ts",
    "test/plugins/admin/screens.test.ts",
    "test/plugins/organizations/screens.test.ts",
    "test/plugins/page-kit/screens.test.ts",
  ],
};

/** Names of files in test/full, which are groups by themselves. */
const ownFiles = () =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

/** @returns {string[]} the names of all groups */
export const groups = () => [...new Set([...ownFiles(), ...Object.keys(parted)])].sort();

/** @returns {string[]} the test files of a group */
export const filesOf = (group) => [
  ...(ownFiles().includes(group) ? [`${folder}/${group}${ending}`] : []),
  ...(parted[group] ?? []),
];
