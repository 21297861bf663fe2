/** A page with every part of the kit, and a plugin that shows it. */
import { definePlugin } from "../../../src/runtime/plugins/host/define-plugin.js";
import { showPage } from "../../../src/runtime/plugins/page-kit/show-page.js";
import type { PageModel, Section } from "../../../src/runtime/plugins/page-kit/page-model.js";

const longName = "Wolfeschlegelsteinhausenbergerdorff".repeat(4);
const arabicName = "ليلى بنت عبد الله";

const list: Section = {
  kind: "list",
  heading: "Members",
  text: "Whoever is here sees all invoices.",
  rows: [
    {
      text: "Ada Lovelace",
      to: "/people/1",
      detail: "ada@example.com · since yesterday",
      badge: { text: "Owner", tone: "good" },
    },
    {
      text: longName,
      to: "/people/2",
      detail: `${"a-mailbox-without-a-break".repeat(4)}@example.com`,
      badge: { text: "Banned", tone: "bad" },
      actions: [
        { kind: "link", label: "Change role", to: "/people/2/role" },
        {
          kind: "press",
          label: "Remove",
          name: "Remove the member with the long name",
          action: "/people/2/remove",
          values: { user: "2" },
          isDanger: true,
        },
      ],
    },
    {
      text: arabicName,
      badge: { text: "Member", tone: "plain" },
      actions: [{ kind: "press", label: "Make owner", action: "/people/3" }],
    },
  ],
  actions: [{ kind: "link", label: "Invite somebody", to: "/invite" }],
};

const form: Section = {
  kind: "form",
  heading: "Invite somebody",
  text: "They get a mail with a link.",
  action: "/invite",
  values: { team: "acme" },
  problem: "You have sent many today. Wait until tomorrow.",
  fields: [
    { kind: "text", name: "name", label: "Name", autocomplete: "name", value: "Grace", maxLength: 80 },
    {
      kind: "email",
      name: "address",
      label: "Email",
      hint: "One that they read.",
      problem: "This is no email address.",
      autocomplete: "off",
      value: "grace@",
    },
    { kind: "password", name: "password", label: "Your password", autocomplete: "current-password" },
    { kind: "date", name: "until", label: "Until", autocomplete: "off", isOptional: true },
    { kind: "search", name: "begin", label: "Begin at", autocomplete: "off", isOptional: true },
    {
      kind: "lines",
      name: "note",
      label: "A few words",
      autocomplete: "off",
      value: "\nDear Grace,\n</textarea>",
      isOptional: true,
    },
    {
      kind: "choice",
      name: "role",
      label: "Role",
      options: [
        { value: "admin", label: "Admin" },
        { value: "member", label: "Member" },
      ],
      value: "member",
    },
    {
      kind: "choices",
      name: "scope",
      label: "May",
      hint: "Read alone is enough for most.",
      problem: "Choose one at least.",
      options: [
        { value: "read", label: "Read orders" },
        { value: "write", label: `Write ${longName}` },
      ],
      value: ["write"],
    },
    { kind: "tick", name: "sure", label: "They know of it", hint: "Ask them first.", problem: "Ask them." },
  ],
  submit: { label: "Send" },
};

/** @param csrfToken of the visit */
export const everything = (csrfToken: string): PageModel => ({
  page: "account",
  title: "Acme & Co",
  text: "A team of three.",
  bar: {
    text: "You see the app as Grace Hopper.",
    action: { kind: "press", label: "Stop", action: "/stop" },
  },
  sections: [
    { kind: "notice", tone: "good", text: "Saved." },
    {
      kind: "notice",
      tone: "bad",
      text: "This team has no owner who can sign in.",
      action: { kind: "press", label: "Take over", action: "/take-over" },
    },
    { kind: "notice", tone: "plain", text: "Names are seen by all members." },
    list,
    { kind: "pager", first: "/people", more: "/people?after=3" },
    {
      kind: "empty",
      heading: "Keys",
      text: "No key was made yet.",
      action: { kind: "link", label: "Make a key", to: "/keys/new" },
    },
    {
      kind: "secret",
      heading: "Your new key",
      text: "It is shown only now.",
      label: "Key",
      value: `shop_live_0123456789_${"AbCdEf0123".repeat(4)}xyz_1a2B`,
    },
    form,
    {
      kind: "confirmation",
      heading: "Delete the team",
      text: "All invoices go, and nobody can bring them back.",
      action: "/delete",
      confirm: "Acme & Co",
      problem: "That is another name.",
      submit: { label: "Delete" },
    },
  ],
  back: { to: "/account", label: "Back to your account" },
  csrfToken,
});

/** Shows it to everybody. */
export const kit = definePlugin({
  id: "kit",
  routes: [
    {
      method: "GET",
      path: "/kit",
      flow: (context) => showPage(context, everything(context.csrfToken)),
    },
  ],
});
