export const MEMORY_SETTINGS: Readonly<Record<string, string>>
