import type { ReactNode } from 'react'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { SettingRow } from './setting-row.tsx'

type ChoiceRowProps<Value extends string> = {
  title: string
  description: ReactNode
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

const SEGMENT = {
  className:
    'inline-flex h-7.5 items-center justify-center rounded-[7px] px-3 text-ui font-medium text-ink-muted hover:text-ink has-checked:bg-surface-raised has-checked:text-ink has-checked:shadow-low has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent-ink pointer-coarse:h-11 pointer-coarse:min-w-11',
}

export const ChoiceRow = <Value extends string>({
  title,
  description,
  values,
  names,
  value,
  onChange,
}: ChoiceRowProps<Value>) => (
  <SettingRow
    title={title}
    description={description}
    control={
      <RadioGroup
        legend={title}
        isLegendHidden
        values={values}
        value={value}
        onChange={onChange}
        className="flex rounded-[9px] bg-surface-sunken p-0.5 ring-1 ring-line ring-inset"
        choiceProps={() => SEGMENT}
      >
        {(one) => names[one]}
      </RadioGroup>
    }
  />
)
