import { cn } from '#src/lib/cn.ts'
import { cva, type VariantProps } from 'class-variance-authority'
import type { HTMLAttributes } from 'react'

const kbdClass = cva('font-sans font-medium', {
  variants: {
    look: {
      cap: 'inline-flex h-5 min-w-5 items-center justify-center rounded-[5px] bg-hover px-1.5 text-2xs leading-none text-ink-muted ring-1 ring-line ring-inset',
      text: 'text-ui',
    },
  },
  defaultVariants: { look: 'cap' },
})

type KbdProps = HTMLAttributes<HTMLElement> & VariantProps<typeof kbdClass>

export const Kbd = ({ look, className, ...rest }: KbdProps) => (
  <kbd {...rest} className={cn(kbdClass({ look }), className)} />
)
