/** What values of variables mean. */

/** Env files that are committed, with names and no values. */
export const isExampleFile = (file: string): boolean => /\.(?:example|sample|template|dist)$/.test(file);

const placeholder =
  /^(?:<.*>|\.{3}|x{3,}|\*+|(?:your|my|some|the|super|a)?[-_ ]*(?:auth|very|long|random|session|jwt|top)*[-_ ]*(?:secret|password|key|value|string)(?:[-_ ]*(?:here|key|value|string|123))?|change[-_ ]?(?:me|this|it)?.*|placeholder|example|todo|test|dev(?:elopment)?|default|foo(?:bar)?|replace[-_ ]?(?:me|this).*|your[-_ ].*|generate[-_ ].*)$/i;

/** A text that stands for a value that somebody is to fill in. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value.trim());

/** The two values of AUTH_TRUST_HOST that the runtime takes for no. */
export const isNo = (value: string): boolean => value === "false" || value === "0";

/** Words by which people say no. */
export const meansNo = (value: string): boolean =>
  /^(?:no|off|n|none|never|disabled?|f|false|null|undefined)$/i.test(value);

export const isYes = (value: string): boolean => /^(?:1|true)$/i.test(value);

/** What stands behind the scheme of an address, or of something that was meant as one. */
export const withoutScheme = (value: string): string => value.replace(/^(?:https?:\/*|[a-z]*:?\/+)/i, "");
