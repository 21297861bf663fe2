/** The options that calls name: whoever asks for them needs `auth` or `handlers` made of them. */
import type { Surveyed } from "../../read-file.js";
import { originOf, type App, type Origin } from "./origin.js";

export interface Asked {
  readonly by: Surveyed;
  readonly offset: number;
  readonly origin: Origin;
}

export const askedOptions = (app: App): readonly Asked[] =>
  [...app.byFile.values()].flatMap((by) =>
    [...wrapped(by), ...sessions(by), ...inits(app, by)].flatMap(({ name, offset }) => {
      const origin = originOf(app, by, name);
      return origin ? [{ by, offset, origin }] : [];
    }),
  );

interface Name {
  readonly name: string;
  readonly offset: number;
}

const wrapped = ({ calls }: Surveyed): Name[] =>
  calls.wrappers.map(({ options, call }) => ({ name: options, offset: call }));

const sessions = ({ calls }: Surveyed): Name[] =>
  calls.sessions.flatMap(({ args, start }) => {
    const name = args.at(-1)?.name;
    return name === undefined || args.length === 2 ? [] : [{ name, offset: start }];
  });

const inits = (app: App, by: Surveyed): Name[] =>
  by.calls.inits.flatMap(({ args, start, result }) => {
    const name = args.length === 1 || args.length === 3 ? args.at(-1)?.name : undefined;
    if (name === undefined || result === "used" || result === "commonjs") return [];
    const file = originOf(app, by, name)?.file;
    // Options from another package are used where they are asked for.
    const isShared = file !== undefined && (file !== by.file || by.role !== "route");
    return isShared ? [{ name, offset: start }] : [];
  });
