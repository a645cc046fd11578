import { cn } from '#src/lib/cn.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { SelectHTMLAttributes } from 'react'
import { useFieldControl } from './field.tsx'
import { CONTROL_CLASS } from './input.tsx'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> & {
  options: readonly { value: string; label: string }[]
  /** `sm` is as high as a small button. */
  size?: 'sm' | 'md'
}

/** The browser's own select in our style, which works with every keyboard, screen reader and phone. */
export const Select = ({ options, size = 'md', className, ...rest }: SelectProps) => (
  <div
    className={cn('relative pointer-coarse:min-h-11', size === 'sm' ? 'h-8' : 'h-10', className)}
  >
    <select
      {...useFieldControl()}
      {...rest}
      className={cn(CONTROL_CLASS, 'h-full appearance-none pr-9', size === 'sm' && 'text-ui')}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      size={16}
      className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-muted"
    />
  </div>
)
