import type { ConfigOption } from "./auth-config.js";

/**
 * Whether a `callbacks.session` reads properties of `token`, which there is with sessions in cookies only. Code that
 * asks first (`token?.`, `if (token`, `token &&`, `token ?`) works with both.
 */
export function readsToken({ path, value }: Pick<ConfigOption, "path" | "value">): boolean {
  if (path !== "callbacks.session") return false;
  const isAsked = /\bif\s*\(\s*(?:\w+\.)?token\b|\btoken\s*(?:&&|\?(?!\.)|!=|===?)/.test(value);
  return !isAsked && /\btoken\s*(?:\.(?!\.)|\[|!\.)|\.token\b(?!\s*\?)/.test(value);
}
