import { describe, expect, test } from "vitest";
import { addFirstChild } from "../../src/cli/edit/jsx-child.js";
import { splice } from "../../src/cli/source/text/text-edit.js";

const wanted = { name: "SignInButton", specifier: "../components/sign-in-button" };
const added = 'import { SignInButton } from "../components/sign-in-button";\n';

async function edited(text: string, file = "app/layout.tsx"): Promise<string> {
  const result = await addFirstChild({ file, text }, "body", wanted);
  return result.kind === "manual" ? `${file}:${result.line}: ${result.why}` : splice(text, result.edits);
}

const layout = (body: string) => `import "./globals.css";
export default function RootLayout({ children }) {
  return (
    <html lang="en">
${body}
    </html>
  );
}
`;
const layoutWith = (body: string) => layout(body).replace('css";\n', `css";\n${added}`);

const bodies: Readonly<Record<string, readonly [string, string]>> = {
  "on one line": [
    "      <body>{children}</body>",
    "      <body>\n        <SignInButton />\n        {children}\n      </body>",
  ],
  "over lines": [
    "      <body\n        className={font}\n      >\n        {/* all */}\n        <Theme>{children}</Theme>\n      </body>",
    "      <body\n        className={font}\n      >\n        <SignInButton />\n        {/* all */}\n        <Theme>{children}</Theme>\n      </body>",
  ],
  empty: ["      <body></body>", "      <body>\n        <SignInButton />\n      </body>"],
  "empty over lines": [
    "      <body>\n      </body>",
    "      <body>\n        <SignInButton />\n      </body>",
  ],
  "with white space that shows": [
    "      <body> {children} </body>",
    "      <body><SignInButton /> {children} </body>",
  ],
  "with an element that begins on its line": [
    "      <body><main>\n        {children}\n      </main></body>",
    "      <body><SignInButton /><main>\n        {children}\n      </main></body>",
  ],
  "that shares its line": [
    "      <head /><body>{children}</body>",
    "      <head /><body><SignInButton />{children}</body>",
  ],
};

describe("the first child of a body", () => {
  test.each(Object.entries(bodies))(
    "%s; with CRLF and tabs too; a second time it is there",
    async (_, [before, after]) => {
      expect(await edited(layout(before))).toBe(layoutWith(after));
      const other = (text: string) => text.replaceAll("  ", "\t").replaceAll("\n", "\r\n");
      expect(await edited(other(layout(before)))).toBe(other(layoutWith(after)));
      expect(await edited(layoutWith(after))).toBe(layoutWith(after));
    },
  );

  test("an import that was left, under another path and name, is used", async () => {
    const text = layout("      <body>{children}</body>").replace(
      'css";\n',
      'css";\nimport { SignInButton as Button } from "@/components/sign-in-button";\n',
    );
    expect(await edited(text)).toBe(
      text.replace("<body>{children}<", "<body>\n        <Button />\n        {children}\n      <"),
    );
  });

  test.each([
    ["no body", layout("      {children}"), 1, "there is no <body> in it"],
    ["two", layout("      <body>{children}</body><body />"), 5, "there is more than one <body> in it"],
    ["without children", layout("      <body />"), 5, "<body> has no children"],
    [
      "a client component",
      `"use client";\n${layout("<body>{children}</body>")}`,
      1,
      "it is a client component",
    ],
    ["a syntax error", layout("      <body>{children</body>"), 5, "the file has a syntax error"],
    [
      "a name that is taken",
      layout("      <body><SignInButton>{children}</SignInButton></body>"),
      5,
      "the name `SignInButton` is taken in this file",
    ],
  ])("refused: %s", async (_, text, line, why) => {
    expect(await edited(text)).toBe(`app/layout.tsx:${line}: ${why}`);
  });
});
