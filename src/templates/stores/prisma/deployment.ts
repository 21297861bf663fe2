import type { ConfiguredProject } from "../../../cli/project/facts.js";
import type { StoreDeployment } from "../support.js";
import { mannerOf } from "./models.js";
import { findSchema } from "./schema-files.js";

/** The database that the schema names. The client is made from the schema before the app is built. */
export async function deploymentOf(facts: ConfiguredProject): Promise<StoreDeployment> {
  const { provider } = mannerOf(await findSchema(facts), undefined);
  const prepare = "prisma generate";
  if (provider === "postgresql") return { prepare, database: "postgres" };
  if (provider === "mysql") return { prepare, database: "mysql" };
  return provider === "sqlite" ? { prepare, variables: { DATABASE_URL: "file:/data/app.db" } } : { prepare };
}
