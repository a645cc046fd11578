const QUERY = '(prefers-reduced-motion: reduce)'

const systemQuery = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia(QUERY) : null

export const systemAsksForLess = (): boolean => systemQuery()?.matches === true

export const onSystemMotionChange = (listener: () => void): (() => void) => {
  const query = systemQuery()
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

export const isMotionReduced = (page: Document = document): boolean => {
  const { motion } = page.documentElement.dataset
  return motion === 'reduced' || (motion !== 'full' && systemAsksForLess())
}
