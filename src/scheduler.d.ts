declare module 'scheduler' {
  /** Frames a second that a slice has to leave room for; 0 for the library's own 5 ms. */
  export const unstable_forceFrameRate: (framesPerSecond: number) => void
}
