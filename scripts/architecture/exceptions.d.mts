type Exceptions = Readonly<Record<string, readonly string[]>>;
export const patternExceptions: Exceptions;
export const providerTypeExceptions: Exceptions;
export const frameworkIdExceptions: Exceptions;
