/** The type of a provider's profile, made of the paths at which its record reads the answer. */

import { list, memberName } from "./code.mjs";

/** What stands at the end of a path, by the member of the record that has the path. */
const leafTypes = {
  id: "number | string",
  name: "string | null",
  email: "string | null",
  image: "string | null",
  verified: "boolean | string",
};

const becomes = {
  id: "the id of the account",
  name: "`user.name`",
  email: "`user.email`",
  image: "`user.image`",
};

const verifiedWords = "Whether the provider made sure that the address is the person's.";

/** Claims that the type `Profile` has already (OpenID Connect Core 1.0, section 5.1). */
const claims = new Set(
  (
    "sub name given_name family_name middle_name nickname preferred_username profile picture website email " +
    "email_verified gender birthdate zoneinfo locale phone_number phone_number_verified updated_at address"
  ).split(" "),
);

/**
 * @param record of a provider of OAuth or OpenID Connect
 * @param title name of the provider
 * @param profile name of the type
 * @param members what people should know of members of the answer, by their paths
 * @param parsePath of src/runtime/oauth/profile-path.ts
 */
export function profileType({ record, title, profile, members, parsePath }) {
  const root = tree(record, parsePath);
  for (const path of Object.keys(members))
    if (!stands(path.split("."), root)) throw new Error(`${record.id}: the record reads no member ${path}`);
  const isOpenId = record.type === "oidc";
  if (isOpenId) for (const name of claims) root.children.delete(name);
  const lines = membersOf(root, { members, path: "", indent: "  " });
  const from = isOpenId ? `Claims of ${title}` : requestOf(record, title);
  if (isOpenId && lines.length === 0) return `/** ${from}. */\nexport type ${profile} = Profile;`;
  if (!isOpenId) lines.push("  [claim: string]: unknown;");
  return `/** ${from}; the members that are read. */
export interface ${profile} ${isOpenId ? "extends Profile " : ""}{\n${lines.join("\n")}\n}`;
}

/** The request that is answered with the profile; not its address alone where one address serves everything. */
function requestOf({ userinfo, userinfoBody, userinfoForm, userinfoMethod, userinfoUnwrap }, title) {
  const isPost = userinfoBody ?? userinfoForm ?? (userinfoMethod !== undefined && userinfoMethod !== "GET");
  const place = /^(?:https?:\/\/[^/]+|\{\w+\})(\/[^?]*)/.exec(userinfo ?? "")?.[1];
  if (isPost || place === undefined) return `The user as ${title} tells`;
  return `${userinfoUnwrap === undefined ? "" : "The user in "}\`GET ${place}\` of ${title}`;
}

const node = () => ({ children: new Map(), isList: false, uses: [] });

function tree(record, parsePath) {
  const root = node();
  const { id, ...rest } = record.profile ?? {};
  const read = [
    { role: "id", source: id },
    ...Object.entries(record.ids ?? {}).map(([chosenBy, source]) => ({ role: "id", source, chosenBy })),
    ...Object.entries(rest).map(([role, source]) => ({ role, source })),
    { role: "verified", source: record.emailVerified },
  ].filter(({ source }) => source !== undefined);
  for (const use of read) addPath(root, use, parsePath);
  return root;
}

function addPath(root, { source, ...use }, parsePath) {
  const texts = source.split("||").map((text) => text.trim());
  for (const [at, alternative] of parsePath(source).entries()) {
    const isWhole = alternative.kind === "path";
    const paths = isWhole ? [alternative] : alternative.parts.filter((part) => typeof part !== "string");
    for (const path of paths)
      if (path.root === "profile") addLeaf(root, path.steps, { ...use, isWhole, after: texts.slice(0, at) });
  }
}

function addLeaf(root, steps, use) {
  let at = root;
  for (const step of steps) {
    if (step.kind === "member") at = childOf(at, step.name);
    else if (step.kind !== "cut") at.isList = true;
    if (step.kind === "first") addLeaf(at, step.where, { role: "choice", after: [] });
  }
  at.uses.push(use);
}

function childOf(parent, name) {
  const found = parent.children.get(name) ?? node();
  parent.children.set(name, found);
  return found;
}

const stands = ([name, ...rest], { children }) =>
  name === undefined || (children.has(name) && stands(rest, children.get(name)));

function membersOf({ children }, { members, path, indent }) {
  return [...children].flatMap(([name, child]) => {
    const own = path === "" ? name : `${path}.${name}`;
    const about = members[own] ?? words(child);
    const brackets = child.isList ? "[]" : "";
    const start = [`${indent}/** ${about} */`, `${indent}${memberName(name)}?: `];
    if (child.children.size === 0) return [start[0], `${start[1]}${leafType(child)};`];
    const inner = membersOf(child, { members, path: own, indent: `${indent}  ` });
    return [start[0], `${start[1]}{`, ...inner, `${indent}}${brackets};`];
  });
}

const leafType = ({ uses: [{ role }], isList }) => {
  const type = leafTypes[role] ?? "boolean";
  return isList ? `(${type})[]` : type;
};

/** What becomes of a member. */
function words(child) {
  if (child.children.size > 0) {
    const [[only, inner], ...others] = child.children;
    if (others.length === 0 && inner.children.size > 0) return `Only \`${only}\` is used of it.`;
    const found = rolesBelow(child);
    return `${capital(list(found))} ${found.length > 1 ? "come" : "comes"} from ${child.isList ? "its elements" : "it"}.`;
  }
  const [use] = child.uses;
  const { role, after, chosenBy } = use;
  if (role === "choice") return "Whether this is the element that is read.";
  if (role === "verified") return verifiedWords;
  const start = `${verbOf(child, use)} ${becomes[role]}`;
  if (chosenBy !== undefined) return `${start} with \`idFrom: "${chosenBy}"\`.`;
  if (after.length === 0) return `${start}.`;
  return `${start} where ${list(after.map((each) => `\`${each}\``))} ${after.length > 1 ? "are" : "is"} empty.`;
}

function verbOf({ isList }, { isWhole }) {
  if (isList) return "An element of it becomes";
  return isWhole ? "Becomes" : "Part of";
}

function rolesBelow({ children }) {
  const roles = [...children.values()].flatMap((child) => [
    ...child.uses.flatMap(
      ({ role }) => becomes[role] ?? (role === "verified" ? "whether the address is verified" : []),
    ),
    ...rolesBelow(child),
  ]);
  return [...new Set(roles)];
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
