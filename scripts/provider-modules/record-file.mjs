/** The file of a provider's record as code. */
import path from "node:path";
import { parseAst } from "rolldown/parseAst";

/** Members of a `PlainProvider` that say what its module is made of; all others are the record's. */
export const ofModule = ["factory", "title", "mark", "options", "example", "members"];

/**
 * @param code of src/providers/records/<id>.ts
 * @returns `record`: the object of the record as it is written. The others are what stands beside it, because the
 *   profile holds more than the record reads: `imports` that the types need, from the provider's module;
 *   `profile`, the name of the type that ends with `Profile`; `upToProfile` and `afterProfile`, the types as they are
 *   written
 */
export function readRecordFile(code) {
  const { body } = parseAst(code, { lang: "ts" });
  const statements = body.map((node, at) => ({ ...node, text: textOf(code, body, at) }));
  const types = statements.filter(({ declaration }) =>
    /^TS(?:TypeAlias|Interface)Declaration$/.test(declaration?.type),
  );
  const last = types.findIndex(({ declaration }) => declaration.id.name.endsWith("Profile"));
  return {
    record: recordIn(code, body),
    imports: statements.filter(isOfTypes).map(fromModule),
    profile: types[last]?.declaration.id.name,
    upToProfile: types.slice(0, last + 1).map(({ text }) => text),
    afterProfile: types.slice(last + 1).map(({ text }) => text),
  };
}

/** A node with the comments above it. */
const textOf = (code, nodes, at, start = 0) => code.slice(nodes[at - 1]?.end ?? start, nodes[at].end).trim();

function recordIn(code, body) {
  const constant = body.find(({ declaration }) => declaration?.type === "VariableDeclaration").declaration;
  const { properties, start } = constant.declarations[0].init;
  const members = properties.flatMap((property, at) =>
    ofModule.includes(property.key.name)
      ? []
      : `  ${textOf(code, properties, at, start + 1).replace(/^,\s*/, "")},\n`,
  );
  return `{\n${members.join("")}}`;
}

const isOfTypes = ({ type, source }) =>
  type === "ImportDeclaration" && !source.value.endsWith("/plain-provider.js");

/** The module lies one folder above the record. */
function fromModule({ source, text }) {
  const file = path.posix.join("records", source.value);
  return text.replace(source.value, file.startsWith(".") ? file : `./${file}`);
}
