import { cn } from '#src/lib/cn.ts'
import { useId, type HTMLAttributes, type ReactNode } from 'react'

type RadioGroupProps<Value extends string> = {
  legend: ReactNode
  isLegendHidden?: boolean
  values: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  /** Classes of the box around the choices. */
  className?: string
  /** Attributes of one choice's label. Its content can follow the input by `group-has-checked:` and the like. */
  choiceProps?: (
    value: Value,
  ) => HTMLAttributes<HTMLLabelElement> & Record<`data-${string}`, string>
  inputClass?: string
  children: (value: Value, isChosen: boolean) => ReactNode
}

/** The browser's own radio buttons, each drawn by its content. */
export const RadioGroup = <Value extends string>({
  legend,
  isLegendHidden = false,
  values,
  value,
  onChange,
  className,
  choiceProps,
  inputClass = 'sr-only',
  children,
}: RadioGroupProps<Value>) => {
  const name = useId()
  return (
    <fieldset>
      <legend className={isLegendHidden ? 'sr-only' : 'mb-1.5 text-ui font-medium'}>
        {legend}
      </legend>
      <div className={className}>
        {values.map((one) => {
          const { className: choiceClass, ...rest } = choiceProps?.(one) ?? {}
          return (
            <label key={one} {...rest} className={cn('group cursor-pointer', choiceClass)}>
              <input
                type="radio"
                name={name}
                value={one}
                checked={one === value}
                onChange={() => onChange(one)}
                className={inputClass}
              />
              {children(one, one === value)}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
