export type Machine = 'apple' | 'other'

/** Guesses the machine; some browsers only have the older property. */
export const readMachine = (navigator: Navigator): Machine => {
  const { userAgentData } = navigator as Navigator & { userAgentData?: { platform?: string } }
  const platform = userAgentData?.platform ?? navigator.platform ?? ''
  return /mac|iphone|ipad|ipod/i.test(platform) ? 'apple' : 'other'
}

export const thisMachine: Machine = readMachine(window.navigator)
