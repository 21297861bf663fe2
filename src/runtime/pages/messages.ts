/** The pages with little on them: sign-out, error, "check your mail". */
import type { Theme } from "../types/config.js";
import { html } from "./html.js";
import { page } from "./styles.js";

interface Look {
  readonly theme: Theme;
  readonly nonce: string;
}

export function renderSignOut({
  action,
  csrfToken,
  ...look
}: Look & { action: string; csrfToken: string }): string {
  return page(
    { title: "Sign Out", hasButton: true, ...look },
    html`<h1>Sign out</h1>
      <p class="center">Do you want to sign out?</p>
      <form action="${action}" method="POST">
        ${csrfToken !== "" && html`<input type="hidden" name="csrfToken" value="${csrfToken}" />`}
        <button type="submit">Sign out</button>
      </form>`,
  );
}

interface Message {
  readonly status: number;
  readonly heading: string;
  readonly text: string;
  readonly signIn?: true;
}

const messages: Readonly<Record<string, Message>> = {
  Configuration: {
    status: 500,
    heading: "Server error",
    text: "Sign-in is not set up correctly. The server's log says what is missing.",
  },
  AccessDenied: {
    status: 403,
    heading: "Access denied",
    text: "You are not allowed to sign in.",
    signIn: true,
  },
  TooManyAttempts: {
    status: 429,
    heading: "Too many attempts",
    text: "Please wait a few minutes and try again.",
    signIn: true,
  },
  Verification: {
    status: 403,
    heading: "This link does not work any more",
    text: "It may have been used already, or it is too old. You can ask for a new one.",
    signIn: true,
  },
};

const anyError: Message = {
  status: 200,
  heading: "Something went wrong",
  text: "Please try again.",
  signIn: true,
};

export function renderError({
  error,
  signIn,
  home,
  ...look
}: Look & { error: string | null; signIn: string; home: string }): { page: string; status: number } {
  const message = (error !== null && Object.hasOwn(messages, error) && messages[error]) || anyError;
  return {
    status: message.status,
    page: page(
      { title: "Error", ...look },
      html`<h1>${message.heading}</h1>
        <div class="error" role="alert"><p>${message.text}</p></div>
        ${message.signIn === true && html`<a class="button" href="${signIn}">Sign in</a>`}
        ${message.signIn !== true && html`<p class="center"><a class="site" href="${home}">${home.replace(/^https?:\/\//, "")}</a></p>`}`,
    ),
  };
}

export function renderVerifyRequest({ host, home, ...look }: Look & { host: string; home: string }): string {
  return page(
    { title: "Verify Request", ...look },
    html`<h1>Check your e-mail</h1>
      <p class="center">A link to sign in is on its way to you.</p>
      <p class="center"><a class="site" href="${home}">${host}</a></p>`,
  );
}

/** Asks for a click before a link from a mail is used up. */
export function renderConfirm({
  action,
  fields,
  ...look
}: Look & { action: string; fields: Readonly<Record<string, string>> }): string {
  return page(
    { title: "Sign In", hasButton: true, ...look },
    html`<h1>Sign in</h1>
      <p class="center">Press the button to finish signing in.</p>
      <form action="${action}" method="POST">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button type="submit">Sign in</button>
      </form>`,
  );
}
