/** Points that each term adds to a score when it is full. */
export const SCORE_POINTS = { P: 25, R: 15, W: 20, En: 20, Ex: 20 } as const
