/** The same requests to the reference and to us, one after the other, until they differ in a way that nobody decided. */
import * as reference from "@auth/core";
import * as referenceErrors from "@auth/core/errors";
import { vi } from "vitest";
import * as authwright from "../../../src/runtime/index.js";
import * as ourErrors from "../../../src/runtime/errors/index.js";
import { FakeProvider } from "../../oauth/fake-provider.js";
import { forget } from "../../support/process-memory.js";
import { appOf } from "./app.js";
import type { Library } from "./app-providers.js";
import { faults } from "./faults.js";
import { type Known, knownDifferences } from "./known.js";
import { type Handler, type Seen, Side } from "./side.js";
import { judged } from "./targets.js";
import type { Setting } from "./setting.js";
import type { Shot } from "./shots.js";

export interface Exchange {
  readonly setting: Setting;
  readonly shot: Shot;
  readonly theirs: Seen;
  readonly ours: Seen;
}

export interface Score {
  exchanges: number;
  readonly used: Map<string, number>;
  /** Told of every exchange, before it is judged. */
  readonly onExchange?: (exchange: Exchange) => void;
}

const start = Date.UTC(2030, 0, 1);

/** Where requests are taken to. */
export interface Doors {
  readonly theirs: Handler;
  readonly ours: Handler;
}

const core: Doors = {
  theirs: (request, { config }) => reference.Auth(request, config as unknown as reference.AuthConfig),
  ours: (request, { config }) => authwright.Auth(request, config),
};

/** @throws Error that shows the first exchange with a difference that is in no list */
export async function duel(
  setting: Setting,
  shots: readonly Shot[],
  score: Score,
  doors: Doors = core,
): Promise<void> {
  // Each visit begins at the same time of day: what the last one left would lie in the future.
  forget();
  const fake = new FakeProvider();
  const them = new Side(
    setting,
    appOf(setting, { ...referenceErrors, ...reference, isReference: true } as Library, fake),
    fake,
    doors.theirs,
    true,
  );
  const us = new Side(
    setting,
    appOf(setting, { ...ourErrors, ...authwright, isReference: false } as unknown as Library, fake),
    fake,
    doors.ours,
    false,
  );
  let now = start;
  for (const shot of shots) {
    now += (shot.later ?? 0) * 1000;
    vi.setSystemTime(now);
    if (shot.fault !== undefined) fake.faults = faults[shot.fault]!();
    if (needsToken(shot) && them.csrfToken === undefined) {
      if (await play({ method: "GET", path: "/csrf" })) return;
    }
    if (await play(shot)) return;
  }

  async function play(shot: Shot): Promise<boolean> {
    const [theirJar, ourJar] = [new Map(them.jar), new Map(us.jar)];
    const exchange = {
      setting,
      shot,
      theirs: await them.send(judged(shot, setting), ourJar),
      ours: await us.send(shot, theirJar),
    };
    score.exchanges++;
    score.onExchange?.(exchange);
    const used = judge(exchange, score);
    for (const { align } of used) align?.(them, us);
    return used.some(({ ends }) => ends === true);
  }
}

const needsToken = ({ body }: Shot): boolean => body?.csrf === "right" || body?.csrf === "list";

const parts = ["status", "location", "contentType", "headers", "cookies", "body", "calls"] as const;
export type Part = (typeof parts)[number];

const openParts = (theirs: Seen, ours: Seen): Part[] =>
  parts.filter((part) => JSON.stringify(theirs[part]) !== JSON.stringify(ours[part]));

/** @returns the known differences that were met */
function judge(exchange: Exchange, score: Score): readonly Known[] {
  const theirs = structuredClone(exchange.theirs);
  const ours = structuredClone(exchange.ours);
  const used: Known[] = [];
  for (const known of knownDifferences) {
    // A row may have settled it all: what others take out of one side would then be missing there.
    if (openParts(theirs, ours).length === 0) break;
    if (known.when?.(exchange) === false) continue;
    const before = JSON.stringify([theirs, ours]);
    known.level(theirs, ours, exchange);
    if (JSON.stringify([theirs, ours]) !== before) used.push(known);
  }
  const open = openParts(theirs, ours);
  if (open.length > 0) throw new Undecided(exchange, theirs, ours, open);
  for (const { row } of used) score.used.set(row, (score.used.get(row) ?? 0) + 1);
  return used;
}

/** A difference that nobody decided. */
class Undecided extends Error {
  readonly exchange: Exchange;
  readonly theirs: Seen;
  readonly ours: Seen;
  readonly open: readonly Part[];

  constructor(exchange: Exchange, theirs: Seen, ours: Seen, open: readonly Part[]) {
    const lines = open.map((part) =>
      [
        part,
        "theirs",
        JSON.stringify(theirs[part], null, 1),
        "ours",
        JSON.stringify(ours[part], null, 1),
      ].join(" "),
    );
    super([JSON.stringify(exchange.shot), ...lines].join("\n"));
    this.exchange = exchange;
    this.theirs = theirs;
    this.ours = ours;
    this.open = open;
  }
}
