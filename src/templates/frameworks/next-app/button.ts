import path from "node:path";
import { addFirstChild } from "../../../cli/edit/jsx-child.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { usesTailwind } from "../../../cli/project/packages.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { layoutOf, writeFile, type Router } from "../next/plan.js";

const component = "SignInButton";

/** A server component that signs in and out, and the layout that shows it above every page. */
export async function planButton(context: InitContext, router: Router, layoutFile: string): Promise<void> {
  const { builder, facts } = context;
  const layout = layoutOf(facts, context.answers.framework, router);
  const module = path.posix.join(path.posix.dirname(router.folder), "components/sign-in-button");
  const present = ["tsx", "jsx", "js"]
    .map((extension) => `${module}.${extension}`)
    .find((file) => facts.files.exists(file));
  writeFile(context, layout, {
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
