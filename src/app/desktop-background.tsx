import { batteryTone } from '#src/features/battery/battery.ts'
import { useBattery } from '#src/features/battery/use-battery.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { fetchedPart } from '#src/ui/fetched-part.tsx'

/** Decoration: nobody needs to hear that it did not arrive. */
const Background = fetchedPart(
  async () => (await import('#src/features/background/background.tsx')).Background,
)

const doWithout = () => undefined

/** Stars belong to the night: the dark theme has them, the light one fetches no code for them. */
export const DesktopBackground = () => {
  const theme = useTheme()
  return theme === 'dark' ? <NightSky /> : null
}

const NightSky = () => {
  const battery = useBattery()
  // A made-up level says nothing about the machine.
  const isPowerLow = !battery.isSimulated && batteryTone(battery) === 'low'
  return <Background isPowerLow={isPowerLow} onMissing={doWithout} />
}
