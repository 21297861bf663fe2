/** nuxt.config of an app that comes from another module of sign-in: its entry among `modules`, and its options. Read, never run. */
import { cutItem } from "../../../cli/edit/comma-list.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { placedList, type PlacedList } from "../../../cli/source/syntax/placed-list.js";
import { parse, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import { rangeOf } from "../../../cli/old-auth/statements.js";
import type { Range } from "../../../cli/plan/plan.js";
import type { PlacedTodo } from "../change.js";
import { exportedObject } from "../../../templates/frameworks/nitro/rules.js";

/** A member of an object, with its value. */
export interface ConfigMember extends Range {
  readonly name: string;
  readonly value: ConfigValue;
}

/** A value as far as it is written out. */
export interface ConfigValue extends Range {
  readonly text: string;
  /** Of an object. */
  readonly members: readonly ConfigMember[] | undefined;
  /** Of a literal. */
  readonly literal: string | number | boolean | undefined;
}

export interface NuxtConfigPlaces {
  readonly list: PlacedList;
  /** The name of the module among `modules`; undefined: it is not written out there, alone. */
  readonly module: Range | undefined;
  readonly members: readonly ConfigMember[];
}

/** Undefined: the exported object is not in plain sight. */
export function readNuxtConfig(text: string, file: string, moduleName: string): NuxtConfigPlaces | undefined {
  const object = exportedObject(parse(text, file));
  if (object === undefined) return undefined;
  const modules = object.properties.find((one) => keyOf(one.name) === "modules");
  const listed = modules && ts.isPropertyAssignment(modules) ? unwrap(modules.initializer) : undefined;
  const entry =
    listed && ts.isArrayLiteralExpression(listed)
      ? listed.elements.find((one) => ts.isStringLiteralLike(one) && one.text === moduleName)
      : undefined;
  return {
    list: placedList(object, object.properties),
    module: entry && { start: entry.getStart() + 1, end: entry.getEnd() - 1 },
    members: membersOf(object),
  };
}

const membersOf = (object: ts.ObjectLiteralExpression): ConfigMember[] =>
  object.properties.map((one) => ({
    ...rangeOf(one),
    name: keyOf(one.name) ?? "",
    value: valueOf(ts.isPropertyAssignment(one) ? unwrap(one.initializer) : one),
  }));

function valueOf(node: ts.Node): ConfigValue {
  return {
    ...rangeOf(node),
    text: node.getText(),
    members: ts.isObjectLiteralExpression(node) ? membersOf(node) : undefined,
    literal: literalOf(node),
  };
}

function literalOf(node: ts.Node): ConfigValue["literal"] {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  return node.kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}

/** Options of the old module: what stops the migration, what a person hears of, and whether every page asks for sign-in. */
export interface JudgedOptions {
  readonly refused: readonly PlacedTodo[];
  readonly todos: readonly PlacedTodo[];
  readonly isGlobal: boolean;
  /** Pages that are not there ask for sign-in too. */
  readonly guardsUnknown: boolean;
}

/** `auth` of nuxt.config, as @sidebase/nuxt-auth takes it. */
export function judgeOptions(auth: ConfigMember | undefined): JudgedOptions {
  const members = auth?.value.members;
  const none = { refused: [], todos: [], isGlobal: false, guardsUnknown: false };
  if (auth === undefined) return none;
  if (members === undefined || members.some(({ name }) => name === ""))
    return {
      ...none,
      refused: [
        refusal(
          auth,
          "the options of @sidebase/nuxt-auth are not written out here",
          "auth: { … } as an object",
        ),
      ],
    };
  const of = (name: string) => members.find((one) => one.name === name);
  const all = of("globalAppMiddleware");
  const global = judgeGlobal(all);
  return {
    ...global,
    refused: [...judgeEnabled(of("isEnabled")), ...judgeProvider(of("provider")), ...global.refused],
    todos: [
      ...defaultProvider(of("provider")),
      ...judgeRefresh(of("sessionRefresh")),
      ...judgeRendering(of("disableServerSideAuth")),
      ...global.todos,
    ],
  };
}

const refusal = ({ start }: Range, why: string, write: string): PlacedTodo => ({
  offset: start,
  why,
  write,
  breaks: true,
});

const judgeEnabled = (one: ConfigMember | undefined): PlacedTodo[] =>
  one === undefined || one.value.literal === true
    ? []
    : [
        refusal(
          one,
          "the module is not always enabled",
          "auth migrate once it is: without isEnabled, or with true",
        ),
      ];

/** What stands behind `local` and `refresh` is a server of the app's own, with tokens of its own. */
function judgeProvider(one: ConfigMember | undefined): PlacedTodo[] {
  if (one === undefined) return [];
  const type = one.value.members?.find(({ name }) => name === "type");
  const said = type?.value.literal;
  if (said === "authjs" || (type === undefined && one.value.members !== undefined)) return [];
  const place = type ?? one;
  if (said === "local" || said === "refresh")
    return [
      refusal(
        place,
        `the provider \`${said}\` signs in at a server of the app's own, with tokens of its own`,
        "npx authwright init, once the module is out of nuxt.config and package.json: that server's check of a password is authorize of credentials, its tokens go into the jwt callback",
      ),
    ];
  return [refusal(place, "the type of the provider is not in plain sight", 'type: "authjs"')];
}

function defaultProvider(one: ConfigMember | undefined): PlacedTodo[] {
  const said = one?.value.members?.find(({ name }) => name === "defaultProvider");
  return said === undefined || said.value.literal === ""
    ? []
    : [
        {
          offset: said.start,
          why: "`signIn()` without a provider leads to the sign-in page",
          write: `signIn(${said.value.text}) where it is called`,
        },
      ];
}

function judgeRefresh(one: ConfigMember | undefined): PlacedTodo[] {
  const changed = (one?.value.members ?? []).filter(
    ({ name, value: { literal } }) =>
      !(name === "enableOnWindowFocus" && literal === true) &&
      !(name === "enablePeriodically" && literal === false),
  );
  return changed.map(({ name, start }) => ({
    offset: start,
    why: `\`${name}\` is not an option: the session is read again when the window is looked at, and when another tab changes it`,
    write: "setInterval(() => update(), …) with update of useAuth(), where a page needs it more often",
  }));
}

const judgeRendering = (one: ConfigMember | undefined): PlacedTodo[] =>
  one === undefined || one.value.literal === false
    ? []
    : [
        {
          offset: one.start,
          why: "pages are rendered for who asks, unless a rule keeps them for everybody",
          write:
            'routeRules: { "/**": { swr: true } }, or prerender, for pages that are the same for everybody',
        },
      ];

function judgeGlobal(one: ConfigMember | undefined): JudgedOptions {
  const none = { refused: [], todos: [], isGlobal: false, guardsUnknown: false };
  if (one === undefined || one.value.literal === false) return none;
  if (one.value.literal === true) return { ...none, isGlobal: true };
  const { members } = one.value;
  const of = (name: string) => members?.find((other) => other.name === name);
  const enabled = of("isEnabled")?.value.literal;
  if (members === undefined || typeof enabled !== "boolean")
    return {
      ...none,
      refused: [
        refusal(
          one,
          "whether every page asks for sign-in is not in plain sight",
          "globalAppMiddleware: true, or false",
        ),
      ],
    };
  const callback = of("addDefaultCallbackUrl");
  const isOther = callback !== undefined && callback.value.literal !== true;
  return {
    ...none,
    isGlobal: enabled,
    guardsUnknown: of("allow404WithoutAuth")?.value.literal === false,
    todos: isOther
      ? [
          {
            offset: callback.start,
            why: "sign-in leads back to the page that was asked for",
            write: "another callbackUrl in the middleware signed-in.global",
          },
        ]
      : [],
  };
}

/** The module in place of the old one, and `auth` gone, or `authwright` with the path of the endpoints. */
export function configEdits(
  text: string,
  { list, module, members }: NuxtConfigPlaces,
  {
    moduleName,
    basePath,
    quote,
  }: { readonly moduleName: string; readonly basePath: string | undefined; readonly quote: string },
): TextEdit[] {
  const auth = members.find(({ name }) => name === "auth");
  const own = basePath === undefined ? undefined : `authwright: { basePath: ${quote}${basePath}${quote} }`;
  return [
    ...(module ? [{ start: module.start, end: module.end, text: moduleName }] : []),
    ...(auth === undefined
      ? []
      : own === undefined
        ? cutItem(text, list, auth)
        : [{ start: auth.start, end: auth.end, text: own }]),
  ];
}
