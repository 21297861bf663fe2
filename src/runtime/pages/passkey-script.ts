/**
 * What the sign-in page does with passkeys, as text: a browser runs it as it stands here. (The text of a compiled
 * function would depend on what bundlers put into it.) `client/webauthn.ts` does the same for apps.
 *
 * Each form with `data-passkey` names where its options come from. A submit asks the server what to do, lets the
 * browser do it, and sends the answer with the form. With `data-conditional` the browser also offers passkeys in the
 * form's field from the start. With `data-action="register"` a passkey is made for who is signed in; where the server
 * asks for a fresh sign-in or a factor first, the browser goes there.
 */
import type { Language } from "../types/messages.js";
import type { Html } from "./html.js";
import { inlineScript } from "./script.js";
import { passkeyAddEnglish, passkeyEnglish } from "./passkey-english.js";
import { textOf } from "./text.js";

const script = String.raw`
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const ids = (list) => (list ?? []).map((each) => ({ ...each, id: bytes(each.id) }));

async function ceremony(action, options, more) {
  const publicKey = { ...options, challenge: bytes(options.challenge) };
  if (action === "register") {
    publicKey.user = { ...options.user, id: bytes(options.user.id) };
    publicKey.excludeCredentials = ids(options.excludeCredentials);
  } else publicKey.allowCredentials = ids(options.allowCredentials);
  const credential = action === "register"
    ? await navigator.credentials.create({ publicKey })
    : await navigator.credentials.get({ publicKey, ...more });
  const { response } = credential;
  const parts = action === "register"
    ? ["clientDataJSON", "attestationObject"]
    : ["clientDataJSON", "authenticatorData", "signature", "userHandle"];
  const sent = Object.fromEntries(parts.filter((part) => response[part]).map((part) => [part, text(response[part])]));
  if (action === "register") sent.transports = response.getTransports?.() ?? [];
  const { id, type, authenticatorAttachment } = credential;
  return {
    id, rawId: text(credential.rawId), type, authenticatorAttachment, response: sent,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

function setUp(form) {
  const alert = form.querySelector("[role=alert]");
  const button = form.querySelector("button");
  const wanted = form.dataset.action;
  const [unsupported, exists, cancelled, failed] = wanted ? texts.slice(4) : texts;
  const say = (message) => {
    alert.hidden = message === "";
    alert.firstElementChild.textContent = message;
  };
  if (!globalThis.PublicKeyCredential || !navigator.credentials) {
    button.disabled = true;
    say(unsupported);
    return;
  }
  button.hidden = false;
  // A passkey can say itself whose it is: fields must be filled in only to register.
  form.noValidate = true;
  let waiting;

  async function ask(action) {
    const url = new URL(form.dataset.passkey);
    if (wanted) url.searchParams.set("callbackUrl", location.href.split("#")[0]);
    if (action) url.searchParams.set("action", action);
    else for (const field of form.querySelectorAll("[data-form-field]")) url.searchParams.set(field.name, field.value);
    const response = await fetch(url);
    if (wanted && (response.status === 401 || response.status === 403)) {
      const { url: place } = await response.json();
      if (new URL(place).protocol.startsWith("http")) location.assign(place);
    }
    if (!response.ok || response.redirected) throw new Error("No options for a passkey");
    return response.json();
  }

  function send(action, credential) {
    for (const [name, value] of [["action", action], ["data", JSON.stringify(credential)]]) {
      const input = form.querySelector("input[type=hidden][name=" + name + "]") ?? document.createElement("input");
      form.append(Object.assign(input, { type: "hidden", name, value }));
    }
    form.submit();
  }

  async function offer() {
    if (!("conditional" in form.dataset) || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const { options } = await ask("authenticate");
    waiting = new AbortController();
    send("authenticate", await ceremony("authenticate", options, { mediation: "conditional", signal: waiting.signal }));
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    say("");
    button.disabled = true;
    try {
      waiting?.abort();
      const { action, options } = await ask(wanted);
      if (action === "register" && !form.reportValidity()) return;
      send(action, await ceremony(action, options));
    } catch (error) {
      say(error.name === "InvalidStateError" ? exists
        : error.name === "NotAllowedError" ? cancelled
        : failed);
      offer().catch(() => undefined);
    } finally {
      button.disabled = false;
    }
  });
  offer().catch(() => undefined);
}

for (const form of document.querySelectorAll("form[data-passkey]")) setUp(form);
`;

export const passkeyScript = (nonce: string, language?: Language): Html => {
  const text = textOf(language, { ...passkeyEnglish, ...passkeyAddEnglish });
  const texts = [
    text("passkeyUnsupported"),
    text("passkeyExists"),
    text("passkeyCancelled"),
    text("passkeyFailed"),
    text("passkeysMissing"),
    text("passkeyKnown"),
    text("passkeyNotAdded"),
    text("passkeyNotAdded"),
  ];
  return inlineScript(nonce, script, texts);
};
