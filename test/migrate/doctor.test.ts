/** RA-13: `auth doctor` finds nothing about what `auth migrate` wrote, in any of the sample apps. */
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { copySample, removeSamples, sampleNames, workspaces } from "./samples.js";

afterAll(removeSamples);

interface Found {
  readonly code: string;
  readonly level: string;
  readonly path?: string;
  readonly message: string;
}

/** What the samples have before the migration as well, by what it is about. */
const theirs: Readonly<Record<string, string>> = {
  AUTH_D_CLIENT_SECRET_IN_SOURCE: "the samples write secrets out",
  AUTH_D_CSRF_OFF: "one sample switches it off",
  AUTH_D_EXPRESS_TRUST_ALL: "one sample trusts every proxy",
  AUTH_D_FOREIGN_LIBRARY: "something of next-auth is left to a person",
  AUTH_D_LINKING: "two samples link by address",
  AUTH_D_NEXT_BYPASS_2026: "the samples name old versions of Next.js",
  AUTH_D_NOT_INSTALLED: "nothing is installed in the samples",
  AUTH_D_SECRET_MISSING: "the samples have no env file",
};

const apps = sampleNames.flatMap((name) => workspaces[name]?.map((part) => `${name}/${part}`) ?? [name]);

test.each(apps)("%s", async (app) => {
  const [sample = "", ...rest] = app.split("/");
  const folder = path.join(copySample(sample), ...rest);
  await runMain(folder, ["migrate", "--yes", "--no-install"]);
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  const { findings } = (JSON.parse(stdout) as { result: { findings: Found[] } }).result;
  // Hints say what may be looked at: none of them says that something is wrong.
  const wrong = findings.filter(({ code, level }) => level !== "hint" && !Object.hasOwn(theirs, code));
  expect(wrong.map(({ code, path: file, message }) => `${code} ${file}: ${message}`)).toEqual([]);
});
