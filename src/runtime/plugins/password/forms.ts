/** The forms of the plugin: they work without JavaScript, and say to password managers what each field is. */
import { csrfField, hidden } from "../../pages/forms.js";
import { attributes, type Html, html } from "../../pages/html.js";
import { wrongFieldCss, wrongText } from "../../pages/wrong-field.js";
import type { PluginPage } from "../host/plugin.js";
import { sayOf, urlOf } from "./answers.js";
import type { FormProblem } from "./field-problem.js";
import type { PasswordCall } from "./options.js";

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "email" | "password" | "text";
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
}

/** A form with its page around it. */
export interface FormPage {
  readonly title: string;
  /** Below `/password`. */
  readonly path: `/${string}`;
  readonly text?: string | undefined;
  readonly problem?: FormProblem | undefined;
  /** Whose password it is: password managers store it under this name. */
  readonly owner?: string | undefined;
  readonly fields: readonly Field[];
  readonly hidden?: Readonly<Record<string, string>>;
  /** Behind the fields. */
  readonly more?: Html | false | undefined;
  readonly button: string;
  readonly below?: Html | false | undefined;
  /** Further rules, made of checked values only. */
  readonly css?: string;
}

// Above the field, whose lower edge the button that shows a password is laid out from.
const formCss = `${wrongFieldCss}.hint{margin:-.25rem 0 .375rem}.back{margin-block-start:1rem}`;

export function formPage(call: PasswordCall, form: FormPage): PluginPage {
  const { title, text, problem, owner, fields, more, button, below } = form;
  const isAtField = fields.some(({ name }) => name === problem?.field);
  const content = html`<h1>${title}</h1>
    ${problem !== undefined && !isAtField && html`<div class="error" role="alert"><p>${problem.text}</p></div>`}
    ${text !== undefined && html`<p class="center">${text}</p>`}
    <form action="${urlOf(call, form.path)}" method="POST">
      ${csrfField(call.context)}
      ${Object.entries(form.hidden ?? {}).map(([name, value]) => hidden(name, value))}
      ${owner !== undefined && html`<input type="text" autocomplete="username" value="${owner}" hidden readonly />`}
      ${fields.map((each) => field(each, problem))} ${more}
      <button type="submit" class="primary">${button}</button>
    </form>
    ${below}`;
  return { title, content, css: formCss + (form.css ?? "") };
}

function field({ name, label, hint, isOptional, ...given }: Field, problem: FormProblem | undefined): Html {
  const id = `password-${name}`;
  const isWrong = name === problem?.field;
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-wrong`].filter(Boolean).join(" ");
  const input = {
    type: "text",
    ...given,
    id,
    name,
    required: isOptional !== true,
    ...(given.type !== "password" && { autocapitalize: "none", spellcheck: "false" }),
    "aria-describedby": described || undefined,
    "aria-invalid": isWrong && "true",
    autofocus: isWrong,
  };
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint !== undefined && html`<p class="muted small hint" id="${id}-hint">${hint}</p>`}
    <input${attributes(input)}>
  </div>
  ${isWrong && wrongText(`${id}-wrong`, problem.text)}`;
}

export function newPasswordField(call: PasswordCall, label: "password" | "newPassword"): Field {
  const say = sayOf(call);
  return {
    name: "password",
    label: say(label),
    type: "password",
    autocomplete: "new-password",
    hint: say("atLeast", { count: call.settings.minLength }),
  };
}

export const currentPasswordField = (call: PasswordCall): Field => ({
  name: "current",
  label: sayOf(call)("currentPassword"),
  type: "password",
  autocomplete: "current-password",
});

export const emailField = (call: PasswordCall, value?: string): Field => ({
  name: "email",
  label: sayOf(call)("email"),
  type: "email",
  autocomplete: "email",
  value,
});

export function nameFields(
  call: PasswordCall,
  { name, userName }: { name?: string | undefined; userName?: string | undefined },
): readonly Field[] {
  const say = sayOf(call);
  const { userNames } = call.settings;
  const isOptional = userNames !== "required";
  const fields: Field[] = [
    { name: "name", label: say("name"), autocomplete: "name", value: name, isOptional: true },
  ];
  return userNames === undefined
    ? fields
    : [
        ...fields,
        {
          name: "userName",
          label: say(isOptional ? "userNameOptional" : "userName"),
          autocomplete: "username",
          value: userName,
          isOptional,
        },
      ];
}
