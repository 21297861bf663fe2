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
  ["/dashboard", "http://any/dashboard/a", true],
  ["/dashboard", "//any/dashboard", true],
  ["/dashboard", "http:///any/dashboard", true],
  ["/dashboard", "/./dashboard/..;/../a", true],
  ["/dashboard", "/x/../dashboard/%2e%2e;/../a", true],
  ["/dashboard", "/x%2fy/../dashboard", true],
  ["/dashboard", "/x%2fy/%2e%2e/dashboard", true],
  ["/dashboard", "/x%5cy/../dashboard", true],
  ["/dashboard", "/%2564ashboard", true],
  ["/dashboard", "/x#/../dashboard", true],
  ["/dashboard", "/x/../dashboard;/../..", true],
  ["/dashboard", "/dash\tboard", true],
  ["/dashboard", "/", false],
  ["/dashboard", "/dashboards", false],
  ["/dashboard", "/a/dashboard", false],
  ["/dashboard", "/a?b=/dashboard", false],
  ["/dashboard", "", false],
  ["/dashboard", "*", false],
  ["/teams/*/settings", "/teams/settings", false],
  ["/teams/*/settings", "/teams/a", false],
  ["/*", "/", false],
  ["/dashboard", "/%61/dashboard", false],
  ["/dashboard", "/a%2fdashboard", false],
  ["/dashboard", "http://dashboard/a", false],
  ["/dashboard", "/to/https%3A%2F%2Fany%2Fdashboard", false],
] as const;

describe("guardedPath", () => {
  test.each(targets)("%s, %s: %s", (path, target, is) => {
    expect(guardedPath(path)(target)).toBe(is);
  });

  test("EDG-02: an address that could be read without end is guarded, and costs little", () => {
    const isGuarded = guardedPath("/dashboard");
    const started = performance.now();
    expect(isGuarded("/%252e;/..\\#//a".repeat(1000))).toBe(true);
    expect(isGuarded(`/${"a/%2e%2e/".repeat(100)}b`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("of several addresses of one request, any", () => {
    expect(guardedPath("/dashboard")("/shop/dashboard", "/dashboard", undefined)).toBe(true);
    expect(guardedPath("/dashboard")("/shop/dashboard", undefined)).toBe(false);
  });

  test("without a path, every request", () => {
    expect(guardedPath(undefined)("/anything")).toBe(true);
  });
});
