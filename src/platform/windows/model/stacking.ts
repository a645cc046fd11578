/** The number of the lowest window; each raise counts up from there. */
export const FIRST_Z = 1000

/** Stacking numbers by window id. Only the raised window's number changes, so a raise touches one window. */
export type Stacking = Readonly<Record<string, number>>

const highestOf = (stacking: Stacking): number => Math.max(FIRST_Z - 1, ...Object.values(stacking))

/** Puts a window on top; the very same stacking when it is there already. */
export const raise = (stacking: Stacking, id: string): Stacking => {
  const highest = highestOf(stacking)
  return stacking[id] === highest ? stacking : { ...stacking, [id]: highest + 1 }
}

export const without = (stacking: Stacking, id: string): Stacking =>
  Object.fromEntries(Object.entries(stacking).filter(([other]) => other !== id))

/** Ids from the lowest to the highest. */
export const fromBottom = (stacking: Stacking): string[] =>
  Object.entries(stacking)
    .toSorted(([, one], [, other]) => one - other)
    .map(([id]) => id)

/** The highest of the windows that `isEligible`, or null. */
export const topmost = (stacking: Stacking, isEligible: (id: string) => boolean): string | null =>
  fromBottom(stacking).findLast(isEligible) ?? null

/** Numbers for windows listed from the lowest to the highest. */
export const stackFromBottom = (ids: readonly string[]): Stacking =>
  Object.fromEntries(ids.map((id, index) => [id, FIRST_Z + index]))
