import { expect, test } from "vitest";
import { trustOption } from "../../src/templates/frameworks/server/checks.js";

test.each([
  ["createAuth(config, { trustProxy: 1 })", true],
  ['createAuth(config, { trustProxy: process.env["TRUST_PROXY"] })', true],
  ["createAuth(\n  config,\n  { trustProxy: ['10.0.0.0/8'] },\n)", true],
  ["createAuth(config)", false],
  ["createOther(config, {})", false],
])("CL-27: %s says which proxies are believed: %s", (code, isTold) => {
  expect(trustOption.told(code)).toBe(isTold);
  expect(trustOption.told(trustOption.line)).toBe(true);
});
