import type { Machine } from './keys.ts'

/** Whose keyboard this probably is; the older property is all that some browsers have. */
export const machineOf = (navigator: Navigator): Machine => {
  const { userAgentData } = navigator as Navigator & { userAgentData?: { platform?: string } }
  const platform = userAgentData?.platform ?? navigator.platform ?? ''
  return /mac|iphone|ipad|ipod/i.test(platform) ? 'apple' : 'other'
}

export const thisMachine: Machine = machineOf(window.navigator)
