import { expect, test } from "vitest";
import { appNameOf } from "../../src/cli/project/app-name.js";

test.each([
  ["shop", "Shop"],
  ["@acme/book-shop", "Book Shop"],
  ["reading_list.web", "Reading List Web"],
  ["iOS-sync", "IOS Sync"],
  ["über-café", "Über Café"],
  ['a";process.exit()', "A Process Exit"],
  ["x".repeat(200), `X${"x".repeat(79)}`],
])("F-12: users know the package %s as %s", (name, shown) => {
  expect(appNameOf(name)).toBe(shown);
});

test.each(["", "my-app", "nuxt-app", "web", "@acme/api", "app2", "---", "next-js-starter", "3"])(
  "F-12: no user knows an app by %s",
  (name) => expect(appNameOf(name)).toBeUndefined(),
);
