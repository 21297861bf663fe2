/** What the user's code saw, written as the recordings write it. */
import { AuthError } from "../../src/runtime/errors/index.js";
import type { Callbacks, EventCallbacks } from "../../src/runtime/types/callbacks.js";
import type { AuthConfig, LoggerInstance } from "../../src/runtime/types/config.js";

const keysOf = (value: unknown): string =>
  Object.entries(value as Record<string, unknown>)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      if (key === "trigger") return `trigger=${String(member)}`;
      return key === "isNewUser" && member === false ? "isNewUser=false" : key;
    })
    .sort()
    .join(",");

const eventKeysOf = (value: unknown): string => keysOf(value).replace("isNewUser=false", "isNewUser");

export class Trace {
  lines: string[] = [];

  add(line: string): void {
    this.lines.push(line);
  }

  take(): string[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }

  logger: LoggerInstance = {
    error: (error) => this.add(`log:error(${error instanceof AuthError ? error.type : error.name})`),
    warn: (code) => this.add(`log:warn(${code})`),
    debug: () => undefined,
  };

  /** Wraps callbacks so that each call leaves a line. */
  callbacks(given: Partial<Callbacks>): Partial<Callbacks> {
    const wrapped = Object.entries(given).map(([name, callback]) => [
      name,
      (params: never) => {
        this.add(`callback:${name}(${keysOf(params)})`);
        return (callback as (params: never) => unknown)(params);
      },
    ]);
    return Object.fromEntries(wrapped) as Partial<Callbacks>;
  }

  events(): Partial<EventCallbacks> {
    const names = ["signIn", "signOut", "createUser", "updateUser", "linkAccount", "session"] as const;
    return Object.fromEntries(
      names.map((name) => [name, (message: unknown) => this.add(`event:${name}(${eventKeysOf(message)})`)]),
    ) as Partial<EventCallbacks>;
  }

  /** Wraps an adapter so that each call leaves a line with the names of its arguments. */
  adapter<T extends object>(store: T): T {
    return Object.fromEntries(
      Object.entries(store).map(([name, method]) => [
        name,
        (...args: unknown[]) => {
          const shown = args.map((arg) =>
            typeof arg === "object" && arg !== null ? keysOf(arg) : typeof arg,
          );
          this.add(`adapter:${name}(${shown.join(";")})`);
          return (method as (...given: unknown[]) => unknown)(...args);
        },
      ]),
    ) as T;
  }
}

/** The configuration that the recordings have in common. */
export function baseConfig(trace: Trace): Omit<AuthConfig, "providers"> {
  return {
    secret: "0123456789abcdef0123456789abcdef",
    trustHost: true,
    logger: trace.logger,
    events: trace.events(),
    callbacks: trace.callbacks({
      signIn: () => true,
      jwt: ({ token }) => token,
      session: ({ session }) => ({
        user: { name: session.user?.name, email: session.user?.email, image: session.user?.image } as object,
        expires: session.expires,
      }),
    }),
  };
}
