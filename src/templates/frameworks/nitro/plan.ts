/** Nitro in `auth init`: whole files only, so that the parser is not loaded. */
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import path from "node:path";
import { planNodeTypes } from "../../../cli/plan/packages.js";
import { render } from "../../render.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { startsWithEnv } from "../../../cli/formats/script-line.js";
import { callingFile, envPlace, styleLike } from "../../../cli/plan/places.js";
import type { InitContext } from "../init-context.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { movedBy, routesIn, scannedFolder } from "./place.js";
import type { Deployment, WellKnownContext } from "../support.js";

/** A file that is written whole. */
interface WholeFile {
  readonly file: string;
  readonly template: string;
  readonly reason: string;
  /** Whether a file that is there does already. */
  readonly keep: (text: string) => boolean;
}

/** The Nitro part of `auth init`: whole files only. */
export function planNitro(context: InitContext): void {
  const { builder, template } = context;
  const { facts } = builder;
  const { files } = facts;
  const folder = scannedFolder(files) ?? "";
  const code = facts.language;
  const authFile = callingFile(facts) ?? `${folder}auth.${code}`;
  const { framework, env } = context.answers;
  const isLoaded = startsWithEnv(facts.packageJson.scripts, envPlace(facts, framework, env).file);
  const variables = {
    ...template,
    member: "session",
    typed: code === "ts",
    commonjs: false,
    trustProxy: true,
    loadEnv: !isLoaded,
  };
  if (variables.loadEnv && variables.typed) planNodeTypes(context);
  const style = nitroStyle(facts, folder);
  const written = filesOf(context, folder, authFile).map(({ template: name, ...file }) => {
    const auth = authSpecifier(authFile, file.file);
    return { ...file, text: render(`frameworks/nitro/${name}.hbs`, { ...variables, auth }, style) };
  });
  const moved = movedBy(files);
  if (moved !== undefined)
    builder.edit(
      moved.file,
      {
        kind: "manual",
        line: moved.line,
        why: `${moved.option} moves the addresses or the folders of this app`,
      },
      { reason: "", already: "", snippet: written.map(({ file, text }) => `// ${file}\n${text}`).join("\n") },
    );
  for (const { file, text, reason, keep } of written) builder.create(file, text, reason, { keep });
}

/** A file of middleware, which sees every request. */
export function mountWellKnown({ builder, authFile, names }: WellKnownContext): void {
  const { facts } = builder;
  const { file, text } = wellKnownFile(facts, authFile);
  builder.create(file, text, `answers at ${names.map((name) => `/.well-known/${name}`).join(", ")}`, {
    keep: (one) => one.includes(".wellKnown"),
  });
}

/** A file that a person went on with stays. */
export function unmountWellKnown({ builder, authFile }: Omit<WellKnownContext, "names">): void {
  const { facts } = builder;
  const { file, text } = wellKnownFile(facts, authFile);
  if (builder.text(file) === text) builder.remove(file, "answers at no /.well-known/ any more");
}

function wellKnownFile(facts: ConfiguredProject, authFile: string) {
  const folder = scannedFolder(facts.files) ?? "";
  const file = `${folder}middleware/auth-well-known.${facts.language}`;
  const data = { auth: authSpecifier(authFile, file), member: "wellKnown" };
  const style = styleLike(
    facts,
    routesIn(facts.files, folder).map((one) => one.file),
  );
  return { file, text: render("frameworks/nitro/middleware.hbs", data, style) };
}

function filesOf(
  { builder: { facts }, answers, places }: InitContext,
  folder: string,
  authFile: string,
): readonly WholeFile[] {
  const { basePath } = answers.framework;
  const code = facts.language;
  const all = routesIn(facts.files, folder);
  const at = (address: string) => all.find((one) => one.address === address)?.file;
  return [
    {
      file: authFile,
      template: "auth",
      reason: "configuration, session and guard",
      keep: (text) => text.includes(packageName),
    },
    {
      file: at(basePath) ?? `${folder}routes${basePath}/[...].${code}`,
      template: "route",
      reason: `answers at ${basePath}`,
      keep: (text) => text.includes(".handler"),
    },
    {
      file: `${folder}middleware/auth.${code}`,
      template: "middleware",
      reason: "reads the session for every request",
      keep: (text) => text.includes(".session"),
    },
    ...(places.option === undefined
      ? []
      : [
          {
            file: `${folder}middleware/auth-pages.${code}`,
            template: "pages",
            reason: `answers at ${places.addresses.slice(0, 2).join(", ")} and so on`,
            keep: (text: string) => text.includes(".pages"),
          },
        ]),
    {
      file:
        at(places.example) ??
        (facts.authFile === undefined ? undefined : at("/account")) ??
        `${folder}routes${places.example}.${code}`,
      template: "page",
      reason: "an example of a guarded page",
      keep: () => true,
    },
  ];
}

/** The manner of the routes that are there. */
export const nitroStyle = (facts: Parameters<typeof styleLike>[0], folder: string) =>
  styleLike(
    facts,
    routesIn(facts.files, folder).map(({ file }) => file),
  );

/** Relative: Nitro knows no aliases of tsconfig.json. */
export const authSpecifier = (authFile: string, from: string): string =>
  specifierOf(authFile.slice(0, -path.posix.extname(authFile).length), from, undefined);

/** How Nitro runs in an image: what it builds holds its packages. */
export const nitroDeployment: Deployment = {
  copies: [{ from: "/app/.output", to: "./.output" }],
  hasPackages: false,
  mustBuild: true,
  command: ["node", ".output/server/index.mjs"],
  // One proxy in front of the container.
  variables: { TRUST_PROXY: "1" },
};
