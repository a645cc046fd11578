/** Returns a function that calls all the given ones, such as unsubscribe functions. */
export const combineStops =
  (...stops: readonly (() => unknown)[]): (() => void) =>
  () => {
    for (const stop of stops) stop()
  }
