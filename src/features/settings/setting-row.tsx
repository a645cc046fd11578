import type { ReactNode } from 'react'
import { Switch } from '#src/ui/form/switch.tsx'

type SettingRowProps = { title: string; description?: ReactNode; control: ReactNode }

export const SettingRow = ({ title, description, control }: SettingRowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
    <div className="min-w-48 flex-1">
      <p className="font-medium">{title}</p>
      {description !== undefined && <p className="text-ui text-ink-muted">{description}</p>}
    </div>
    {control}
  </div>
)

export const SettingRows = ({ children }: { children: ReactNode }) => (
  <div className="divide-y rounded-xl bg-surface-raised p-4 shadow-low ring-1 ring-line">
    {children}
  </div>
)

type SwitchRowProps = Omit<SettingRowProps, 'control'> & {
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

export const SwitchRow = ({ title, description, ...control }: SwitchRowProps) => (
  <SettingRow
    title={title}
    description={description}
    control={<Switch label={title} {...control} />}
  />
)
