import { cn } from '#src/lib/cn.ts'
import type { Ref, TextareaHTMLAttributes } from 'react'
import { useFieldControl } from './field.tsx'
import { CONTROL_CLASS } from './input.tsx'

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  ref?: Ref<HTMLTextAreaElement>
}

export const TextArea = ({ className, rows = 3, ...rest }: TextAreaProps) => (
  <textarea
    {...useFieldControl()}
    {...rest}
    rows={rows}
    className={cn(CONTROL_CLASS, 'h-auto resize-y py-2', className)}
  />
)
