export type KeyboardType = 'apple' | 'other'

/** Guesses the machine; some browsers only have the older property. */
export const detectKeyboardType = (navigator: Navigator): KeyboardType => {
  const { userAgentData } = navigator as Navigator & { userAgentData?: { platform?: string } }
  const platform = userAgentData?.platform ?? navigator.platform ?? ''
  return /mac|iphone|ipad|ipod/i.test(platform) ? 'apple' : 'other'
}

export const thisKeyboard: KeyboardType = detectKeyboardType(window.navigator)
