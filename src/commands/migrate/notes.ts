/** What a person hears of a migration beside its changes: which secret to keep, and which packages stay or are too old. */
import { packageName } from "../../cli/formats/own-package.js";
import { adapterSwaps } from "../../cli/old-auth/packages.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { majorVersion } from "../../cli/project/versions.js";
import { sidebase } from "./nuxt/sidebase.js";
import { keptAdapters, unreplaced } from "./package.js";

/** @param from the old packages that were there */
export function notes(builder: PlanBuilder, isVersion4: boolean, from: readonly string[]): void {
  const { facts } = builder;
  if (from.length === 0) return;
  const kept = keptAdapters(facts);
  if (kept.length > 0) builder.next(`Stays as it is: ${kept.join(", ")} (its tables and rows too)`);
  if (from.includes(sidebase)) {
    builder.next(
      `AUTH_ORIGIN is not read: where the app's own address has to be said, it is AUTH_URL (requests say it otherwise)`,
    );
    builder.next("Keep the secret that the options name, and everybody stays signed in");
    builder.next("Callback URLs and provider ids are those of before: nothing to register anew");
  } else if (isVersion4) {
    builder.next(
      "Keep the secret and everybody stays signed in: NEXTAUTH_SECRET is read as it is, and as AUTH_SECRET the value must be the same",
    );
    builder.next("Callback URLs and provider ids are those of before: nothing to register anew");
  } else builder.next("Keep AUTH_SECRET and everybody stays signed in");
  const next = majorVersion(facts, "next");
  if (next !== undefined && next < 14)
    builder.warn(
      "AUTH_W_NEXT_VERSION",
      `${packageName}/next is for Next.js 14 to 16; this project has ${next}. Update it: npx @next/codemod upgrade`,
    );
  for (const name of unreplaced(facts))
    builder.warn(
      "AUTH_W_NO_SUBPATH",
      `${name} is not replaced: there is no ${packageName} module for that framework yet.`,
    );
  for (const name of Object.keys(facts.packageJson.dependencies)) {
    if (name.startsWith("@next-auth/") && !Object.hasOwn(adapterSwaps, name))
      builder.warn(
        "AUTH_W_OLD_ADAPTER",
        `${name} is for next-auth 4 only. Replace it by ${name.replace("@next-auth/", "@auth/")}; tables and rows stay.`,
      );
  }
}
