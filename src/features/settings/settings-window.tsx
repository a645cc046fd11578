import type { ReactNode } from 'react'
import { desktopIcons, useDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { DarkSwitch } from './dark-switch.tsx'
import { DesktopLook } from './desktop-look.tsx'
import { SettingRow } from './setting-row.tsx'
import { useReducedMotion } from './use-reduced-motion.ts'

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 text-[13px] font-semibold text-ink-muted">{title}</h3>
    <div className="divide-y rounded-xl bg-surface-raised p-4 shadow-low ring-1 ring-line">
      {children}
    </div>
  </section>
)

const ResetIcons = () => {
  const { names, order, removed } = useDesktopIcons()
  const isAsDelivered = Object.keys(names).length + order.length + removed.length === 0
  return (
    <SettingRow
      title="Icons"
      description={
        isAsDelivered
          ? 'Every icon is in its place, under its own name.'
          : 'Brings back removed icons, their names and their order.'
      }
      control={
        <Button
          disabled={isAsDelivered}
          onClick={() => {
            desktopIcons.reset()
            showToast({ title: 'Icons are as they were at first' })
          }}
        >
          Reset icons
        </Button>
      }
    />
  )
}

export const SettingsWindow = () => {
  const isReduced = useReducedMotion()
  return (
    <div className="mx-auto grid max-w-2xl gap-6 p-6 max-sm:p-4">
      <Group title="Appearance">
        <DarkSwitch />
        <DesktopLook />
        <SettingRow
          title="Motion"
          description="Follows the setting of your system."
          control={
            <Badge tone={isReduced ? 'accent' : 'neutral'}>{isReduced ? 'Reduced' : 'Full'}</Badge>
          }
        />
      </Group>
      <Group title="Desktop">
        <ResetIcons />
      </Group>
    </div>
  )
}
