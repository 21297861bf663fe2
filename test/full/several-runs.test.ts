/** Runs that meet, often enough for the rare order of events. */
import path from "node:path";
import { expect, test } from "vitest";
import { sixAtOnce } from "../apply/six-at-once.js";
import { temporaryFolder } from "../support/project.js";

const times = 500;

test("CLI-18 F-37 six times secret generate, 500 times: one key, one journal, one undo", async () => {
  const { folder, dispose } = await temporaryFolder("six");
  let done = 0;
  let ended = 0;
  for (; done < times; done += 1) ended += await sixAtOnce(path.join(folder, "shop"));
  await dispose();
  console.log(`${done} times six runs at once: ${ended} of ${done * 6} ended with 0, the others said why`);
  expect(ended).toBeGreaterThanOrEqual(times);
}, 3_600_000);
