/** The groups of checks, in the order in which a report shows them. */
import { behaviour } from "./behaviour.js";
import type { Check, ConformanceOptions } from "./check.js";
import { dates } from "./dates.js";
import { housekeeping } from "./housekeeping.js";
import { ids } from "./ids.js";
import { lookAlikes } from "./look-alikes.js";
import { lostConnections } from "./lost-connections.js";
import { pluginMethods } from "./plugin-methods.js";
import { races, sessionRaces, userRaces } from "./races.js";
import { signIns } from "./sign-ins.js";
import { hostileTexts, longTexts } from "./texts.js";
import { userPages } from "./user-pages.js";

export interface Group {
  readonly name: string;
  readonly checks: readonly Check[];
  /** Asked only of stores for which this option is given. */
  readonly wants?: keyof ConformanceOptions;
}

const allRaces = [...races, ...sessionRaces, ...userRaces];

export const groups: readonly Group[] = [
  { name: "methods", checks: [...behaviour, ...pluginMethods, ...userPages] },
  { name: "ids", checks: ids },
  { name: "look-alikes", checks: lookAlikes },
  { name: "hostile texts", checks: hostileTexts },
  { name: "long texts", checks: longTexts },
  { name: "dates", checks: dates },
  { name: "races", checks: allRaces },
  { name: "races of two instances", checks: [...allRaces, ...dates], wants: "second" },
  { name: "first sign-ins", checks: signIns },
  { name: "lost connections", checks: lostConnections, wants: "breakConnections" },
  { name: "expired rows", checks: housekeeping },
];
