const QUERY = '(prefers-reduced-motion: reduce)'

const systemAsksForLess = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia(QUERY).matches

/** Whether this page moves as little as it can: by the user's setting, else as the system asks. */
export const isMotionReduced = (page: Document = document): boolean => {
  const { motion } = page.documentElement.dataset
  return motion === 'reduced' || (motion !== 'full' && systemAsksForLess())
}
