/** `<SignIn>` and `<SignOut>` of `@auth/sveltekit/components` as the forms that they are, to the same form actions. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { indentAt } from "../../../../cli/source/text/layout.js";
import type { TextStyle } from "../../../../cli/source/text/text-style.js";
import { changeOf, leave, mergeChanges, noChange, type Change } from "../../change.js";
import {
  elementsIn,
  locateTags,
  plainText,
  type Attribute,
  type ComponentTag,
} from "../../../../cli/source/markup/tags.js";
import { redirectIn, type FormComponent } from "./read.js";

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
  const action = page === undefined ? (isSignIn ? "signin" : "signout") : plainText(page.value);
  if (content === undefined || action === undefined || fields === undefined) return undefined;
  const own = tag.attributes
    .filter(({ name }) => !known.includes(name))
    .map((one) => text.slice(one.start, one.end));
  const className = tag.attributes.find(({ name }) => name === "className");
  const given = className && plainText(className.value);
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
  const of = (wanted: string) => attributes.find(({ name }) => name === wanted);
  const [provider, options] = [of("provider"), of("options")];
  const target = options && redirectIn(options.value);
  const isOther = of("authorizationParams") !== undefined || (options !== undefined && target === undefined);
  if (isOther || (provider !== undefined && provider.value === undefined)) return undefined;
  return [
    ...(provider?.value === undefined ? [] : [input("providerId", provider.value)]),
    ...(target === undefined ? [] : [input("redirectTo", `"${target}"`)]),
  ];
}

interface Content {
  readonly fields: readonly string[];
  readonly button: string;
}

const mailField = '<input type="email" name="email" placeholder="email@example.com" required />';

/** What the slots say; undefined where something else stands between the tags. */
function contentOf(text: string, tag: ComponentTag, isSignIn: boolean): Content | undefined {
  const slots = slotsIn(text, tag);
  if (slots?.some(({ slot }) => !["submitButton", "credentials", "email"].includes(slot)) !== false)
    return undefined;
  const provider = tag.attributes.find(({ name }) => name === "provider")?.value;
  const id = plainText(provider);
  const isMail = id !== undefined && ["email", "sendgrid", "resend"].includes(id);
  const shown = isMail ? "email" : id;
  const fields = slots.filter(({ slot }) => slot === shown).map(({ markup }) => markup);
  const signIn = provider === undefined ? "Signin" : `Signin with ${id ?? provider}`;
  return {
    fields: isMail && fields.length === 0 ? [mailField] : fields,
    button: slots.find(({ slot }) => slot === "submitButton")?.markup ?? (isSignIn ? signIn : "Sign Out"),
  };
}

/** Elements with a slot, without it. */
function slotsIn(text: string, { inside }: ComponentTag) {
  const elements = inside === undefined ? [] : elementsIn(text, inside.start, inside.end);
  const slots = elements?.map((one) => {
    const slot = one.attributes.find(({ name }) => name === "slot");
    const id = plainText(slot?.value);
    if (slot === undefined || id === undefined) return undefined;
    const isFragment = one.name === "svelte:fragment" && one.inside !== undefined;
    const whole = text.slice(one.start, slot.start).trimEnd() + text.slice(slot.end, one.end);
    return { slot: id, markup: isFragment ? text.slice(one.inside.start, one.inside.end).trim() : whole };
  });
  return slots?.every((one) => one !== undefined) ? slots : undefined;
}
