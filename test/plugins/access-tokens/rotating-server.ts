/** A token server whose refresh tokens are good once: one that comes back ends the whole sign-in (RFC 9700, 4.14.2). */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = (response: ServerResponse, usual: Record<string, unknown>) => void;

export class RotatingServer {
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  /** Refresh token → sign-in. */
  readonly #live = new Map<string, number>();
  readonly #used = new Map<string, number>();
  readonly #ended = new Set<number>();
  #signIns = 0;
  #made = 0;
  /** Forms of all refreshes, in order. */
  readonly refreshes: Record<string, string>[] = [];
  /** Their headers `Authorization`. */
  readonly authorizations: (string | undefined)[] = [];
  refused = 0;
  expiresIn: unknown = 3600;
  /** How the next refreshes are answered, once the token is used up; then as usual. */
  readonly answers: Answer[] = [];
  /** Takes a used token again, as servers with some seconds of grace do. */
  isLenient = false;
  givesRefreshToken = true;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this.origin;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  revokeAll(): void {
    for (const signIn of this.#live.values()) this.#ended.add(signIn);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/userinfo")
      return send(response, 200, { id: "user-1", name: "Ada", email: "a@b.example" });
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const form = Object.fromEntries(new URLSearchParams(text));
    if (form["grant_type"] !== "refresh_token")
      return send(response, 200, this.#tokens((this.#signIns += 1)));
    this.refreshes.push(form);
    this.authorizations.push(request.headers.authorization);
    const given = form["refresh_token"] ?? "";
    const reused = this.#used.get(given);
    if (reused !== undefined && !this.isLenient) this.#ended.add(reused);
    const signIn = this.#live.get(given) ?? (this.isLenient ? reused : undefined);
    if (signIn === undefined || this.#ended.has(signIn)) {
      this.refused += 1;
      return send(response, 400, { error: "invalid_grant", error_description: "used up" });
    }
    this.#live.delete(given);
    this.#used.set(given, signIn);
    const usual = this.#tokens(signIn);
    const answer = this.answers.shift();
    if (answer === undefined) setTimeout(() => send(response, 200, usual), 20);
    else answer(response, usual);
  }

  #tokens(signIn: number): Record<string, unknown> {
    this.#made += 1;
    const refresh = `rt-${this.#made}-${Math.random()}`;
    this.#live.set(refresh, signIn);
    return {
      access_token: `at-${this.#made}`,
      token_type: "Bearer",
      expires_in: this.expiresIn,
      ...(this.givesRefreshToken && { refresh_token: refresh }),
    };
  }
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  type = "application/json",
): void {
  response.writeHead(status, { "content-type": type });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
