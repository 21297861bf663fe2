/**
 * The module of a provider that is data alone: src/providers/records/<id>.ts says what is known of it, and from that
 * come the exported record, the type of its profile, its options, its factory, and what the documentation of these says.
 */
import { mailFactory, oauthFactory, optionsType, protocols } from "./factory.mjs";
import { profileType } from "./profile-type.mjs";
import { readRecordFile } from "./record-file.mjs";

/**
 * @param provider a `PlainProvider` (src/providers/kit/plain-provider.ts)
 * @param code of the file that holds it
 * @param parsePath of src/runtime/oauth/profile-path.ts
 * @returns code of the provider's module
 */
export function providerModule(provider, code, parsePath) {
  const { mark, members = {}, ...named } = partsOf(provider);
  const { record, title } = named;
  const file = readRecordFile(code);
  const hooks = hooksOf(record, mark);
  const profile = file.profile ?? `${named.name}Profile`;
  const types =
    file.profile === undefined
      ? [profileType({ record, title, profile, members, parsePath })]
      : file.upToProfile;
  const parts = { ...named, profile, hooks: hooks.map(({ name }) => name) };
  return [
    importsOf(record, hooks, file.profile === undefined ? importsOfMade(types) : file.imports),
    `/** What is known of ${title}, as data. */
export const record: ${protocols[record.type].record} = ${file.record};`,
    ...(record.type === "email"
      ? [mailFactory(parts)]
      : [...types, ...optionsType(parts), oauthFactory(parts), ...file.afterProfile]),
  ]
    .map((part) => `${part}\n`)
    .join("\n");
}

function partsOf({ factory, title, mark, options = {}, example, members, ...record }) {
  const name = factory ?? record.name.replaceAll(/[^A-Za-z\d]/g, "");
  return { record, name, title: title ?? record.name, mark, options, example, members };
}

const hasAny = (object, names) => names.some((name) => object !== undefined && Object.hasOwn(object, name));

/** What a provider has to bring along for what its record says, and the module that has it. */
function hooksOf(record, mark) {
  return [
    { name: "mark", file: `./marks/${mark}.js`, isNeeded: mark !== undefined },
    {
      name: "conformToken",
      file: "./kit/token-answer.js",
      isNeeded: hasAny(record, ["tokenAnswer", "tokenDefaults"]),
    },
  ].filter(({ isNeeded }) => isNeeded);
}

const importsOfMade = (types) =>
  types.some((type) => /\bProfile\b/.test(type))
    ? [`import type { Profile } from "../runtime/types/entities.js";`]
    : [];

function importsOf({ type }, hooks, forTypes) {
  const { config, options, make, file, record } = protocols[type];
  const isMail = type === "email";
  const imports = [
    ...forTypes,
    `import type { ${isMail ? config : `${config}, ${options}`} } from "../runtime/types/provider.js";`,
    `import { ${isMail ? `${make}, type ${options}` : make} } from "${file}";`,
    `import type { ${record} } from "./kit/record.js";`,
    ...hooks.map((hook) => `import { ${hook.name} } from "${hook.file}";`),
  ];
  const specifier = (line) => /"([^"]+)";$/.exec(line)[1];
  return imports.sort((one, two) => (specifier(one) < specifier(two) ? -1 : 1)).join("\n");
}
