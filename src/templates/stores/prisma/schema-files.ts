/** The files that a project's Prisma schema is made of. */
import path from "node:path";
import { parseJson } from "../../../cli/formats/json-file.js";
import { parsePrisma, PrismaSyntaxError, type PrismaBlock } from "../../../cli/formats/prisma-schema.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { asRecord } from "../../../cli/project/workspace.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { noSchema, schemaProblem } from "../schema-problem.js";

/** A block in the file that it stands in. */
export interface PlacedBlock extends PrismaBlock, SourceText {}

export interface PrismaSchema {
  readonly files: readonly SourceText[];
  readonly blocks: readonly PlacedBlock[];
  /** Where a new file belongs; undefined: the schema is one file. */
  readonly folder: string | undefined;
}

const configs = ["ts", "mts", "cts", "js", "mjs", "cjs"].flatMap((ending) => [
  `prisma.config.${ending}`,
  `.config/prisma.${ending}`,
]);

/** @throws CliError exit 3 when there is none, or it cannot be read */
export async function findSchema(facts: ConfiguredProject): Promise<PrismaSchema> {
  const { files } = facts;
  const named = (await configured(facts)) ?? namedInPackage(facts);
  const usual = ["prisma/schema.prisma", "schema.prisma", "prisma/schema"];
  for (const place of named === undefined ? usual : [named]) {
    const found = place.endsWith(".prisma") ? [place] : schemasBelow(facts, place);
    const read = found.flatMap((file) => {
      const text = files.read(file)?.text;
      return text === undefined ? [] : [{ file, text }];
    });
    const folder = place.endsWith(".prisma") ? undefined : place;
    if (read.length > 0) return { files: read, blocks: read.flatMap(blocksOf), folder };
  }
  throw noSchema(
    `There is no Prisma schema at ${named ?? usual.join(", ")}.`,
    "Begin with npx prisma init, or name the schema in prisma.config.ts.",
  );
}

async function configured({ files }: ConfiguredProject): Promise<string | undefined> {
  const file = configs.find((one) => files.exists(one));
  const text = file === undefined ? undefined : files.read(file)?.text;
  if (file === undefined || text === undefined) return undefined;
  const { configTexts } = await import("../../../cli/source/configuration/config-file.js");
  const found = configTexts({ file, text }, "schema");
  if (found.kind === "absent") return undefined;
  const [only] = found.kind === "texts" ? found.texts : [];
  if (only !== undefined) return path.posix.normalize(path.posix.join(path.posix.dirname(file), only));
  throw schemaProblem(
    { file, text },
    found.kind === "unreadable" ? found.offset : 0,
    "the path of the schema isn't a string literal",
    'Write schema: "path".',
  );
}

function namedInPackage({ files }: ConfiguredProject): string | undefined {
  const data = asRecord(parseJson(files.read("package.json")?.text ?? "{}").value);
  const { schema } = asRecord(data["prisma"]);
  return typeof schema === "string" ? path.posix.normalize(schema) : undefined;
}

function schemasBelow(
  { files }: Pick<ConfiguredProject, "files">,
  folder: string,
  depth = 0,
): readonly string[] {
  if (depth > 8) return [];
  return files.list(folder).flatMap((name) => {
    const file = path.posix.join(folder, name);
    if (name.endsWith("/")) return name === "migrations/" ? [] : schemasBelow({ files }, file, depth + 1);
    return name.endsWith(".prisma") ? [file] : [];
  });
}

function blocksOf(source: SourceText): readonly PlacedBlock[] {
  try {
    return parsePrisma(source.text).map((block) => ({ ...source, ...block }));
  } catch (error) {
    if (!(error instanceof PrismaSyntaxError)) throw error;
    throw schemaProblem(source, error.offset, error.message, "npx prisma validate says more.");
  }
}
