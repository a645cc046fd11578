import type { ReactNode } from 'react'

type CheckboxProps = {
  isChecked: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

export const Checkbox = ({ isChecked, isDisabled = false, onChange, children }: CheckboxProps) => (
  <label className="flex cursor-pointer items-start gap-2.5 rounded-md px-1 py-1.5 hover:bg-hover pointer-coarse:min-h-11">
    <input
      type="checkbox"
      className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      checked={isChecked}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className="min-w-0">{children}</span>
  </label>
)
