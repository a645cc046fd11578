/** Returns true if the main pointing device is a finger, so that a focused field opens a keyboard on the screen. */
export const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches
