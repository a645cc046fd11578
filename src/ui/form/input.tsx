import { cn } from '#src/lib/cn.ts'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { useFieldControl } from './field.tsx'

/** Classes of inputs, selects and text areas. Text of 16 px on phones keeps iOS from zooming in. */
export const CONTROL_CLASS =
  'h-10 w-full min-w-0 rounded-md bg-surface-raised px-3 text-sm text-ink shadow-low ring-1 ring-line-strong ring-inset transition-shadow placeholder:text-ink-faint hover:ring-ink-faint focus:outline-2 focus:-outline-offset-1 focus:outline-accent-ink disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:ring-danger [&[type=number]]:[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none max-sm:text-base pointer-coarse:min-h-11'

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  /** Shown inside the box at its right end, such as a unit. */
  suffix?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export const Input = ({ suffix, className, ...rest }: InputProps) => {
  const control = useFieldControl()
  if (suffix === undefined) {
    return <input {...control} {...rest} className={cn(CONTROL_CLASS, className)} />
  }
  return (
    <div className="relative">
      <input {...control} {...rest} className={cn(CONTROL_CLASS, 'pr-14', className)} />
      <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ui text-ink-muted">
        {suffix}
      </span>
    </div>
  )
}
