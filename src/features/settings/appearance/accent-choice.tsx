import Check from 'lucide-react/icons/check'
import { useId } from 'react'
import { ACCENTS, appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { texts } from '#src/features/settings/texts.ts'
import '#src/features/settings/settings.css'

export const AccentChoice = () => {
  const { accent } = useAppearance()
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-48 flex-1">
          <legend className="font-medium">{texts.accent.title}</legend>
          <p className="text-ui text-ink-muted">
            {texts.accent.hint} {texts.accent.names[accent]}.
          </p>
        </div>
        <div className="flex flex-wrap">
          {ACCENTS.map((one) => (
            <label key={one} title={texts.accent.names[one]} className="accent-choice">
              <input
                type="radio"
                name={name}
                value={one}
                checked={one === accent}
                onChange={() => appearance.set({ accent: one })}
                className="sr-only"
              />
              <span className="sr-only">{texts.accent.names[one]}</span>
              <span
                aria-hidden="true"
                data-theme={theme}
                data-accent={one}
                className="accent-swatch"
              >
                {one === accent && <Check size={15} strokeWidth={3} />}
              </span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  )
}
