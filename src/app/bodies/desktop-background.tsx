import { Background } from '#src/features/background/background.tsx'
import { getBatteryTone } from '#src/features/battery/battery.ts'
import { useBattery } from '#src/features/battery/use-battery.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'

export const DesktopBackground = () => {
  const theme = useTheme()
  const battery = useBattery()
  // A simulated level says nothing about the machine.
  const isPowerLow = !battery.isSimulated && getBatteryTone(battery) === 'low'
  return <Background theme={theme} isPowerLow={isPowerLow} />
}
