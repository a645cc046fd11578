/**
 * Returns a function that starts `work` once for all calls within `delayMs`. A call while it runs starts it once more
 * afterwards. `work` must not reject.
 */
export const coalesce = (work: () => Promise<unknown>, delayMs: number): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWorking = false
  let isRequestedAgain = false
  const request = (): void => {
    if (isWorking) isRequestedAgain = true
    else timer ??= setTimeout(() => void run(), delayMs)
  }
  const run = async () => {
    timer = undefined
    isWorking = true
    try {
      await work()
    } finally {
      isWorking = false
      if (isRequestedAgain) {
        isRequestedAgain = false
        request()
      }
    }
  }
  return request
}
