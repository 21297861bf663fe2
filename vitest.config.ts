import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["authwright-source", "node"] },
  ssr: { resolve: { conditions: ["authwright-source", "node"] } },
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/fixtures/**"],
    environment: "node",
    testTimeout: 20_000,
  },
});
