/** SvelteKit in `auth init` and in an image. */
import { render } from "../../render.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { startsWithEnv } from "../../../cli/formats/script-line.js";
import { planNodeTypes, planPackages } from "../../../cli/plan/packages.js";
import { callingFile, endpointBase, envPlace, prefixOf } from "../../../cli/plan/places.js";
import type { InitContext } from "../init-context.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { CliError, exitCodes, usageError } from "../../../cli/terminal/errors.js";
import type { Deployment, PlanContext } from "../support.js";
import { authSpecifier, hooksFile, kitConfig, kitStyle, layoutServer, routeAt } from "./place.js";

/** A file that is written whole. */
interface WholeFile {
  readonly file: string;
  readonly template: string;
  readonly reason: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Whether a file that is there does already. */
  readonly keep: (text: string) => boolean;
}

/** The SvelteKit part of `auth init`. */
export async function planSvelteKit(context: InitContext): Promise<void> {
  const {
    builder: { facts },
  } = context;
  if (facts.files.list("src/routes").length === 0)
    throw usageError(
      "AUTH_E_NO_APP_DIR",
      "This SvelteKit project has no folder src/routes.",
      "Where kit.files names another one, write the lines by hand: docs/frameworks/sveltekit.md of the package has them.",
    );
  const authFile = callingFile(facts) ?? `src/lib/server/auth.${facts.language}`;
  const prefix = prefixOf(facts, context.answers.framework);
  const edge = runsOnEdge(facts);
  const { framework, env } = context.answers;
  const isLoaded = startsWithEnv(facts.packageJson.scripts, envPlace(facts, framework, env).file);
  write(context, authFile, {
    file: authFile,
    template: "auth",
    reason: "configuration, session and guard",
    data: { prefix, edge, commonjs: false, loadEnv: !edge && !isLoaded },
    keep: (text) => text.includes(packageName),
  });
  await planHooks(context, authFile);
  await planLocals(context, authFile);
  planPage(context, authFile, prefix || "/");
  if (context.answers.layout !== undefined) await planBar(context, authFile, context.answers.layout);
  if (edge) context.builder.next(edgeNote, "before");
  else if (facts.language === "ts") {
    planPackages(context, { devDependencies: { "@types/node": "^20.19.0" } }, context.answers.install);
    if (!isLoaded) planNodeTypes(context);
  }
}

const edgeNote =
  "Code that reads process.env itself, such as a store, needs the flag nodejs_compat in the wrangler file";

/** No files to read variables from, and none of them in the process without a flag. */
const runsOnEdge = ({ packageJson: { dependencies, devDependencies } }: ProjectFacts): boolean =>
  ["@sveltejs/adapter-cloudflare", "@sveltejs/adapter-cloudflare-workers"].some(
    (name) => name in dependencies || name in devDependencies,
  );

function write(
  context: InitContext,
  authFile: string,
  { file, template, reason, data, keep }: WholeFile,
): void {
  const { builder } = context;
  const { facts } = builder;
  const variables = {
    ...context.template,
    typed: facts.language === "ts",
    auth: authSpecifier(facts, authFile, file),
    ...data,
  };
  const style = kitStyle(facts);
  // Markup has double quotes whatever those of its code are.
  const isMarkup = file.endsWith(".svelte");
  const text = render(
    `frameworks/sveltekit/${template}.hbs`,
    variables,
    isMarkup ? { ...style, quote: '"' } : style,
  );
  builder.create(file, text, reason, { keep });
}

async function planHooks(context: InitContext, authFile: string): Promise<void> {
  const { builder, answers } = context;
  const { facts } = builder;
  const file = hooksFile(facts.files);
  const reason = `answers at ${prefixOf(facts, answers.framework)}${answers.framework.basePath}`;
  if (file === undefined) {
    write(context, authFile, {
      file: `src/hooks.server.${facts.language}`,
      template: "hooks",
      reason,
      keep: (text) => text.includes(".handle"),
    });
    return;
  }
  const { addHandles } = await import("./protect.js");
  const specifier = authSpecifier(facts, authFile, file);
  builder.edit(file, addHandles({ file, text: builder.text(file) ?? "" }, { specifier }), {
    reason,
    already: "auth.handle is there",
    snippet: `import { sequence } from "@sveltejs/kit/hooks";\nimport { auth } from "${specifier}";\n\nexport const handle = sequence(auth.handle, …);`,
  });
}

/** `event.locals.auth` for the compiler. */
async function planLocals(context: InitContext, authFile: string): Promise<void> {
  const { builder, template } = context;
  const { facts } = builder;
  const file = "src/app.d.ts";
  const text = builder.text(file);
  // Without it JavaScript is not checked.
  if (text === undefined && facts.language === "js") return;
  const variables = { ...template, auth: authSpecifier(facts, authFile, file) };
  const style = text === undefined ? kitStyle(facts) : detectStyle(text, kitStyle(facts));
  const whole = render("frameworks/sveltekit/app-types.hbs", variables, style);
  const reason = "the type of event.locals.auth";
  if (text === undefined) return builder.create(file, whole, reason);
  const line =
    whole
      .split(style.eol)
      .find((one) => one.includes("LocalAuth"))
      ?.trim() ?? "";
  const { addInterfaceMember } = await import("./protect.js");
  const wanted = { namespace: "App", name: "Locals", member: "auth", line };
  builder.edit(file, addInterfaceMember({ file, text }, wanted), {
    reason,
    already: "event.locals.auth has a type",
    snippet: whole,
  });
}

function planPage(context: InitContext, authFile: string, homeUrl: string): void {
  const {
    builder: { facts },
    places,
  } = context;
  const earlier = facts.authFile === undefined ? [] : ["/account"];
  const present = [places.example, ...earlier]
    .map((address) => routeAt(facts.files, address))
    .find((one) => one !== undefined);
  const page = { reason: "an example of a guarded page", keep: () => true };
  const folder = `src/routes${places.example}/`;
  const isThere = present !== undefined;
  if (!isThere || present.pageServer !== undefined)
    write(context, authFile, {
      ...page,
      file: present?.pageServer ?? `${folder}+page.server.${facts.language}`,
      template: "page-server",
    });
  write(context, authFile, {
    ...page,
    file: present?.page ?? present?.endpoint ?? `${folder}+page.svelte`,
    template: "page.svelte",
    data: { homeUrl },
  });
}

/** A bar that signs in and out, the session for the server that renders it, and the layout that shows it above every page. */
async function planBar(context: InitContext, authFile: string, layoutFile: string): Promise<void> {
  const { builder, answers } = context;
  const { facts } = builder;
  const prefix = prefixOf(facts, answers.framework);
  const basePath = prefix + (await endpointBase(facts, answers.framework));
  write(context, authFile, {
    file: barFile,
    template: "auth-bar.svelte",
    reason: "a button to sign in, and the menu of who has",
    data: {
      svelte: `${packageName}/svelte`,
      style: `${packageName}/svelte/style.css`,
      basePath: basePath === "/auth" ? undefined : basePath,
      homeUrl: prefix || "/",
    },
    keep: (text) => text.includes(`${packageName}/svelte`),
  });
  const present = layoutServer(facts.files);
  write(context, authFile, {
    file: present ?? `src/routes/+layout.server.${facts.language}`,
    template: "layout-server",
    reason: "the session, for the server that renders the bar",
    keep: () => true,
  });
  if (present !== undefined && !(builder.text(present) ?? "").includes("session"))
    builder.next(
      `Return session: await locals.auth() from load of ${present}: the server renders who is signed in then, not the browser`,
    );
  const specifier = "$lib/components/AuthBar.svelte";
  const { addToLayout } = await import("./protect.js");
  const source = { file: layoutFile, text: builder.text(layoutFile) ?? "" };
  builder.edit(layoutFile, addToLayout(source, { name: "AuthBar", specifier }, kitStyle(facts)), {
    reason: "shows the bar on every page",
    already: "shows the bar",
    snippet: `import AuthBar from "${specifier}";\n<!-- above the page: --> <AuthBar />`,
  });
}

const barFile = "src/lib/components/AuthBar.svelte";

/** How SvelteKit runs in an image: what adapter-node builds, with the packages that it leaves outside. */
export async function kitDeployment({ builder: { facts } }: PlanContext): Promise<Deployment> {
  const { dependencies, devDependencies } = facts.packageJson;
  const name = "@sveltejs/adapter-node";
  if (!(name in { ...devDependencies, ...dependencies }))
    throw new CliError("AUTH_E_DOCKER", `This app has no ${name}, whose build runs in an image.`, {
      exitCode: exitCodes.conflict,
      hint: `Nothing was written. Install it, and name it in ${kitConfig(facts.files)?.file ?? "svelte.config.js"}: import adapter from "${name}"`,
    });
  return {
    copies: [{ from: "/app/build", to: "./build" }],
    hasPackages: true,
    mustBuild: true,
    command: ["node", "build"],
    port: "3000",
    // One proxy in front of the container.
    variables: {
      PROTOCOL_HEADER: "x-forwarded-proto",
      HOST_HEADER: "x-forwarded-host",
      ADDRESS_HEADER: "x-forwarded-for",
    },
  };
}
