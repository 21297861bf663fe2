export function signInAndOut(base: string, alive: () => boolean, basePath?: string): Promise<void>;
