import { useId } from 'react'
import '#src/features/settings/settings.css'

type SegmentedChoiceProps<Value extends string> = {
  label: string
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, side by side; a radio group for keys and screen readers. */
export const SegmentedChoice = <Value extends string>({
  label,
  values,
  names,
  value,
  onChange,
}: SegmentedChoiceProps<Value>) => {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="sr-only">{label}</legend>
      {values.map((one) => (
        <label key={one} className="segment">
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          {names[one]}
        </label>
      ))}
    </fieldset>
  )
}
