export const parted: Readonly<Record<string, readonly string[]>>;
export function groups(): readonly string[];
export function filesOf(group: string): readonly string[];
