import { useEffect, useState } from 'react'
import {
  SIMULATED_START_PERCENT,
  SIMULATED_TICK_MS,
  nextSimulatedLevel,
  simulatedBattery,
} from './battery.ts'
import type { Battery } from './battery.ts'

/** The Battery Status API, which only some browsers have: https://www.w3.org/TR/battery-status/ */
type BatteryManager = EventTarget & {
  level: number
  charging: boolean
  chargingTime: number
  dischargingTime: number
}

const CHANGES = ['levelchange', 'chargingchange', 'chargingtimechange', 'dischargingtimechange']

const read = (manager: BatteryManager): Battery => ({
  levelPercent: Math.round(manager.level * 100),
  isCharging: manager.charging,
  timeToFullSeconds: manager.chargingTime,
  timeRemainingSeconds: manager.dischargingTime,
  isSimulated: false,
})

const findBattery = async (): Promise<BatteryManager | null> => {
  const { getBattery } = navigator as { getBattery?: () => Promise<BatteryManager> }
  try {
    return (await getBattery?.call(navigator)) ?? null
  } catch {
    // Refused by a permissions policy: as good as absent.
    return null
  }
}

const simulate = (show: (battery: Battery) => void, left: AbortSignal) => {
  let level = SIMULATED_START_PERCENT
  const timer = setInterval(() => {
    level = nextSimulatedLevel(level)
    show(simulatedBattery(level))
  }, SIMULATED_TICK_MS)
  left.addEventListener('abort', () => clearInterval(timer))
}

const follow = (manager: BatteryManager, show: (battery: Battery) => void, left: AbortSignal) => {
  const showNow = () => show(read(manager))
  showNow()
  for (const change of CHANGES) manager.addEventListener(change, showNow, { signal: left })
}

/** The battery of this machine, or a simulated one where the browser does not tell. */
export const useBattery = (): Battery => {
  const [battery, setBattery] = useState(() => simulatedBattery(SIMULATED_START_PERCENT))
  useEffect(() => {
    const leaving = new AbortController()
    const start = async () => {
      const manager = await findBattery()
      if (leaving.signal.aborted) return
      if (manager === null) simulate(setBattery, leaving.signal)
      else follow(manager, setBattery, leaving.signal)
    }
    void start()
    return () => leaving.abort()
  }, [])
  return battery
}
