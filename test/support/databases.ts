/** Database servers and processes of an app that a test starts, kills and restarts. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { cleanEnv, freePort } from "./process.js";

const isRoot = process.getuid?.() === 0;
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const postgresFolder = "/usr/lib/postgresql";
export const postgresBin = (existsSync(postgresFolder) ? readdirSync(postgresFolder) : [])
  .map((version) => path.join(postgresFolder, version, "bin"))
  .find((folder) => existsSync(path.join(folder, "initdb")));
export const mariadbd = ["/usr/sbin/mariadbd", "/usr/bin/mariadbd"].find((file) => existsSync(file));

/** A database server of the test's own. */
export interface Database {
  readonly url: string;
  restart(): Promise<void>;
  stop(): void;
}

export async function startPostgres(folder: string): Promise<Database> {
  const port = await freePort();
  const as = (name: string, ...args: string[]) => {
    const file = path.join(postgresBin ?? "", name);
    return isRoot
      ? execFileSync("runuser", ["-u", "postgres", "--", file, ...args], { stdio: "pipe", cwd: "/" })
      : execFileSync(file, args, { stdio: "pipe", cwd: "/" });
  };
  const cluster = path.join(folder, "cluster");
  if (isRoot) execFileSync("chown", ["postgres", folder]);
  as("initdb", "-D", cluster, "-A", "trust", "-U", "postgres", "--no-sync");
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  const start = ["-D", cluster, "-w", "-l", path.join(cluster, "log"), "-o", flags];
  as("pg_ctl", ...start, "start");
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: async () => void as("pg_ctl", ...start, "-m", "immediate", "restart"),
    stop: () => void as("pg_ctl", "-D", cluster, "-m", "immediate", "stop"),
  };
}

export async function startMariadb(folder: string): Promise<Database> {
  const port = await freePort();
  const data = path.join(folder, "data");
  mkdirSync(data);
  if (isRoot) execFileSync("chown", ["-R", "mysql", folder]);
  const user = isRoot ? ["--user=mysql"] : [];
  execFileSync(
    "mariadb-install-db",
    ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", ...user],
    { stdio: "pipe" },
  );
  const socket = path.join(folder, "socket");
  let server: ChildProcess;
  const answers = () =>
    execFileSync(
      "mariadb",
      ["--no-defaults", "-h", "127.0.0.1", "-P", String(port), "-u", "root", "-e", "select 1"],
      {
        stdio: "pipe",
      },
    );
  const start = async () => {
    const flags = [`--datadir=${data}`, `--port=${port}`, `--socket=${socket}`, "--bind-address=127.0.0.1"];
    server = spawn(mariadbd ?? "", ["--no-defaults", ...flags, "--skip-log-bin", ...user], {
      stdio: "ignore",
    });
    for (let tries = 0; ; tries += 1) {
      try {
        answers();
        return;
      } catch (error) {
        if (tries > 100) throw error;
        await pause(200);
      }
    }
  };
  await start();
  execFileSync("mariadb", [
    "--no-defaults",
    "-h",
    "127.0.0.1",
    "-P",
    String(port),
    "-u",
    "root",
    "-e",
    "create database app",
  ]);
  return {
    url: `mysql://root@127.0.0.1:${port}/app`,
    async restart() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      await start();
    },
    stop: () => void server.kill("SIGKILL"),
  };
}

/** One process of the app; what ends without us is a death. */
export class AppProcess {
  #child: ChildProcess | undefined;
  #isWanted = false;
  deaths = 0;
  log = "";
  readonly port: number;
  readonly #folder: string;
  readonly #env: () => Record<string, string>;

  readonly #file: string;

  /** @param place the folder it runs in; or that and its file, `dist/server.js` if left out */
  constructor(place: string | readonly [string, string], port: number, env: () => Record<string, string>) {
    [this.#folder, this.#file] = typeof place === "string" ? [place, "dist/server.js"] : place;
    this.port = port;
    this.#env = env;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.#file], {
      cwd: this.#folder,
      env: cleanEnv({ ...this.#env(), PORT: String(this.port) }) as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#isWanted = true;
    const note = (bytes: Buffer) => (this.log = (this.log + bytes.toString()).slice(-20_000));
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    child.once("exit", () => {
      if (this.#isWanted && this.#child === child) this.deaths += 1;
    });
    for (let tries = 0; tries < 300; tries += 1) {
      if (
        await fetch(`http://127.0.0.1:${this.port}/`).then(
          () => true,
          () => false,
        )
      )
        return;
      await pause(100);
    }
    throw new Error(`The app did not start\n${this.log}`);
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }
}
