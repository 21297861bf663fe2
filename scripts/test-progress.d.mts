/** Of Vitest's reporter, what the tests of it call. */
interface Module {
  readonly moduleId: string;
}

export default class TestProgress {
  constructor(options?: {
    /** Seconds that each file took. */
    readonly last?: Readonly<Record<string, number>>;
    /** Seconds. */
    readonly now?: () => number;
    readonly say?: (line: string) => void;
  });
  onTestRunStart(specifications: readonly Module[]): void;
  onTestModuleStart(module: Module): void;
  onTestModuleEnd(module: Module & { readonly ok: () => boolean }): void;
  onTestRunEnd(): void;
  tell(): void;
}
export function keepSeconds(
  results: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[],
  file?: string,
): void;
