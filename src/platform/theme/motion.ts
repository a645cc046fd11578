const QUERY = '(prefers-reduced-motion: reduce)'

const systemQuery = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia(QUERY) : null

export const systemPrefersReducedMotion = (): boolean => systemQuery()?.matches === true

/** Returns the function that stops listening. */
export const onSystemMotionChange = (listener: () => void): (() => void) => {
  const query = systemQuery()
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Returns true if animations should not run. The user's setting wins over the system's. */
export const isMotionReduced = (): boolean => {
  const { motion } = document.documentElement.dataset
  return motion === 'reduced' || (motion !== 'full' && systemPrefersReducedMotion())
}
