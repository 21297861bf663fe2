/** An app with the plugin, its mails, and what its users do. */
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { password, type PasswordOptions } from "../../../src/runtime/plugins/password/index.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { Mail } from "../../../src/runtime/types/provider.js";
import { Browser, coreApp, secret } from "../../support/browser.js";

export const ada = "ada@example.com";
export const right = "correct horse battery";
export const other = "another long passphrase";

export interface AppOptions extends Partial<AuthConfig> {
  readonly strategy?: "jwt" | "database";
  readonly options?: PasswordOptions;
  readonly adapter?: Adapter;
}

export class PasswordApp {
  readonly mails: Mail[] = [];
  readonly queued: Promise<void>[] = [];
  readonly errors: Error[] = [];
  readonly warnings: string[] = [];
  readonly told: string[] = [];
  readonly config: AuthConfig;

  constructor({ strategy = "jwt", options = {}, adapter = MemoryAdapter(), ...more }: AppOptions = {}) {
    const events = ["createUser", "updateUser", "signIn", "signInFailure"];
    this.config = {
      // Each app its own: what one process remembers of sessions goes by the secret.
      secret: `${secret}-${crypto.randomUUID()}`,
      trustHost: ["localhost:3000"],
      adapter,
      session: { strategy },
      providers: [
        {
          id: "other",
          name: "Other",
          type: "oauth",
          clientId: "id",
          authorization: "https://op.example/a",
          token: "https://op.example/t",
          userinfo: "https://op.example/u",
        },
      ],
      plugins: [
        password({
          sendMail: (mail) => void this.mails.push(mail),
          waitUntil: (work) => void this.queued.push(work),
          ...options,
        }),
      ],
      logger: {
        error: (error) => void this.errors.push(error),
        warn: (text) => void this.warnings.push(text),
        debug: () => undefined,
      },
      events: Object.fromEntries(events.map((name) => [name, () => void this.told.push(name)])),
      ...more,
    };
  }

  browser(): User {
    return new User(coreApp(this.config), this);
  }

  /** All mails that were queued so far have gone. */
  async lastMail(to?: string): Promise<Mail> {
    await Promise.all(this.queued);
    const mail = this.mails.filter((each) => to === undefined || each.to === to).at(-1);
    if (mail === undefined) throw new Error("no mail");
    return mail;
  }

  async token(to?: string): Promise<string> {
    return new URL((await this.lastMail(to)).url).searchParams.get("token") ?? "";
  }

  /** A user who has signed up and verified. @returns their browser, signed in */
  async withUser(email = ada, secretText = right, more: Record<string, string> = {}): Promise<User> {
    const user = this.browser();
    await user.form("sign-up", { email, password: secretText, ...more });
    const answer = await user.form("verify", { token: await this.token(email) });
    if (answer.status !== 302) throw new Error(await answer.text());
    return user;
  }
}

export class User extends Browser {
  readonly #app: PasswordApp;
  constructor(app: (request: Request) => Promise<Response>, owner: PasswordApp) {
    super(app);
    this.#app = owner;
  }

  async csrfToken(): Promise<string> {
    return ((await (await this.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  }

  page(path: string): Promise<Response> {
    return this.send(`/auth/password/${path}`);
  }

  /** Sends a form of the plugin, as a browser does. */
  async form(path: string, fields: Record<string, string>): Promise<Response> {
    return this.post(`/auth/password/${path}`, { csrfToken: await this.csrfToken(), ...fields });
  }

  /** The same as a script does. */
  async json(
    path: string,
    fields: Record<string, unknown>,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await this.send(path.startsWith("/") ? path : `/auth/password/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify({ csrfToken: await this.csrfToken(), ...fields }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  async signIn(email: string, secretText: string): Promise<Response> {
    const csrfToken = await this.csrfToken();
    return this.post("/auth/callback/password", {
      csrfToken,
      email,
      password: secretText,
      callbackUrl: "/after",
    });
  }

  async isSignedIn(): Promise<boolean> {
    return ((await this.session())?.user ?? null) !== null;
  }

  /** The link of the newest mail, asked for and followed. @returns its token */
  async askReset(email = ada): Promise<string> {
    await this.form("forgot", { email });
    return this.#app.token(email);
  }
}
