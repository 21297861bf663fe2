/** `<SignIn>` and `<SignOut>` of `@auth/sveltekit/components` as the forms that they are, to the same form actions. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { indentAt } from "../../../../cli/source/text/layout.js";
import type { TextStyle } from "../../../../cli/source/text/text-style.js";
import { changeOf, leave, mergeChanges, noChange, type Change } from "../../change.js";
import { locateTags, readTag, type Attribute, type ComponentTag, type FormComponent } from "./read.js";

/** @param names the two components by their local names */
export function migrateForms(
  text: string,
  style: TextStyle,
  names: ReadonlyMap<string, FormComponent>,
): Change {
  const locals = [...names.keys()];
  if (locals.length === 0) return noChange;
  const tags = locateTags(text, locals);
  const forms = tags?.map((tag) => ({
    tag,
    edit: formOf(text, style, tag, names.get(tag.name) ?? "SignIn"),
  }));
  if (forms === undefined) return leave(byHand(0, "SignIn"));
  const left = forms.filter(({ edit }) => edit === undefined);
  if (left.length > 0)
    return mergeChanges(left.map(({ tag }) => leave(byHand(tag.start, names.get(tag.name) ?? "SignIn"))));
  return changeOf({ edits: forms.flatMap(({ edit }) => edit ?? []), names: { dropped: locals } });
}

const byHand = (offset: number, component: FormComponent) => ({
  offset,
  why: `<${component}> cannot be turned into its form here`,
  write:
    component === "SignIn"
      ? '<form method="POST" action="/signin"><button name="providerId" value="github">Sign in</button></form>, where the route has the action auth.signIn'
      : '<form method="POST" action="/signout"><button>Sign out</button></form>, where the route has the action auth.signOut',
  breaks: true as const,
});

/** What the component did with its props; undefined where some of them have no counterpart in a form. */
function formOf(
  text: string,
  style: TextStyle,
  tag: ComponentTag,
  component: FormComponent,
): TextEdit | undefined {
  const isSignIn = component === "SignIn";
  const content = contentOf(text, tag, isSignIn);
  const page = tag.attributes.find(({ name }) => name === (isSignIn ? "signInPage" : "signOutPage"));
  const known = ["provider", "signInPage", "signOutPage", "className", "options", "authorizationParams"];
  const fields = fieldsOf(tag.attributes);
  const action = page === undefined ? (isSignIn ? "signin" : "signout") : textOf(page.value);
  if (content === undefined || action === undefined || fields === undefined) return undefined;
  const own = tag.attributes
    .filter(({ name }) => !known.includes(name))
    .map((one) => text.slice(one.start, one.end));
  const className = tag.attributes.find(({ name }) => name === "className");
  const given = className && textOf(className.value);
  if (className && given === undefined) return undefined;
  const classes = [isSignIn ? "signInButton" : "signOutButton", given].filter(Boolean).join(" ");
  const indent = indentAt(text, tag.start);
  const line = (one: string) => `${indent}${style.indent}${one}${style.eol}`;
  const head = ["<form", 'method="POST"', `action="/${action}"`, `class="${classes}"`, ...own].join(" ");
  return {
    start: tag.start,
    end: tag.end,
    text: `${head}>${style.eol}${[...fields, ...content.fields, `<button type="submit">${content.button}</button>`].map(line).join("")}${indent}</form>`,
  };
}

const input = (name: string, value: string) => `<input type="hidden" name="${name}" value=${value} />`;

/** Props that the component sent as hidden fields. */
function fieldsOf(attributes: readonly Attribute[]): readonly string[] | undefined {
  const provider = attributes.find(({ name }) => name === "provider");
  const options = attributes.find(({ name }) => name === "options");
  const more = attributes.find(({ name }) => name === "authorizationParams");
  const target =
    options && /^\{\{\s*redirectTo:\s*(["'])([^"'{}]*)\1,?\s*\}\}$/.exec(options.value ?? "")?.[2];
  if (more !== undefined || (options !== undefined && target === undefined)) return undefined;
  if (provider !== undefined && provider.value === undefined) return undefined;
  return [
    ...(provider?.value === undefined ? [] : [input("providerId", provider.value)]),
    ...(target === undefined ? [] : [input("redirectTo", `"${target}"`)]),
  ];
}

const textOf = (value: string | undefined): string | undefined =>
  /^(["'])([^"'{}]*)\1$/.exec(value ?? "")?.[2];

interface Content {
  readonly fields: readonly string[];
  readonly button: string;
}

/** What the slots say; undefined where something else stands between the tags. */
function contentOf(
  text: string,
  { attributes, inside }: ComponentTag,
  isSignIn: boolean,
): Content | undefined {
  const provider = attributes.find(({ name }) => name === "provider")?.value;
  const id = textOf(provider);
  const usual = isSignIn ? `Signin${provider === undefined ? "" : ` with ${id ?? provider}`}` : "Sign Out";
  const slots = inside === undefined ? [] : slotsIn(text, inside.start, inside.end);
  if (slots === undefined) return undefined;
  const isMail = id !== undefined && ["email", "sendgrid", "resend"].includes(id);
  const fields = slots.filter(
    ({ slot }) => (slot === "credentials" && id === "credentials") || (slot === "email" && isMail),
  );
  if (slots.some(({ slot }) => !["submitButton", "credentials", "email"].includes(slot))) return undefined;
  const mail =
    isMail && fields.length === 0
      ? ['<input type="email" name="email" placeholder="email@example.com" required />']
      : [];
  return {
    fields: [...mail, ...fields.map(({ markup }) => markup)],
    button: slots.find(({ slot }) => slot === "submitButton")?.markup ?? usual,
  };
}

/** Elements with a slot, without it. */
function slotsIn(text: string, start: number, end: number) {
  const found: { readonly slot: string; readonly markup: string }[] = [];
  let at = start;
  for (;;) {
    at += /^\s*/.exec(text.slice(at, end))?.[0].length ?? 0;
    if (at >= end) return found;
    const name = /^<([\w:-]+)/.exec(text.slice(at, end))?.[1];
    const tag = name === undefined ? undefined : readTag(text.slice(0, end), at, name);
    const slot = tag?.attributes.find((one) => one.name === "slot");
    const id = textOf(slot?.value);
    if (tag === undefined || slot === undefined || id === undefined) return undefined;
    const before = text.slice(tag.start, slot.start).trimEnd();
    const isFragment = name === "svelte:fragment" && tag.inside !== undefined;
    const markup = before + text.slice(slot.end, tag.end);
    found.push({
      slot: id,
      markup: isFragment ? text.slice(tag.inside.start, tag.inside.end).trim() : markup,
    });
    at = tag.end;
  }
}
