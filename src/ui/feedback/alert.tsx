import { cn } from '#src/lib/cn.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'

const TONES = {
  info: { look: 'bg-accent-soft text-accent-ink', Icon: Info },
  positive: { look: 'bg-positive-soft text-positive', Icon: CircleCheck },
  warning: { look: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  danger: { look: 'bg-danger-soft text-danger', Icon: CircleAlert },
} as const

type AlertProps = {
  tone?: keyof typeof TONES
  title: ReactNode
  children?: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
}

/** A persistent message. `danger` interrupts screen readers; other tones do not. */
export const Alert = ({ tone = 'info', title, children, action }: AlertProps) => {
  const { look, Icon } = TONES[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex items-start gap-3 rounded-lg p-3.5 text-start', look)}
    >
      <Icon size={18} className="mt-px shrink-0" />
      {/* The action wraps below if the text beside it would be too narrow. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium wrap-break-word">{title}</p>
          {children !== undefined && (
            <div className="mt-0.5 text-ui wrap-break-word">{children}</div>
          )}
        </div>
        {action}
      </div>
    </div>
  )
}
