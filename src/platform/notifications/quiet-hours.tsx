import { formatMinutes, parseMinutes } from '#src/lib/clock-time.ts'
import { Switch } from '#src/ui/form/switch.tsx'
import { TimeField } from '#src/ui/form/time-field.tsx'
import { notifications, useQuietHours } from './notifications.ts'

export const QuietHoursSwitch = () => {
  const quiet = useQuietHours()
  return (
    <Switch
      label="Quiet hours"
      isOn={quiet.isOn}
      onChange={(isOn) => notifications.setQuiet({ ...quiet, isOn })}
    />
  )
}

type TimeProps = { label: string; minute: number; onChange: (minute: number) => void }

const Time = ({ label, minute, onChange }: TimeProps) => (
  <TimeField
    aria-label={label}
    value={formatMinutes(minute)}
    onChange={(time) => {
      const typed = parseMinutes(time)
      if (typed !== null) onChange(typed)
    }}
    className="h-8 w-auto flex-1 text-ui"
  />
)

/** The first and the last minute of quiet hours; nothing while they are off. */
export const QuietHoursTimes = () => {
  const quiet = useQuietHours()
  if (!quiet.isOn) return null
  return (
    <div className="flex items-center gap-2">
      <Time
        label="Quiet from"
        minute={quiet.fromMinute}
        onChange={(fromMinute) => notifications.setQuiet({ ...quiet, fromMinute })}
      />
      <span aria-hidden="true">–</span>
      <Time
        label="Quiet until"
        minute={quiet.toMinute}
        onChange={(toMinute) => notifications.setQuiet({ ...quiet, toMinute })}
      />
    </div>
  )
}
