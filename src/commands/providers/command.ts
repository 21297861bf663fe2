import { catalog } from "../../providers/catalog.js";
import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { CommandContext, CommandResult } from "../../cli/terminal/context.js";
import { nearestProviders } from "../additions/provider.js";
import { usageError } from "../../cli/terminal/errors.js";

/** `auth providers [query]` searches the catalogue, `auth providers show <id>` tells all about one. */
export async function run(context: CommandContext): CommandResult {
  const [first, ...rest] = context.args;
  if (first === "show") return show(context, rest);
  const query = context.args.join(" ").toLowerCase();
  const found = catalog.filter((entry) => matches(entry, query));
  if (found.length === 0) throw unknown(query);
  const width = Math.max(...found.map(({ id }) => id.length));
  context.output.report(
    { providers: found.map(({ id, name, type, status, env }) => ({ id, name, type, status, env })) },
    found.map((entry) => `${entry.id.padEnd(width)}  ${entry.name}${remark(entry)}`).join("\n"),
  );
}

const matches = ({ id, name, type }: CatalogEntry, query: string): boolean =>
  id.includes(query) || name.toLowerCase().includes(query) || type === query;

const remark = ({ status }: CatalogEntry): string => (status === "active" ? "" : ` (${status})`);

async function show({ output }: CommandContext, ids: readonly string[]): CommandResult {
  const [id = "", surplus] = ids;
  if (id === "" || surplus !== undefined)
    throw usageError(
      "AUTH_E_USAGE",
      "auth providers show takes one id.",
      "For instance: auth providers show github",
    );
  const entry = catalog.find((one) => one.id === id);
  if (!entry) throw unknown(id);
  const { records } = await import("../../providers/records.js");
  const { scopes, refresh, notes, localhost } = { ...entry, ...records[id] };
  const data = {
    ...entry,
    ...(scopes && { scopes }),
    ...(refresh && { refresh }),
    ...(notes && { notes }),
    ...(localhost && { localhost }),
    import: `${packageName}/providers/${id}`,
    callbackPath: entry.type === "oauth" || entry.type === "oidc" ? `/callback/${id}` : undefined,
  };
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["id", entry.id],
    ["type", entry.type],
    ["status", entry.status],
    ["import", data.import],
    ["register at", entry.console],
    ["callback URL", data.callbackPath && `{origin}{basePath}${data.callbackPath}`],
    ["variables", Object.values(entry.env).join(", ")],
    [
      "options",
      entry.params?.map(({ name, required }) => `${name}${required ? " (required)" : ""}`).join(", "),
    ],
    ["scopes", scopes?.join(" ")],
    ["localhost", localhostHint(localhost)],
    ["refresh", refresh],
    ["documentation", entry.docs],
    ...(notes ?? []).map((note) => ["note", note] as const),
  ];
  const text = rows.filter(([, value]) => value).map(([name, value]) => `${name.padEnd(14)} ${value}`);
  output.report(data, [entry.name, ...text].join("\n"));
}

/** What nobody checked is worded as a hint. */
function localhostHint(localhost: CatalogEntry["localhost"]): string | undefined {
  if (!localhost) return undefined;
  const text = localhost.note ?? localhost.rule;
  return localhost.checked ? text : `probably: ${text}`;
}

function unknown(query: string) {
  const near = nearestProviders(query);
  return usageError(
    "AUTH_E_UNKNOWN_PROVIDER",
    `There is no provider "${query}".`,
    near.length > 0 ? `Did you mean ${near.join(", ")}?` : "All of them: auth providers",
  );
}
