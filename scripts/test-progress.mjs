/**
 * A reporter of Vitest for `npm test`: every half a minute one line with how far the tests are and how long is left.
 * It goes by the seconds that each file took in the last run of this clone; the first run of a clone names no time.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

const record = path.join(root, "node_modules/.cache/authwright/test-seconds.json");
const everyMs = 30_000;
const workers = 3;
/** A part of the run that says enough about this machine. */
const telling = 0.05;

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** Seconds of all files, of what is done of them, and since the start; the left ones by this machine's own speed once it has shown it. */
function secondsLeft({ total, done, elapsed }) {
  const left = Math.max(0, total - done);
  return done / total < telling ? left / workers : (elapsed * left) / done;
}

function inWords(seconds) {
  if (seconds < 45) return "less than a minute left";
  return `about ${Math.max(1, Math.round(seconds / 60))} min left`;
}

/** Keeps what each file took, for the next run. */
export function keepSeconds(results, file = record) {
  const took = results.flatMap(({ name, startTime, endTime }) =>
    endTime > startTime ? [[relative(name), Math.max(1, Math.round((endTime - startTime) / 100)) / 10]] : [],
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...read(file), ...Object.fromEntries(took) })}\n`);
}

const relative = (file) => path.relative(root, file).split(path.sep).join("/");

export default class TestProgress {
  /** File → the seconds that it took. */
  #last;
  /** What a file takes that was not there; undefined while too little is known for an estimate. */
  #usual;
  #now;
  #say;
  #started = 0;
  #total = 0;
  #files = 0;
  #finished = 0;
  #done = 0;
  #failed = 0;
  /** File → when it began. */
  #running = new Map();
  #timer;

  constructor({ last, now = () => Date.now() / 1000, say = (line) => console.log(line) } = {}) {
    this.#last = last ?? read(record);
    this.#now = now;
    this.#say = say;
  }

  onTestRunStart(specifications) {
    const files = specifications.map(({ moduleId }) => relative(moduleId));
    this.#started = this.#now();
    this.#files = files.length;
    const known = files.flatMap((file) => this.#last[file] ?? []).sort((a, b) => a - b);
    this.#usual = known.length * 2 < files.length ? undefined : known[Math.floor(known.length / 2)];
    this.#total = files.reduce((sum, file) => sum + this.#weigh(file), 0);
    this.#timer = setInterval(() => this.tell(), everyMs);
    this.#timer.unref();
  }

  #weigh(file) {
    return this.#last[file] ?? this.#usual ?? 1;
  }

  onTestModuleStart({ moduleId }) {
    this.#running.set(relative(moduleId), this.#now());
  }

  onTestModuleEnd(module) {
    const file = relative(module.moduleId);
    this.#running.delete(file);
    this.#finished += 1;
    this.#done += this.#weigh(file);
    if (!module.ok()) this.#failed += 1;
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  /** One line; nothing where all is done. */
  tell() {
    // Of one file that nothing is known of there is nothing to say.
    if (this.#finished === this.#files || (this.#files === 1 && this.#usual === undefined)) return;
    const now = this.#now();
    const begun = [...this.#running].reduce(
      (sum, [file, since]) => sum + Math.min(now - since, this.#weigh(file)),
      0,
    );
    const left = secondsLeft({
      total: this.#total,
      done: this.#done + begun,
      elapsed: now - this.#started,
    });
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : "";
    const time = this.#usual === undefined ? "" : `; ${inWords(left)}`;
    this.#say(`${this.#finished} of ${this.#files} test files${failed}${time}`);
  }
}
