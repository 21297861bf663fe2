import { describe, expect, onTestFinished, test, vi } from "vitest";
import { catalog } from "../../src/providers/catalog.js";
import GitHub from "../../src/providers/github.js";
import Google from "../../src/providers/google.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Provider } from "../../src/runtime/types/provider.js";

function warningsOf(config: Partial<AuthConfig>): { warnings: string[]; again: () => void } {
  const warnings: string[] = [];
  const given: AuthConfig = {
    secret: "test-secret-test-secret-test-secret-000",
    providers: [],
    logger: { warn: (text) => void warnings.push(text), error: () => undefined },
    ...config,
  };
  resolveConfig(given);
  return { warnings, again: () => void resolveConfig(given) };
}

describe("a value that the built-in pages cannot show", () => {
  test("is named once per configuration, without its value", () => {
    const { warnings, again } = warningsOf({
      theme: { brandColor: "red;}body{display:none", buttonText: "var(--x)", logo: "javascript:alert(1)" },
      providers: [
        GitHub({ style: { logo: "github.svg", bg: "#12" } }),
        Google,
        { ...Google({}), id: "other", style: { brandColor: "url(https://spy.example)" } },
      ],
    });
    again();
    expect(warnings).toHaveLength(1);
    const image = "isn't an http(s) URL, an absolute path or a data:image of at most 100 kB";
    expect(warnings[0]?.replace("page-value-dropped: ", "").split("; ")).toEqual([
      `theme.logo ${image}`,
      "theme.brandColor is no CSS colour",
      "theme.buttonText is no CSS colour",
      `provider "github": style.logo ${image}`,
      'provider "github": style.bg is no CSS colour',
      'provider "other": style.brandColor is no CSS colour',
    ]);
    for (const value of ["display", "alert", "github.svg", "spy"]) expect(warnings[0]).not.toContain(value);
  });

  test.each<[string, Partial<AuthConfig>]>([
    ["no theme", {}],
    ["none of them", { theme: { name: "Shop", colorScheme: "dark" } }],
    ["empty ones, as the reference has them", { theme: { logo: "", brandColor: "", buttonText: "" } }],
    [
      "those that are shown",
      {
        theme: { logo: "/logo.svg", brandColor: "oklch(60% 0.1 180)", buttonText: "white" },
        providers: [GitHub({ style: { logo: "https://cdn.example/a.png", bg: "#fff", text: "whatever" } })],
      },
    ],
  ])("%s: nothing is said", (_, config) => {
    expect(warningsOf(config).warnings).toEqual([]);
  });

  test("nothing is looked for in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(warningsOf({ theme: { logo: "javascript:alert(1)" } }).warnings).toEqual([]);
  });

  test("no provider of ours has one", async () => {
    const modules = await Promise.all(
      catalog.map(({ id }) => import(`../../src/providers/${id}.ts`) as Promise<{ default: Provider }>),
    );
    const { warnings } = warningsOf({ providers: modules.map((module) => module.default) });
    expect(warnings.filter((text) => text.startsWith("page-value-dropped"))).toEqual([]);
  });
});
