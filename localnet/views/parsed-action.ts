export type ParsedAction = { type: string; info: Record<string, unknown> }

export const nameAccounts = (names: readonly string[], accounts: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, accounts[index]]))
