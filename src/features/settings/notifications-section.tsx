import {
  DELIVERIES,
  NOTIFICATION_KINDS,
  notifications,
  useDeliveries,
} from '#src/platform/notifications/notifications.ts'
import { QuietHoursSwitch, QuietHoursTimes } from '#src/platform/notifications/quiet-hours.tsx'
import { ChoiceRow } from './choice-row.tsx'
import { SettingRow, SettingRows } from './setting-row.tsx'
import { texts } from './texts.ts'

export const NotificationsSection = () => {
  const deliveries = useDeliveries()
  return (
    <SettingRows>
      {NOTIFICATION_KINDS.map((kind) => {
        const { title, hint } = texts.notifications.kinds[kind]
        return (
          <ChoiceRow
            key={kind}
            title={title}
            description={hint}
            values={DELIVERIES}
            names={texts.notifications.deliveries}
            value={deliveries[kind]}
            onChange={(delivery) => notifications.setDelivery(kind, delivery)}
          />
        )
      })}
      <SettingRow
        title={texts.notifications.quiet}
        description={texts.notifications.quietHint}
        control={
          <div className="flex flex-wrap-reverse items-center justify-end gap-x-4 gap-y-2">
            <QuietHoursTimes />
            <QuietHoursSwitch />
          </div>
        }
      />
    </SettingRows>
  )
}
