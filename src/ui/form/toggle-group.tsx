import { cn } from '#src/lib/cn.ts'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode, Ref } from 'react'

const groupClass = cva('flex', {
  variants: {
    look: {
      segments: 'w-fit gap-0.5 rounded-lg bg-surface-sunken p-0.5 ring-1 ring-line ring-inset',
      // The padding leaves room for the focus ring.
      chips: '-m-1 gap-2 overflow-x-auto p-1',
    },
  },
})

const itemClass = cva(
  'h-8 shrink-0 px-3 text-ui font-medium whitespace-nowrap text-ink-muted transition-colors hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11',
  {
    variants: {
      look: {
        segments:
          'rounded-md aria-pressed:bg-surface-raised aria-pressed:text-ink aria-pressed:shadow-low @max-md:px-2',
        chips:
          'rounded-full bg-surface-raised px-3.5 ring-1 ring-line ring-inset hover:bg-surface-sunken aria-pressed:bg-accent aria-pressed:text-accent-on aria-pressed:ring-0',
      },
    },
  },
)

type ToggleItem<Value extends string> = {
  value: Value
  label: ReactNode
  ref?: Ref<HTMLButtonElement>
}

type ToggleGroupProps<Value extends string> = Required<VariantProps<typeof groupClass>> & {
  label: string
  items: readonly ToggleItem<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export const ToggleGroup = <Value extends string>({
  label,
  items,
  value,
  onChange,
  look,
}: ToggleGroupProps<Value>) => (
  <div role="group" aria-label={label} className={groupClass({ look })}>
    {items.map((item) => (
      <button
        key={item.value}
        ref={item.ref}
        type="button"
        aria-pressed={item.value === value}
        onClick={() => onChange(item.value)}
        className={cn(itemClass({ look }))}
      >
        {item.label}
      </button>
    ))}
  </div>
)
