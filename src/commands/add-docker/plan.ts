/** `auth add-docker`: the files that an app runs from in containers, behind a proxy. */
import { supportOf } from "../../templates/frameworks/index.js";
import type { Deployment } from "../../templates/frameworks/support.js";
import { stores } from "../../templates/stores/index.js";
import type { StoreDeployment } from "../../templates/stores/support.js";
import { render } from "../../templates/render.js";
import { laterSecretNames } from "../../cli/formats/secret-names.js";
import { parseEnv } from "../../cli/formats/env-file.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { ownCommand } from "../../cli/project/start-command.js";
import { defaultStyle } from "../../cli/source/text/text-style.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import { configuredVariables, handedNames } from "../additions/provider-variables.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { type DockerNeeds, lackingLines } from "./own-files.js";
import { type ImageCommands, imageCommands, startCommand } from "./image-commands.js";
import { developmentAddress, envPlace, prefixOf } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** Names under which a compose file may be there; the first one is ours. */
const composeFiles = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"] as const;

/** @throws CliError exit 3 when nothing says how the app is built or started */
export async function planDocker(
  facts: ConfiguredProject,
  { framework }: OpenConfiguration,
  { force }: { readonly force: boolean },
): Promise<Plan> {
  if (facts.workspaceRoot !== facts.root)
    throw cannot(
      "This app is part of a workspace, whose packages an image of this folder alone would lack.",
      "Write the Dockerfile at the top of the workspace by hand: docs/guides/deploy.md has one.",
    );
  const builder = new PlanBuilder(facts, { force });
  const deployment = await supportOf(framework).deployment({ builder });
  const commands = imageCommands(facts, deployment.hasPackages);
  if (deployment.mustBuild && commands.build === undefined)
    throw cannot("package.json has no build script.", 'Add one, such as "build": "tsc".');
  const command = deployment.command ?? startCommand(builder);
  if (command === undefined)
    throw cannot("package.json has no start script.", 'Add one, such as "start": "node dist/server.js".');
  const store = await storeOf(facts);
  const port = deployment.port ?? new URL(await developmentAddress(facts, framework)).port;
  const data = {
    ...commands,
    ...imageOf(deployment, commands),
    prepare: store?.prepare === undefined ? undefined : `${commands.exec} ${store.prepare}`,
    copies: deployment.copies,
    command: JSON.stringify(command),
    databaseFile: store?.file,
    port: port || "80",
    compose: composeFileOf(facts),
  };
  const needs = needsOf(facts, { deployment, store, user: data.image.user });
  const write = writer(builder, { force, needs });
  for (const one of besideCompose) write({ ...one, data });
  planCompose(write, facts, {
    deployment,
    store,
    port: data.port,
    path: prefixOf(facts, framework) || "/",
    secrets: commands.secrets,
  });
  write({ ...proxy, data });
  tellNext(builder, commands, store);
  return builder.finish("add-docker");
}

const besideCompose = [
  {
    file: "Dockerfile",
    template: "docker/Dockerfile.hbs",
    reason: "builds the app, and runs it as no root",
  },
  {
    file: ".dockerignore",
    template: "docker/dockerignore.hbs",
    reason: "keeps secrets and databases out of the image",
  },
] as const;

const proxy = {
  file: "nginx.conf",
  template: "docker/nginx.hbs",
  reason: "a proxy with TLS in front",
} as const;

function tellNext(
  builder: PlanBuilder,
  { secrets }: ImageCommands,
  store: StoreDeployment | undefined,
): void {
  builder.next("Set AUTH_URL and AUTH_SECRET where docker compose runs, then: docker compose up --build");
  const given = secrets.map(({ id, file }) => ` --secret id=${id},src=${file}`).join("");
  if (given !== "") builder.next(`Without compose the build needs its secrets: docker build${given} .`);
  if (store?.database === "postgres")
    builder.next("Make the tables in the new database: docs/adapters/README.md");
}

/** An image of another runtime brings its package manager. */
const imageOf = ({ image }: Deployment, { setup }: ImageCommands) =>
  image === undefined
    ? { image: { name: "node:22-alpine", user: "node" }, setup }
    : { image, setup: undefined };

const composeFileOf = ({ files }: ConfiguredProject): string =>
  composeFiles.find((file) => files.exists(file)) ?? composeFiles[0];

const cannot = (what: string, hint: string): CliError =>
  new CliError("AUTH_E_DOCKER", what, { exitCode: exitCodes.conflict, hint: `Nothing was written. ${hint}` });

/** What the store of the project needs; undefined: none, or one that says nothing of it. */
async function storeOf(facts: ConfiguredProject): Promise<StoreDeployment | undefined> {
  const folder = facts.authFile?.split("/").slice(0, -1).join("/") ?? "";
  const beside = facts.files
    .list(folder === "" ? "." : folder)
    .filter((name) => name.startsWith("auth-store."))
    .map((name) => (folder === "" ? name : `${folder}/${name}`));
  const texts = [...beside, ...(facts.authFile === undefined ? [] : [facts.authFile])].map(
    (file) => facts.files.read(file)?.text ?? "",
  );
  const store = stores.find(({ subpath }) => texts.some((text) => text.includes(subpath)));
  return store?.deployment?.(facts);
}

interface ComposeParts {
  readonly deployment: Deployment;
  readonly store: StoreDeployment | undefined;
  readonly port: string;
  /** Address that the health check asks. */
  readonly path: string;
  readonly secrets: ImageCommands["secrets"];
}

function planCompose(
  write: Writer,
  facts: ConfiguredProject,
  { deployment, store, port, path, secrets }: ComposeParts,
): void {
  const fixed = fixedOf(deployment, store);
  const own = ["AUTH_URL", "AUTH_SECRET", "DATABASE_URL", ...Object.keys(fixed)];
  const named = new Set([...laterSecretNames, ...variableNames(facts)]);
  const further = [...named].filter((key) => !own.includes(key));
  const isPostgres = store?.database === "postgres";
  const hasVolume = store?.file !== undefined || store?.variables !== undefined;
  const data = {
    port,
    path,
    secrets,
    fixed: Object.entries(fixed).map(([name, value]) => ({ name, value })),
    variables: further.map((name) => ({ name, value: `\${${name}:-}` })),
    own: ownCommand(facts.packageManager.name, facts),
    postgres: isPostgres,
    databaseUrl: store?.database === "mysql",
    volume: hasVolume,
    volumes: isPostgres ? "database" : hasVolume ? "data" : undefined,
  };
  write({
    file: composeFileOf(facts),
    template: "docker/compose.hbs",
    data,
    reason: "the app and what it needs",
  });
}

const fixedOf = (deployment: Deployment, store: StoreDeployment | undefined) => ({
  ...deployment.variables,
  ...store?.variables,
});

/** What a compose file of the user's own has to give the app. */
function needsOf(
  facts: ConfiguredProject,
  { deployment, store, user }: Pick<ComposeParts, "deployment" | "store"> & { readonly user: string },
): DockerNeeds {
  const names = [
    "AUTH_URL",
    "AUTH_SECRET",
    ...laterSecretNames,
    ...(store?.database ? ["DATABASE_URL"] : []),
  ];
  const read = configuredVariables(facts).map(({ key }) => key);
  const passed = [...names, ...read].map((name) => ({ name, value: `\${${name}:-}` }));
  const fixed = Object.entries(fixedOf(deployment, store)).map(([name, value]) => ({ name, value }));
  return { user, databaseFile: store?.file, variables: [...passed, ...fixed] };
}

/** What the app reads: the names of the example file, and those that sign-in reads. */
function variableNames(facts: ConfiguredProject): readonly string[] {
  const place = envPlace(facts, facts.frameworks[0], undefined);
  const listed = parseEnv(facts.files.read(place.example)?.text ?? "").map(({ key }) => key);
  return [...new Set([...listed, ...handedNames(facts, place)])];
}

interface WholeFile {
  readonly file: string;
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

type Writer = (file: WholeFile) => void;

/** Writes whole files. One that is there and not ours stays, unless it is forced, and what it lacks is named. */
const writer =
  (builder: PlanBuilder, { force, needs }: { force: boolean; needs: DockerNeeds }): Writer =>
  ({ file, template, data, reason }) => {
    const content = render(template, data, defaultStyle);
    const present = builder.text(file);
    if (present === undefined || force || builder.isOurs(file, content))
      return builder.create(file, content, reason);
    const lines = lackingLines(template, { present, content }, needs);
    const isWhole = lines.length === 0;
    const said = isWhole ? "is there, with what sign-in needs" : "is there, and stays as it is";
    builder.step({ kind: "create", path: file, status: "already", reason: said });
    if (!isWhole) builder.leave(`${file} stays as it is, and lacks:\n${lines.join("\n")}\n`);
  };
