/** Routers that functions of other files return, and plugins that are loaded from folders: where calls lead beside their names. */
import type { FileValues } from "../names/file-values.js";
import { filesLoaded, folderLoader } from "./loaded-folder.js";
import type { RoutedCall, RoutedFile } from "./routed-calls.js";

interface PlacedFile extends RoutedFile {
  readonly source: { readonly path: string; readonly values: FileValues };
}

type PlacedCall<File> = RoutedCall & { readonly file: File; readonly key: string };

/** The calls of all files, with the names that they lead to. */
interface Routed<File> {
  readonly files: readonly File[];
  readonly calls: readonly PlacedCall<File>[];
  targetsOf(call: PlacedCall<File>): readonly string[];
}

/** Whether a call loads plugins from a folder. */
export const loadsFolder = ({ folder, file, targets }: PlacedCall<PlacedFile>): boolean =>
  folder !== undefined && targets.some((name) => file.imported.get(name)?.specifier === folderLoader);

/** The same with a call for each file that is loaded, and with what functions return among the targets. */
export function ledOn<File extends PlacedFile, All extends Routed<File>>(routed: All & Routed<File>): All {
  const byPath = new Map(routed.files.map((file) => [file.source.path, file]));
  const loaded = new Map<PlacedCall<File>, readonly string[]>();
  const sources = routed.files.map(({ source }) => source);
  const calls = routed.calls.flatMap((call) => {
    const { folder } = call;
    if (folder?.folder === undefined || !loadsFolder(call)) return [call];
    return filesLoaded(sources, folder).map(({ path, prefix }) => {
      const plugin = { ...call, path: prefix, targets: [] };
      loaded.set(plugin, [`${path}#${byPath.get(path)?.exported["default"] ?? "default"}`]);
      return plugin;
    });
  });
  /** What the calls of a function give, by the name of the function where the call is. */
  const givenBy = (call: PlacedCall<File>, maker: string): readonly string[] =>
    routed.targetsOf({ ...call, targets: [maker] }).flatMap((key) => {
      const [path = "", name = ""] = key.split("#");
      const file = byPath.get(path);
      const result = file?.returned.get(name);
      return file && result !== undefined ? routed.targetsOf({ ...call, file, targets: [result] }) : [];
    });
  const targetsOf = (call: PlacedCall<File>): readonly string[] =>
    loaded.get(call) ?? [
      ...routed.targetsOf(call),
      ...call.targets.flatMap((name) => {
        const maker = call.file.results.get(name);
        return maker === undefined ? [] : givenBy(call, maker);
      }),
    ];
  return { ...routed, calls, targetsOf };
}
