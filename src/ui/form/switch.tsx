import { cn } from '#src/lib/cn.ts'

type SwitchProps = {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

export const Switch = ({ label, isOn, onChange, isDisabled = false }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    aria-label={label}
    disabled={isDisabled}
    onClick={() => onChange(!isOn)}
    className="inline-flex items-center justify-center disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
  >
    <span
      className={cn(
        'flex h-6 w-10 items-center rounded-full p-0.5 transition-colors',
        isOn ? 'bg-accent' : 'bg-(--switch-off)',
      )}
    >
      <span
        className={cn(
          'size-5 rounded-full bg-white shadow-low transition-transform',
          isOn && 'translate-x-4',
        )}
      />
    </span>
  </button>
)
