export type Battery = {
  /** 0 to 100. */
  levelPercent: number
  isCharging: boolean
  /** Seconds; infinite if unknown. */
  timeToFullSeconds: number
  timeRemainingSeconds: number
  /** True where the browser does not report its battery and the level is simulated. */
  isSimulated: boolean
}

const BLINK_AT_PERCENT = 10
const LOW_AT_PERCENT = 20
const MIDDLE_AT_PERCENT = 50

export type BatteryTone = 'charging' | 'low' | 'middle' | 'default'

export const getBatteryTone = ({ levelPercent, isCharging }: Battery): BatteryTone => {
  if (isCharging) return 'charging'
  if (levelPercent <= LOW_AT_PERCENT) return 'low'
  return levelPercent <= MIDDLE_AT_PERCENT ? 'middle' : 'default'
}

export const getBatteryMotion = ({
  levelPercent,
  isCharging,
}: Battery): 'pulse' | 'blink' | 'none' => {
  if (isCharging) return 'pulse'
  return levelPercent <= BLINK_AT_PERCENT ? 'blink' : 'none'
}

export const SIMULATED_TICK_MS = 10 * 60 * 1000
const SIMULATED_START_PERCENT = 85
const SIMULATED_RESET_BELOW_PERCENT = 5

/** Returns the simulated level: one point less every ten minutes, and back at the start instead of below 5. */
export const simulateLevel = (elapsedMs: number): number => {
  const levels = SIMULATED_START_PERCENT - SIMULATED_RESET_BELOW_PERCENT + 1
  return SIMULATED_START_PERCENT - (Math.floor(elapsedMs / SIMULATED_TICK_MS) % levels)
}

export const simulateBattery = (levelPercent: number): Battery => ({
  levelPercent,
  isCharging: false,
  timeToFullSeconds: Number.POSITIVE_INFINITY,
  timeRemainingSeconds: Number.POSITIVE_INFINITY,
  isSimulated: true,
})

/** Returns hours and minutes, such as `2 h 05 min`, or `Unknown` when the time is infinite or not above zero. */
export const describeDuration = (seconds: number): string => {
  if (!Number.isFinite(seconds) || seconds <= 0) return 'Unknown'
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `${hours} h ${String(rest).padStart(2, '0')} min`
}
