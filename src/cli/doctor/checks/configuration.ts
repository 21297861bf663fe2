import { finding, type Finding } from "../finding.js";
import type { ConfigOption } from "../../source/auth-config.js";
import { numberOf, stringOf } from "../../source/literals.js";
import { configMember, type Survey } from "../survey.js";
import { handsBack } from "../../source/redirect-callback.js";

/** Options of the configuration that take protection away. */
export function checkConfiguration(all: Survey): Finding[] {
  return [
    ...debug(all),
    ...cookies(all.configuration?.options ?? []),
    ...redirectCallback(all),
    ...single(all),
    ...unreadable(all),
  ];
}

/** Silence would read as health. */
const unreadable = ({ configuration }: Survey): Finding[] =>
  (configuration?.unreadable ?? []).map(({ at, why }) =>
    finding("AUTH_D_UNREADABLE", { ...at, message: `${at.path}: ${why}.` }),
  );

function debug(all: Survey): Finding[] {
  const member = configMember(all, "debug");
  if (member?.value !== "true") return [];
  const text = 'process.env.NODE_ENV !== "production"';
  const repair = {
    kind: "splice",
    file: member.at.path,
    edits: [{ start: member.valueStart, end: member.valueEnd, text }],
  } as const;
  return [finding("AUTH_D_DEBUG", { ...member.at, repair })];
}

function cookies(options: readonly ConfigOption[]): Finding[] {
  return options.flatMap(({ path, value, at }) => {
    const message = `${path}: ${value}`;
    if (path === "useSecureCookies" && value === "false")
      return [finding("AUTH_D_COOKIE_INSECURE", { ...at, message })];
    const match = /^(cookies\.\w+\.options)\.(\w+)$/.exec(path);
    if (!match) return [];
    const beside = (name: string) => options.find((one) => one.path === `${match[1]}.${name}`)?.value;
    const isNone = stringOf(beside("sameSite"))?.toLowerCase() === "none";
    if (match[2] === "httpOnly" && value === "false")
      return [finding("AUTH_D_COOKIE_HTTPONLY", { ...at, message })];
    if (match[2] === "sameSite" && isNone && beside("secure") !== "true")
      return [finding("AUTH_D_COOKIE_NONE", { ...at, message: `${message} without secure: true` })];
    if (match[2] === "secure" && value === "false" && !isNone)
      return [finding("AUTH_D_COOKIE_INSECURE", { ...at, message })];
    return [];
  });
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
