/**
 * Writes THIRD-PARTY-NOTICES.md: every package inlined into the CLI or the runtime, with its licence text.
 * `--check` only compares and ends with 1 when the file is out of date.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { iconPackages } from "./marks.mjs";
import { root } from "./prepare.mjs";

const packagesOf = (build) =>
  JSON.parse(readFileSync(path.join(root, `node_modules/.cache/authwright/${build}-meta.json`), "utf8"))
    .packages;
const packages = packagesOf("cli");
const ofRuntime = packagesOf("runtime");

function notice(name) {
  const folder = path.join(root, "node_modules", name);
  const { license, repository } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) =>
    /^(?:licen[cs]e(?:-mit)?|copying)(?:\.(?:md|txt))?$/i.test(entry),
  );
  const text = file
    ? readFileSync(path.join(folder, file), "utf8").trim().replaceAll("\r\n", "\n")
    : "(no licence file in the package)";
  const source = typeof repository === "string" ? repository : (repository?.url ?? "");
  return `## ${name}\n\n${license}${source ? `, ${source.replace(/^git\+/, "")}` : ""}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}

// @ts-morph/common carries the TypeScript compiler inside.
const ofCli = packages.includes("@ts-morph/common") ? [...packages, "typescript"] : packages;
const names = [...new Set([...ofCli, ...ofRuntime])].sort();
const text = `# Third-party notices

The command line (\`dist/cli\`) contains the packages below. The runtime contains ${ofRuntime.map((name) => `\`${name}\``).join(", ")} alone, in a file that the plugin which needs it loads; its two dependencies are installed beside it.

The marks of providers (the \`mark\` of each module in \`dist/providers\`) are paths of icons from ${iconPackages.map((name) => `\`${name}\``).join(", ")}, which are in the public domain (CC0-1.0); icons with terms of their own are left out. A mark shows on a sign-in button which service the button leads to. Marks, like names, are trademarks of their owners: CC0 gives no right to them, their owners' brand rules go on to apply, and nothing here says that an owner endorses this package. \`mark\` and \`style.logo\` in a provider's options replace one.

${names.map(notice).join("\n")}`;

const target = path.join(root, "THIRD-PARTY-NOTICES.md");
if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
  console.error("THIRD-PARTY-NOTICES.md is out of date. Run: node scripts/third-party-notices.mjs");
  process.exit(1);
}
