import { Background } from '#src/features/background/background.tsx'
import { batteryTone } from '#src/features/battery/battery.ts'
import { useBattery } from '#src/features/battery/use-battery.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'

/** Stars belong to the night: only the dark theme has them. */
export const DesktopBackground = () => {
  const theme = useTheme()
  return theme === 'dark' ? <NightSky /> : null
}

const NightSky = () => {
  const battery = useBattery()
  // A made-up level says nothing about the machine.
  const isPowerLow = !battery.isSimulated && batteryTone(battery) === 'low'
  return <Background isPowerLow={isPowerLow} />
}
