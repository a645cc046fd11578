import { Button } from '#src/ui/form/button.tsx'
import { cn } from '#src/lib/cn.ts'
import { Popover } from '#src/ui/overlay/popover.tsx'
import { getBatteryMotion, getBatteryTone, describeDuration } from './battery.ts'
import type { Battery, BatteryTone } from './battery.ts'
import { useBattery } from './use-battery.ts'
import { statusPartClass } from '#src/ui/status-part.ts'

const TONE_CLASSES: Record<BatteryTone, string> = {
  charging: 'text-positive',
  low: 'text-danger',
  middle: 'text-warning',
  default: '',
}

const MOTION_CLASSES = {
  pulse: 'animate-pulse',
  blink: 'animate-blink',
  none: '',
} as const

/** Inner width of the drawn cell. */
const CELL_WIDTH = 15

const BatteryGlyph = ({ battery }: { battery: Battery }) => {
  const tone = getBatteryTone(battery)
  const motion = getBatteryMotion(battery)
  return (
    <svg
      width="27"
      height="14"
      viewBox="0 0 27 14"
      aria-hidden="true"
      data-tone={tone}
      data-motion={motion}
      className={cn(TONE_CLASSES[tone], MOTION_CLASSES[motion])}
    >
      <rect
        x=".75"
        y="1.25"
        width="21.5"
        height="11.5"
        rx="3.5"
        fill="none"
        stroke="currentColor"
        strokeOpacity=".55"
        strokeWidth="1.3"
      />
      <path d="M24 5v4c.9-.3 1.5-1.1 1.5-2S24.9 5.3 24 5z" fill="currentColor" fillOpacity=".55" />
      <rect
        x="3"
        y="3.5"
        width={Math.max(1.5, (CELL_WIDTH + 2) * (battery.levelPercent / 100))}
        height="7"
        rx="1.6"
        fill="currentColor"
      />
      {battery.isCharging && (
        <path
          d="m12.5 2.5-3.5 5.200h2.600l-.8 3.8 3.7-5.300h-2.700z"
          fill="var(--surface-raised)"
          stroke="currentColor"
          strokeWidth=".7"
        />
      )}
    </svg>
  )
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-ink-muted">{name}</dt>
    <dd className="tabular font-medium">{value}</dd>
  </div>
)

/** Shows the level in the status bar. A press opens details about the battery. */
export const BatteryIndicator = () => {
  const battery = useBattery()
  return (
    <Popover
      title="Battery Information"
      trigger={
        <Button
          variant="plain"
          aria-label={`Battery ${battery.levelPercent}%${battery.isCharging ? ', charging' : ''}`}
          className={statusPartClass()}
        >
          <span className="tabular max-sm:sr-only">{battery.levelPercent}%</span>
          <BatteryGlyph battery={battery} />
        </Button>
      }
    >
      <dl className="grid gap-2 text-ui">
        <Row name="Level" value={`${battery.levelPercent}%`} />
        <Row name="Status" value={battery.isCharging ? 'Charging' : 'Discharging'} />
        {battery.isCharging ? (
          <Row name="Time to full" value={describeDuration(battery.timeToFullSeconds)} />
        ) : (
          <Row name="Time remaining" value={describeDuration(battery.timeRemainingSeconds)} />
        )}
      </dl>
      {battery.isSimulated && (
        <p className="mt-3 border-t pt-3 text-ui text-ink-muted">
          Your browser doesn’t report battery level; this is simulated.
        </p>
      )}
    </Popover>
  )
}
