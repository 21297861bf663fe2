/** `auth add-docker`: the files that an app runs from in containers, behind a proxy. */
import { catalog } from "../../providers/catalog.js";
import { supportOf } from "../../templates/frameworks/index.js";
import type { Deployment } from "../../templates/frameworks/support.js";
import { stores } from "../../templates/stores/index.js";
import type { StoreDeployment } from "../../templates/stores/support.js";
import { render } from "../../templates/render.js";
import { parseEnv } from "../../cli/formats/env-file.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { ownCommand } from "../../cli/project/start-command.js";
import { defaultStyle } from "../../cli/source/text/text-style.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { type ImageCommands, imageCommands, startCommand } from "./image-commands.js";
import { developmentAddress, exampleFileOf, prefixOf } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** Names under which a compose file may be there; the first one is ours. */
const composeFiles = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"] as const;

/** @throws CliError exit 3 when nothing says how the app is built or started */
export async function planDocker(facts: ConfiguredProject, { framework }: OpenConfiguration): Promise<Plan> {
  if (facts.workspaceRoot !== facts.root)
    throw cannot(
      "This app is part of a workspace, whose packages an image of this folder alone would lack.",
      "Write the Dockerfile at the top of the workspace by hand: docs/guides/deploy.md has one.",
    );
  const builder = new PlanBuilder(facts.files);
  const deployment = await supportOf(framework).deployment({ builder, facts });
  const commands = imageCommands(facts, deployment.hasPackages);
  if (deployment.mustBuild && commands.build === undefined)
    throw cannot("package.json has no build script.", 'Add one, such as "build": "tsc".');
  const command = deployment.command ?? startCommand(builder, facts);
  if (command === undefined)
    throw cannot("package.json has no start script.", 'Add one, such as "start": "node dist/server.js".');
  const store = await storeOf(facts);
  const { port } = new URL(await developmentAddress(facts, framework));
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
  write(builder, {
    file: "Dockerfile",
    template: "docker/Dockerfile.hbs",
    data,
    reason: "builds the app, and runs it as no root",
  });
  write(builder, {
    file: ".dockerignore",
    template: "docker/dockerignore.hbs",
    data,
    reason: "keeps secrets and databases out of the image",
  });
  planCompose(builder, facts, {
    deployment,
    store,
    port: data.port,
    path: prefixOf(facts, framework) || "/",
    secrets: commands.secrets,
  });
  write(builder, {
    file: "nginx.conf",
    template: "docker/nginx.hbs",
    data,
    reason: "a proxy with TLS in front",
  });
  tellNext(builder, commands, store);
  return builder.finish("add-docker");
}

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
  builder: PlanBuilder,
  facts: ConfiguredProject,
  { deployment, store, port, path, secrets }: ComposeParts,
): void {
  const fixed = { ...deployment.variables, ...store?.variables };
  const own = ["AUTH_URL", "AUTH_SECRET", "DATABASE_URL", ...Object.keys(fixed)];
  const further = variableNames(facts).filter((key) => !own.includes(key));
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
  write(builder, {
    file: composeFileOf(facts),
    template: "docker/compose.hbs",
    data,
    reason: "the app and what it needs",
  });
}

/** What the app reads: the names of the example file, and those of its providers. */
function variableNames({ files, configuration, frameworks }: ConfiguredProject): readonly string[] {
  const listed = parseEnv(files.read(exampleFileOf(files, frameworks[0]))?.text ?? "").map(({ key }) => key);
  const used = (configuration?.providers ?? []).flatMap(({ module }) => {
    const env = catalog.find(({ id }) => id === module)?.env;
    return [env?.id, env?.secret, env?.key, env?.server, env?.from].flatMap((key) => key ?? []);
  });
  return [...new Set([...listed, ...used])];
}

interface WholeFile {
  readonly file: string;
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** A whole file; one that is there and not ours stays, and what it would be is shown. */
function write(builder: PlanBuilder, { file, template, data, reason }: WholeFile): void {
  const content = render(template, data, defaultStyle);
  if (builder.isOurs(file, content)) return builder.create(file, content, reason);
  const why = "is there, and stays as it is: take over what it lacks";
  builder.edit(file, { kind: "manual", line: 1, why }, { reason, already: "", snippet: content });
}
