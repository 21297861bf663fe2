/** Guards that go by the path themselves: every way to write an address that a router or a file server may take. */
import { describe, expect, test } from "vitest";
import { guardedPath } from "../../src/runtime/server-functions/guarded-path.js";

const targets = [
  ["/dashboard", "/dashboard", true],
  ["/dashboard", "/dashboard/", true],
  ["/dashboard", "/dashboard?a=1", true],
  ["/dashboard", "/dashboard#a", true],
  ["/dashboard", "/dashboard/a/b", true],
  ["/dashboard", "/DashBoard", true],
  ["/dashboard", "/%64ashboard", true],
  ["/dashboard", "/%64ashboard/%zz", true],
  ["/dashboard", "/dashboard/%ff", true],
  ["/dashboard", "/dashboard%2fa", true],
  ["/dashboard", "//dashboard", true],
  ["/dashboard", "/./dashboard", true],
  ["/dashboard", "/a/../dashboard", true],
  ["/dashboard", "/a/%2e%2e/dashboard", true],
  ["/dashboard", "/dashboard/../a", true],
  ["/dashboard", "/../dashboard", true],
  ["/dashboard", "\\dashboard", true],
  ["/dashboard", "/dashboard;a=1", true],
  ["/caf\u00e9", "/caf%C3%A9/%ff", true],
  ["/dashboard/", "/dashboard", true],
  ["dashboard", "/dashboard", true],
  ["/teams/*/settings", "/teams/a/settings/b", true],
  ["/teams/:id/settings", "/teams/a/settings", true],
  ["/dashboard", "/", false],
  ["/dashboard", "/dashboards", false],
  ["/dashboard", "/a/dashboard", false],
  ["/dashboard", "/a?b=/dashboard", false],
  ["/dashboard", "", false],
  ["/dashboard", "*", false],
  ["/teams/*/settings", "/teams/settings", false],
  ["/teams/*/settings", "/teams/a", false],
] as const;

describe("guardedPath", () => {
  test.each(targets)("%s, %s: %s", (path, target, is) => {
    expect(guardedPath(path)(target)).toBe(is);
  });

  test("without a path, every request", () => {
    expect(guardedPath(undefined)("/anything")).toBe(true);
  });
});
