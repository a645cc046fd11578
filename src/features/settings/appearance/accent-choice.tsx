import Check from 'lucide-react/icons/check'
import { ACCENTS } from '#contract/appearance.ts'
import { appearance, useAppearance } from '#src/platform/theme/appearance-store.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { texts } from '#src/features/settings/texts.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'

export const AccentChoice = () => {
  const { accent } = useAppearance()
  const theme = useTheme()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-48 flex-1">
        <p aria-hidden="true" className="font-medium">
          {texts.accent.title}
        </p>
        <p className="text-ui text-ink-muted">{texts.accent.hint(texts.accent.names[accent])}</p>
      </div>
      <RadioGroup
        legend={texts.accent.title}
        isLegendHidden
        values={ACCENTS}
        value={accent}
        onChange={(one) => appearance.set({ accent: one })}
        className="flex flex-wrap"
        choiceProps={(one) => ({
          'data-tip': texts.accent.names[one],
          className: 'grid size-9 place-items-center pointer-coarse:size-11',
        })}
      >
        {(one, isChosen) => (
          <>
            <span className="sr-only">{texts.accent.names[one]}</span>
            <span
              aria-hidden="true"
              data-theme={theme}
              data-accent={one}
              className="grid size-6.5 place-items-center rounded-full bg-accent text-accent-on ring-offset-surface-raised group-has-checked:ring-2 group-has-checked:ring-accent-ink group-has-checked:ring-offset-2 group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-6 group-has-focus-visible:outline-accent-ink"
            >
              {isChosen && <Check size={15} strokeWidth={3} />}
            </span>
          </>
        )}
      </RadioGroup>
    </div>
  )
}
