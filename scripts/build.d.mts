/** Builds the browser side when it is stale. Rejects with what the build printed. */
export function ensureBuilt(): Promise<void>
