/** The app of a configuration, and apps that are made already. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createAuth } from "authwright/hono";
import type { AuthConfig } from "authwright";
import type { MailSent } from "./answers.js";
import { clock } from "./clock.js";
import { Memory } from "./memory.js";
import { adapterBy, type Present } from "./store.js";

/** What a provider says of the addresses of its users. */
export const providers = ["vouch", "deny", "silent"] as const;

/** What no answer waits for. */
export type Later = (work: Promise<unknown>) => void;

/** What an app does beside its answer. */
export interface Outside {
  readonly later: Later;
  readonly mail: (mail: MailSent) => void;
}

export type ConfigOf = (adapter: AuthConfig["adapter"], outside: Outside) => AuthConfig;

/** Whom an app answers for: it goes on for another one, when this one is done. */
export type Holder = Present & Outside;

/** An app that is made, with what it remembers. */
export class App {
  readonly memory = new Memory();
  readonly #hono: Hono;
  /** The time that it was made at: what it holds back of its store is good at no other. */
  readonly at = clock.now;
  holder: Holder;

  constructor(holder: Holder, configOf: ConfigOf) {
    this.holder = holder;
    this.memory.toldTo(() => this.holder.asking);
    const outside: Outside = {
      later: (work) => this.holder.later(work),
      mail: (sent) => this.holder.mail(sent),
    };
    this.#hono = appOf(
      configOf(
        adapterBy(() => this.holder),
        outside,
      ),
    );
  }

  fetch = (request: Request): Response | Promise<Response> => this.#hono.fetch(request);
}

/** Apps that nobody asks at present: to make one takes as long as some answers. */
export class Apps {
  readonly #idle = new Map<string, App[]>();
  static readonly #mostTimes = 100;

  /** @param as the name of the configuration */
  take(as: string): App | undefined {
    return this.#idle.get(`${as} ${clock.now}`)?.pop();
  }

  give(as: string, app: App): void {
    const key = `${as} ${app.at}`;
    const idle = this.#idle.get(key) ?? [];
    this.#idle.delete(key);
    this.#idle.set(key, [...idle.slice(-3), app]);
    const [oldest] = this.#idle.keys();
    if (this.#idle.size > Apps.#mostTimes && oldest !== undefined) this.#idle.delete(oldest);
  }
}

/** What is behind each guard that walks look at. */
export interface Seen {
  readonly isFresh: boolean;
  readonly isVaultOpen: boolean;
  /** Of accounts at providers, "" where there is none. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** The app of a configuration, with a route that says which guards open. */
function appOf(config: AuthConfig): Hono {
  const app = new Hono();
  const auth = createAuth(config);
  app.use("/auth/*", auth.handler);
  if (config.pageAddresses !== undefined) app.use(auth.pages);
  const isOpen = async (c: Context, guard: MiddlewareHandler): Promise<boolean> => {
    let opened = false;
    await guard(c, async () => void (opened = true));
    return opened;
  };
  const hasPlugins = Boolean(config.plugins?.length);
  const hasFactor = config.plugins?.some(({ id }) => id === "two-factor") === true;
  const fresh = auth.require({ maxAge: 300 });
  const vault = auth.require({ factor: "two-factor", maxAge: 300 });
  const tokenOf = (c: Context, provider: string) => auth.accessToken(c, provider).catch(() => "");
  app.get("/seen", async (c) => {
    const isFresh = config.session?.strategy === "jwt" && (await isOpen(c, fresh));
    const isVaultOpen = hasFactor && (await isOpen(c, vault));
    const tokens: Record<string, string> = {};
    if (hasPlugins) for (const id of providers) tokens[id] = await tokenOf(c, id);
    return c.json({ isFresh, isVaultOpen, tokens } satisfies Seen);
  });
  if (config.plugins?.some(({ id }) => id === "organizations")) {
    const office = auth.require({ organization: "team", role: ["owner", "admin"] });
    app.get("/teams/:team", auth.require({ organization: "team" }), async (c) => {
      const role = c.var.auth.organization?.role;
      return c.json({ role, isOfficeOpen: await isOpen(c, office) });
    });
  }
  return app;
}
