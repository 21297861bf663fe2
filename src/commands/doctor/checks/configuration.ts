import { finding, type Finding, type Repair } from "../../../cli/findings/finding.js";
import type { ConfigOption } from "../../../cli/source/configuration/auth-config.js";
import { numberOf, stringOf } from "../../../cli/source/configuration/literals.js";
import { isBeside } from "../../../cli/findings/retext.js";
import { configMember, textOf, type Survey } from "../../../cli/findings/survey.js";
import { handsBack } from "../../../cli/source/configuration/redirect-callback.js";

/** Options of the configuration that take protection away. */
export function checkConfiguration(all: Survey): Finding[] {
  return [...debug(all), ...cookies(all), ...redirectCallback(all), ...single(all), ...unreadable(all)];
}

/** Silence would read as health. */
const unreadable = ({ configuration }: Survey): Finding[] =>
  (configuration?.unreadable ?? []).map(({ at, why, hides }) =>
    finding("AUTH_D_UNREADABLE", {
      ...at,
      message: `A part cannot be read: ${why}.`,
      ...(hides === "options" && { fix: "Write the options out in place of what is spread." }),
    }),
  );

function debug(all: Survey): Finding[] {
  const member = configMember(all, "debug");
  if (member?.value !== "true") return [];
  const text = 'process.env.NODE_ENV !== "production"';
  const edits = [{ start: member.valueStart, end: member.valueEnd, text }];
  const repair = isBeside(textOf(all.facts, member.at.path), member)
    ? ({ kind: "splice", file: member.at.path, edits } as const)
    : undefined;
  return [finding("AUTH_D_DEBUG", { ...member.at, repair })];
}

function cookies(all: Survey): Finding[] {
  const options = all.configuration?.options ?? [];
  return options.flatMap((option) => {
    const { path, value, at } = option;
    const message = `${path}: ${value}`;
    if (path === "useSecureCookies" && value === "false")
      return [finding("AUTH_D_COOKIE_INSECURE", { ...at, message })];
    const match = /^(cookies\.\w+\.options)\.(\w+)$/.exec(path);
    if (!match) return [];
    const besideIt = (name: string) => options.find((one) => one.path === `${match[1]}.${name}`);
    const beside = (name: string) => besideIt(name)?.value;
    const isNone = stringOf(beside("sameSite"))?.toLowerCase() === "none";
    if (match[2] === "httpOnly" && value === "false")
      return [finding("AUTH_D_COOKIE_HTTPONLY", { ...at, message })];
    if (match[2] === "sameSite" && isNone && beside("secure") !== "true")
      return [
        finding("AUTH_D_COOKIE_NONE", {
          ...at,
          message: `${message} without secure: true`,
          repair: secured(all, option, besideIt("secure")),
        }),
      ];
    if (match[2] === "secure" && value === "false" && !isNone)
      return [finding("AUTH_D_COOKIE_INSECURE", { ...at, message })];
    return [];
  });
}

/** `secure: true` behind `sameSite: "none"`, or in place of `secure: false`. */
function secured(
  { facts }: Survey,
  none: ConfigOption,
  secure: ConfigOption | undefined,
): Repair | undefined {
  const { at, valueStart, valueEnd } = secure ?? none;
  if ((secure && secure.value !== "false") || !isBeside(textOf(facts, at.path), secure ?? none))
    return undefined;
  const edit = secure
    ? { start: valueStart, end: valueEnd, text: "true" }
    : { start: valueEnd, end: valueEnd, text: ", secure: true" };
  return { kind: "splice", file: at.path, edits: [edit] };
}

/** A callback that hands back what it was given. */
function redirectCallback(all: Survey): Finding[] {
  const member = configMember(all, "callbacks.redirect");
  if (!member) return [];
  return handsBack(member.value) ? [finding("AUTH_D_REDIRECT_OPEN", member.at)] : [];
}

function single(all: Survey): Finding[] {
  const found: Finding[] = [];
  const csrf = configMember(all, "skipCSRFCheck");
  if (csrf && !["undefined", "false"].includes(csrf.value)) found.push(finding("AUTH_D_CSRF_OFF", csrf.at));
  const age = configMember(all, "session.maxAge");
  const seconds = numberOf(age?.value);
  if (age && seconds !== undefined && (seconds < 60 || seconds > 10 * 365 * 86_400)) {
    const days = Math.round(seconds / 86_400);
    const message = `session.maxAge is ${seconds} seconds${days > 0 ? `, which is ${days} days` : ""}.`;
    found.push(finding("AUTH_D_MAX_AGE", { ...age.at, message }));
  }
  return found;
}
