import { unstable_forceFrameRate } from 'scheduler'

const FIRST_SCREEN_FPS = 25
/** What React does by itself. */
const USUAL = 0

/**
 * How long React renders at a stretch what can be interrupted. In slices a whole screen does not hold up a slow machine;
 * long ones, since each costs a fast machine a frame.
 */
export const renderInLongSlices = (): void => unstable_forceFrameRate(FIRST_SCREEN_FPS)

export const renderInUsualSlices = (): void => unstable_forceFrameRate(USUAL)
