/**
 * The App Router in `auth init`: its files, and the button in its layout. protect.ts loads the parser, this does not.
 */
import type { ProjectFacts } from "../../../cli/project/facts.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import { layoutOf, planNext, routerFolder, writeFile, type Router } from "../next/plan.js";
import { addressOf } from "../next/routes.js";
import path from "node:path";
import { addFirstChild } from "../../../cli/edit/jsx-child.js";
import type { InitContext } from "../init-context.js";
import { usesTailwind } from "../../../cli/project/packages.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { packageName } from "../../../cli/formats/own-package.js";

/** The App Router's part of `auth init`. */
export async function planAppRouter(context: InitContext): Promise<void> {
  const {
    builder: { facts },
    answers,
  } = context;
  const router = appRouter(facts);
  planNext(context, router);
  if (answers.layout !== undefined) await planButton(context, router, answers.layout);
}

export function appRouter({ appDir, files }: ProjectFacts): Router {
  const folder = routerFolder(appDir, "app/ folder with a layout or a page", "pages");
  return {
    folder,
    pages: layoutFolder(files, folder),
    neighbours: /^(?:layout|page)\.[jt]sx?$/,
    route: "api/auth/[...auth]/route",
    page: (address) => `${address.slice(1)}/page`,
    addressOf: (file) => addressOf(file, folder),
    templates: { route: "frameworks/next-app/route.ts.hbs", page: "frameworks/next-app/page.tsx.hbs" },
  };
}

/** The layout around every page; undefined: Next.js writes one when it starts. */
export function rootLayout({ appDir, files }: ProjectFacts): string | undefined {
  if (appDir === undefined) return undefined;
  const folder = layoutFolder(files, appDir);
  const name = files.list(folder).find((one) => layoutName.test(one));
  return name && `${folder}/${name}`;
}

const layoutName = /^layout\.[jt]sx?$/;

/** Where the root layout stands: a page beside it does not build. With groups and languages it is a folder further down. */
function layoutFolder(files: ProjectFiles, folder: string): string {
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
    const names = files.list(at);
    if (names.some((name) => layoutName.test(name))) return at;
    for (const name of names)
      if (/^(?:\(\w[^)]*\)|\[\w+\])\/$/.test(name)) folders.push(`${at}/${name.slice(0, -1)}`);
  }
  return folder;
}

const component = "SignInButton";

/** A server component that signs in and out, and the layout that shows it above every page. */
async function planButton(context: InitContext, router: Router, layoutFile: string): Promise<void> {
  const { builder } = context;
  const { facts } = builder;
  const layout = layoutOf(facts, context.answers.framework, router);
  const module = path.posix.join(path.posix.dirname(router.folder), "components/sign-in-button");
  const present = ["tsx", "jsx", "js"]
    .map((extension) => `${module}.${extension}`)
    .find((file) => facts.files.exists(file));
  writeFile(context, layout, {
    kind: "page",
    template: "frameworks/next-app/sign-in-button.tsx.hbs",
    file: present ?? `${module}.${layout.markup}`,
    data: {
      tailwind: usesTailwind(facts),
      react: `${packageName}/react`,
      style: `${packageName}/react/style.css`,
      homeUrl: layout.prefix || "/",
    },
    reason: "a button to sign in, and the menu of who has",
    keep: (text) => text.includes(component),
  });
  const specifier = specifierOf(module, layoutFile, facts.tsconfig);
  const source = { file: layoutFile, text: builder.text(layoutFile) ?? "" };
  builder.edit(layoutFile, await addFirstChild(source, "body", { name: component, specifier }), {
    reason: "shows the button on every page",
    already: "shows the button",
    snippet: `import { ${component} } from "${specifier}";\n// in <body>: <${component} />`,
  });
}
