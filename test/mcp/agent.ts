/** An agent: the client of the protocol's own library, at the built command line. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { cliFile } from "../support/cli.js";
import { cleanEnv } from "../support/process.js";

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  /** The document of `--json`; undefined where the answer is none. */
  readonly document: {
    readonly ok?: boolean;
    readonly plan?: { readonly id: string; readonly steps: readonly { readonly status: string }[] };
    readonly error?: { readonly code: string };
    readonly result?: Readonly<Record<string, unknown>>;
  };
}

export class Agent {
  readonly #client = new Client({ name: "test", version: "1.0.0" });

  static async start(cwd: string, ...flags: readonly string[]): Promise<Agent> {
    const agent = new Agent();
    const args = [cliFile, "mcp", ...flags];
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd, env: cleanEnv() });
    await agent.#client.connect(transport);
    return agent;
  }

  async tools(): Promise<readonly string[]> {
    const { tools } = await this.#client.listTools();
    return tools.map(({ name }) => name);
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<Answer> {
    const { content, isError = false } = await this.#client.callTool({ name, arguments: given });
    const text = content.map((one) => (one.type === "text" ? one.text : "")).join("");
    return { isError, text, document: text.startsWith("{") ? JSON.parse(text) : {} };
  }

  /** The id of a plan that must be there. */
  async plan(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const { document, text } = await this.call(`plan_${name}`, given);
    if (document.plan === undefined) throw new Error(`No plan: ${text}`);
    return document.plan.id;
  }

  end = (): Promise<void> => this.#client.close();
}
