import { useEffect, useState } from 'react'
import { SIMULATED_TICK_MS, simulateBattery, simulateLevel, type Battery } from './battery.ts'

/** The Battery Status API, which only some browsers have: https://www.w3.org/TR/battery-status/ */
type BatteryManager = EventTarget & {
  level: number
  charging: boolean
  chargingTime: number
  dischargingTime: number
}

const CHANGES = ['levelchange', 'chargingchange', 'chargingtimechange', 'dischargingtimechange']

const readBattery = (manager: BatteryManager): Battery => ({
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
    // A permissions policy can refuse it, which counts as absent.
    return null
  }
}

/** When the simulation began. It continues while other screens are shown. */
let simulatedSinceMs: number | null = null

const simulatedNow = (): Battery => {
  simulatedSinceMs ??= Date.now()
  return simulateBattery(simulateLevel(Date.now() - simulatedSinceMs))
}

const simulate = (show: (battery: Battery) => void, left: AbortSignal) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const showNow = () => {
    show(simulatedNow())
    const elapsedMs = Date.now() - (simulatedSinceMs ?? Date.now())
    timer = setTimeout(showNow, SIMULATED_TICK_MS - (elapsedMs % SIMULATED_TICK_MS))
  }
  showNow()
  left.addEventListener('abort', () => clearTimeout(timer))
}

const follow = (manager: BatteryManager, show: (battery: Battery) => void, left: AbortSignal) => {
  const showNow = () => show(readBattery(manager))
  showNow()
  for (const change of CHANGES) manager.addEventListener(change, showNow, { signal: left })
}

/** Returns the battery of this machine, or a simulated one where the browser does not show it. */
export const useBattery = (): Battery => {
  const [battery, setBattery] = useState(simulatedNow)
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
