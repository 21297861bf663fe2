/** What names, members and calls stand for across the files of a project, by plain data alone: no tree is kept. */
import { wholeModule, type FileValues, type ModuleValues, type PlacedValues } from "./file-values.js";
import { call, unknown, type Chain, type Value } from "./values.js";

/** What a value comes to, once the names in it are followed. */
export type FollowedValue<Role> =
  /** What the reader looks for. */
  | { readonly kind: "role"; readonly role: Role; readonly given?: Given }
  | { readonly kind: "value"; readonly value: Exclude<Value, Chain>; readonly file: string }
  | { readonly kind: "module"; readonly module: PlacedValues }
  /** An export of a module that is not in sight, or all of that. */
  | { readonly kind: "outside"; readonly specifier: string };

/** What the call that gave it was given, and where. */
export interface Given {
  readonly values: readonly Value[];
  readonly file: string;
}

/** What the reader looks for, and how it is known. */
export interface Roles<Role> {
  /** By its name alone, where that is declared nowhere in sight. */
  named(name: string): Role | undefined;
  /** What a member, or a {@link call}, of it gives. */
  step(role: Role, name: string): Role | undefined;
  /** What an export of a module that is not in sight is, where no file calls anything so. */
  outside(specifier: string, name: string): Role | undefined;
  /** Whether a member of this name is meant, of whatever it is one. */
  isKnownByName(role: Role): boolean;
  /** Whether one of several values is not enough: all have to be it. */
  isSure(role: Role): boolean;
}

/** Names are followed over so many others. */
const maxDepth = 40;
/** Options are looked into so many times. */
const maxInside = 3;
/** For one answer; names that lead to each other in many ways stay with what was found by then. */
const maxReads = 1000;

type Placed = readonly [value: Value, file: string];

/** Follows values through the files of a project. */
export class ProjectValues<Role extends string> {
  readonly #byFile: Map<string, PlacedValues>;
  readonly #open: ModuleValues;
  readonly #modules = new Map<string, PlacedValues | undefined>();
  readonly #roles: Roles<Role>;
  /** What all files set a name, or a member, to. */
  readonly #byName = new Map<string, Placed[]>();
  /** What stands for a whole name: `path#name` of one file, or a name of any. */
  readonly #known = new Map<string, readonly FollowedValue<Role>[]>();
  readonly #places = new Map<Value, number>();
  /** With the number of those further out. */
  readonly #underWay = new Map<string, number>();
  /** The outermost of what is under way that was met again: what was found inside of that lacks it. */
  #missing = 0;
  #reads = 0;

  constructor(files: readonly PlacedValues[], open: ModuleValues, roles: Roles<Role>) {
    this.#byFile = new Map(files.map((one) => [one.file, one]));
    this.#open = open;
    this.#roles = roles;
    for (const { file, values } of files) {
      for (const [name, all] of [...values.names, ...values.members])
        for (const value of all) this.#place(name, [value, file]);
      for (const [name, value] of values.exports) this.#place(name, [value, file]);
    }
  }

  /** Makes the names of a further file known, where it is asked about; no name of another one leads to them. */
  open(file: string, read: () => FileValues): void {
    if (!this.#byFile.has(file)) this.#byFile.set(file, { file, values: read() });
  }

  #place(name: string, placed: Placed): void {
    const known = this.#byName.get(name);
    if (known) known.push(placed);
    else this.#byName.set(name, [placed]);
  }

  /** What a value of a file may be; nothing where that cannot be followed. */
  meanings(value: Value, file: string, depth = 0): readonly FollowedValue<Role>[] {
    if (depth > maxDepth || value.kind === "unknown") return [];
    if (value.kind === "choice") return this.#oneOf(value.values, file, depth);
    if (value.kind !== "chain") return [{ kind: "value", value, file }];
    const { from, steps, given: values = [] } = value;
    const first = "module" in from ? this.#module(file, from.module) : this.#name(file, from.name, depth);
    const through = (all: readonly FollowedValue<Role>[], step: string) =>
      this.#through(all, step, depth + 1);
    const last = steps.at(-1);
    if (last !== call) return steps.reduce(through, first);
    const called = steps.slice(0, -1).reduce(through, first);
    const before = rolesIn(called);
    const given: Given = { values, file };
    return through(called, last).map((one) =>
      one.kind === "role" && one.given === undefined && !before.includes(one.role) ? { ...one, given } : one,
    );
  }

  /** A value without the names in it, as far as each has one value. */
  resolved(value: Value, file: string, depth = 0): Value {
    const [only, ...others] = depth > maxInside ? [] : this.meanings(value, file);
    if (only?.kind !== "value" || others.length > 0) return unknown;
    const below = (one: Value) => this.resolved(one, only.file, depth + 1);
    const { value: found } = only;
    if (found.kind === "list") return { ...found, items: found.items.map(below) };
    if (found.kind !== "object") return found.kind === "text" ? found : unknown;
    const spread = found.spread.map(below);
    const objects = spread.filter((one) => one.kind === "object");
    return {
      kind: "object",
      members: new Map([
        ...objects.flatMap(({ members }) => [...members]),
        ...[...found.members].map(([name, one]) => [name, below(one)] as const),
      ]),
      spread: [...spread.filter((one) => one.kind !== "object"), ...objects.flatMap((one) => one.spread)],
    };
  }

  rolesOf(value: Value, file: string): readonly Role[] {
    return rolesIn(this.meanings(value, file));
  }

  /** Every name and every member that stands for one of these, or whose call gives one. */
  namesFor(wanted: readonly Role[]): readonly string[] {
    const isOne = (role: Role) => wanted.includes(role);
    return [...this.#byName].flatMap(([name, all]) =>
      all.some(
        ([value, file]) => this.rolesOf(value, file).some(isOne) || this.#givenBy(value, file).some(isOne),
      )
        ? [name]
        : [],
    );
  }

  #givenBy(value: Value, file: string): readonly Role[] {
    const functions = this.meanings(value, file).filter((one) => one.kind === "value");
    return rolesIn(functions.flatMap((one) => this.#step(one, call, 0)));
  }

  #oneOf(values: readonly Value[], file: string, depth: number): readonly FollowedValue<Role>[] {
    const each = values.map((one) => this.meanings(one, file, depth + 1));
    const isEach = (role: Role) => each.every((one) => rolesIn(one).includes(role));
    return each
      .flat()
      .filter((one) => one.kind !== "role" || !this.#roles.isSure(one.role) || isEach(one.role));
  }

  #module(from: string, specifier: string): readonly FollowedValue<Role>[] {
    const module = this.#moduleFrom(from, specifier);
    if (module === undefined) return [{ kind: "outside", specifier }];
    const common = module.values.exports.get(wholeModule);
    return common === undefined ? [{ kind: "module", module }] : this.meanings(common, module.file, 1);
  }

  /** Each is looked for once: that asks the disk. */
  #moduleFrom(from: string, specifier: string): PlacedValues | undefined {
    const key = `${from}#${specifier}`;
    if (this.#modules.has(key)) return this.#modules.get(key);
    const found = this.#open(from, specifier);
    const module = found && (this.#byFile.get(found.file) ?? found);
    if (module) this.#byFile.set(module.file, module);
    this.#modules.set(key, module);
    return module;
  }

  /** A name that its file sets to nothing in sight, such as a parameter, is what other files call so. */
  #name(file: string, name: string, depth: number): readonly FollowedValue<Role>[] {
    const values = this.#byFile.get(file)?.values.names.get(name);
    if (values === undefined) return this.#anywhere(name, depth);
    const found = this.#once(`${file}#${name}`, () =>
      values.flatMap((one) => this.meanings(one, file, depth + 1)),
    );
    return found.length > 0 ? found : this.#byNameAlone(name, depth);
  }

  /** What all files together call by a name. */
  #anywhere(name: string, depth: number): readonly FollowedValue<Role>[] {
    const own = this.#roles.named(name);
    if (own !== undefined) return [{ kind: "role", role: own }];
    return this.#once(name, () =>
      (this.#byName.get(name) ?? [])
        .flatMap(([value, file]) => this.meanings(value, file, depth + 1))
        .filter((one) => one.kind === "role"),
    );
  }

  #byNameAlone(name: string, depth: number): readonly FollowedValue<Role>[] {
    const found = name === call || name === "default" ? [] : this.#anywhere(name, depth);
    return found.filter((one) => one.kind === "role" && this.#roles.isKnownByName(one.role));
  }

  /** A name that is made of itself has no further value. */
  #once(key: string, read: () => readonly FollowedValue<Role>[]): readonly FollowedValue<Role>[] {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const above = this.#underWay.get(key);
    if (above !== undefined) {
      this.#missing = Math.min(this.#missing, above);
      return [];
    }
    const own = this.#underWay.size;
    const outer = this.#missing;
    this.#underWay.set(key, own);
    this.#missing = own;
    this.#reads += 1;
    const found = read();
    this.#underWay.delete(key);
    const isWhole = this.#missing >= own;
    if (isWhole || this.#reads > maxReads) this.#known.set(key, found);
    this.#missing = isWhole ? outer : Math.min(outer, this.#missing);
    if (own === 0) this.#reads = 0;
    return found;
  }

  #through(all: readonly FollowedValue<Role>[], step: string, depth: number): readonly FollowedValue<Role>[] {
    const found = all.flatMap((one) => this.#step(one, step, depth));
    return found.length > 0 ? found : this.#byNameAlone(step, depth);
  }

  #step(of: FollowedValue<Role>, step: string, depth: number): readonly FollowedValue<Role>[] {
    if (of.kind === "role") {
      const role = step === "default" ? of.role : this.#roles.step(of.role, step);
      if (role === undefined) return [];
      return [role === of.role ? of : { kind: "role", role }];
    }
    if (of.kind === "module") return step === call ? [] : this.#exported(of.module, step, depth);
    if (of.kind === "outside") return step === call ? [] : this.#fromOutside(of.specifier, step, depth);
    const { value, file } = of;
    const below = (one: Value) => this.meanings(one, file, depth + 1);
    if (value.kind === "function" && step === call) return this.#oneOf(value.returned, file, depth + 1);
    const member = value.kind === "object" ? value.members.get(step) : undefined;
    if (member !== undefined) return below(member);
    if (step === "default") return [of];
    return value.kind === "object" ? this.#spread(value, file, step, depth) : [];
  }

  /** Objects that hold each other twice hold the innermost a million times: each is looked into once. */
  #spread(
    object: Value & { readonly kind: "object" },
    file: string,
    step: string,
    depth: number,
  ): readonly FollowedValue<Role>[] {
    const given = (one: Value) => this.#through(this.meanings(one, file, depth + 1), step, depth + 1);
    return this.#once(`${this.#placeOf(object)} ${step}`, () => [...new Set(object.spread.flatMap(given))]);
  }

  /** What tells an object from every other. */
  #placeOf(value: Value): number {
    const known = this.#places.get(value) ?? this.#places.size;
    this.#places.set(value, known);
    return known;
  }

  #exported({ file, values }: PlacedValues, name: string, depth: number): readonly FollowedValue<Role>[] {
    const value = values.exports.get(name);
    if (depth > maxDepth) return [];
    if (value !== undefined) return this.meanings(value, file, depth + 1);
    return values.passedOn.flatMap((specifier) =>
      this.#module(file, specifier).flatMap((one) => this.#step(one, name, depth + 1)),
    );
  }

  /** The file may be one of these all the same, by an address that is not followed; a package is none of them. */
  #fromOutside(specifier: string, name: string, depth: number): readonly FollowedValue<Role>[] {
    const isOwn = name !== "default" || !isPackage(specifier);
    const found = isOwn ? this.#anywhere(name, depth) : [];
    const role = found.length === 0 ? this.#roles.outside(specifier, name) : undefined;
    return role === undefined ? found : [{ kind: "role", role }];
  }
}

const rolesIn = <Role>(meanings: readonly FollowedValue<Role>[]): readonly Role[] =>
  meanings.flatMap((one) => (one.kind === "role" ? [one.role] : []));

/** `express`, `@koa/router`: no path, and no alias of one. */
function isPackage(specifier: string): boolean {
  const [first = "", ...more] = specifier.split("/");
  if (first.startsWith("@")) return first.length > 1 && more.length === 1;
  return more.length === 0 && ![".", "~", "#"].some((mark) => first.startsWith(mark));
}
