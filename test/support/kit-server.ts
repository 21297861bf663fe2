/** test/fixtures/kit-app as Kit builds it, served as adapter-node serves it; its hooks come from the test. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Handle, RequestEvent, Server as KitServer } from "@sveltejs/kit";
import { getRequest, setResponse } from "@sveltejs/kit/node";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv, mustRun } from "./process.js";

const source = path.join(projectRoot, "test/fixtures/kit-app");
const packages = path.join(projectRoot, "node_modules");

/** What the routes of the app find as `event.platform.app`. */
export interface KitApp {
  readonly handle: Handle;
  /** The form action of /out. */
  readonly signOut?: (event: RequestEvent) => Promise<never>;
  /** Told what code of a route has run. */
  readonly ran?: (what: string) => void;
}

/** Built once for each version of Kit and of the app. */
async function built(): Promise<string> {
  const hash = createHash("sha256");
  const own = readdirSync(source, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const used = ["@sveltejs/kit", "svelte", "vite"].map((name) => path.join(packages, name, "package.json"));
  for (const file of [...own.map((one) => path.join(one.parentPath, one.name)).sort(), ...used])
    hash.update(file.slice(projectRoot.length)).update(readFileSync(file));
  const made = path.join(packages, ".cache/authwright", `kit-app-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(made)) {
    const parts = `${made}-${process.pid}`;
    mkdirSync(parts, { recursive: true });
    cpSync(source, parts, { recursive: true });
    await mustRun(process.execPath, [path.join(packages, "vite/bin/vite.js"), "build"], {
      cwd: parts,
      env: cleanEnv(),
    });
    if (existsSync(made)) rmSync(parts, { recursive: true });
    else renameSync(parts, made);
  }
  return path.join(made, ".svelte-kit/output/server");
}

let opened: Promise<KitServer> | undefined;

async function open(): Promise<KitServer> {
  const folder = await built();
  const load = (name: string) => import(pathToFileURL(path.join(folder, name)).href);
  const [{ Server: Kit }, { manifest }] = await Promise.all([load("index.js"), load("manifest.js")]);
  const server: KitServer = new Kit(manifest);
  await server.init({ env: {} });
  return server;
}

/** The last of these many addresses is the one that the outermost proxy has seen: XFF_DEPTH of adapter-node. */
function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  if (proxies === 0) return socket.remoteAddress ?? "";
  const found = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-proxies);
  if (!found) throw new Error("x-forwarded-for has too few addresses");
  return found.trim();
}

/** @param proxies in front, which PROTOCOL_HEADER, HOST_HEADER and ADDRESS_HEADER of adapter-node speak of */
export async function kitListener(app: KitApp, proxies = 0): Promise<RequestListener> {
  const server = await (opened ??= open());
  return (req, res) => {
    void (async () => {
      const told = (name: string) => (proxies > 0 ? req.headers[`x-forwarded-${name}`] : undefined);
      const host = told("host") ?? req.headers.host;
      let request: Request;
      try {
        if (!host) throw new Error("no host");
        const base = `${String(told("proto") ?? "http")}://${String(host)}`;
        request = await getRequest({ request: req, base, bodySizeLimit: 512 * 1024 });
      } catch {
        return void res.writeHead(400).end("Bad Request");
      }
      const getClientAddress = () => addressOf(req, proxies);
      await setResponse(res, await server.respond(request, { platform: { req, app }, getClientAddress }));
    })();
  };
}
