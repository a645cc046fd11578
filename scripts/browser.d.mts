/** The path of a Chromium: the one named by `CHROMIUM_PATH`, the system's, or one that could be installed. */
export function findBrowser(): string | undefined
