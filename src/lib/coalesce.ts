/**
 * Returns a function that starts `work` once for all calls within `delayMs`. A call during the work starts it once more
 * when it is done. `work` must not reject.
 */
export const coalesce = (work: () => Promise<unknown>, delayMs: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWorking = false
  let isAskedAgain = false
  const ask = (): void => {
    if (isWorking) isAskedAgain = true
    else timer ??= setTimeout(() => void run(), delayMs)
  }
  const run = async () => {
    timer = undefined
    isWorking = true
    try {
      await work()
    } finally {
      isWorking = false
      if (isAskedAgain) {
        isAskedAgain = false
        ask()
      }
    }
  }
  return ask
}
