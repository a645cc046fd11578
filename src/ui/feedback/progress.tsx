import { cn } from '#src/lib/cn.ts'

type ProgressProps = {
  /** 0 to 100; absent while the amount of work is unknown. */
  percent?: number
  label: string
  tone?: 'accent' | 'positive' | 'danger'
}

const FILLS = { accent: 'bg-accent', positive: 'bg-positive', danger: 'bg-danger-fill' } as const

export const Progress = ({ percent, label, tone = 'accent' }: ProgressProps) => {
  const shown = percent === undefined ? undefined : Math.min(100, Math.max(0, percent))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown === undefined ? undefined : Math.round(shown)}
      className="h-2 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className={cn(
          'h-full rounded-full transition-[width] duration-200',
          FILLS[tone],
          shown === undefined && 'w-1/3 animate-pulse',
        )}
        style={shown === undefined ? undefined : { width: `${shown}%` }}
      />
    </div>
  )
}
