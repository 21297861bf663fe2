/** A client with one connection, which stays open: it sends forms, and measures how long their answers take. */
import { Agent, request } from "node:http";
import { workFor } from "./work.js";

export interface Answer {
  /** From the first byte of the request to the last one of the answer. */
  readonly milliseconds: number;
  readonly status: number;
  readonly cookies: readonly string[];
  readonly body: string;
}

export class TimingClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  #cookie = "";
  #csrfToken = "";
  constructor(port: number) {
    this.#port = port;
  }

  async open(): Promise<void> {
    const { body, cookies } = await this.#send("GET", "/auth/csrf");
    this.#csrfToken = (JSON.parse(body) as { csrfToken: string }).csrfToken;
    this.#cookie = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
  }

  /** @param plantedMicroseconds work that the server has with this request beside all else */
  async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    plantedMicroseconds: number,
  ): Promise<Answer> {
    // A server that has just sent a mail is more awake than one that had nothing to do: so is it for all, then.
    await this.#send("GET", "/auth/csrf");
    // Timers begin with a millisecond of the clock, which this one shares with the server: not so the requests.
    workFor(Math.random() * 1000);
    const text = new URLSearchParams({ csrfToken: this.#csrfToken, ...fields }).toString();
    return this.#send("POST", path, { text, plantedMicroseconds });
  }

  #send(
    method: string,
    path: string,
    { text, plantedMicroseconds } = { text: "", plantedMicroseconds: 0 },
  ): Promise<Answer> {
    const form = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(text),
      "x-work-microseconds": plantedMicroseconds,
    };
    const headers = { cookie: this.#cookie, ...(method === "POST" && form) };
    const target = { agent: this.#agent, host: "127.0.0.1", port: this.#port, method, path, headers };
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(target, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const milliseconds = performance.now() - began;
          const { statusCode: status = 0, headers: got } = answer;
          const body = Buffer.concat(chunks).toString();
          resolve({ milliseconds, status, cookies: got["set-cookie"] ?? [], body });
        });
      });
      sent.on("error", reject);
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
