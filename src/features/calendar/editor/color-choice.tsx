import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { EVENT_COLORS, type EventColor } from '#src/features/calendar/model/event.ts'
import { texts } from '#src/features/calendar/texts.ts'

type ColorChoiceProps = { color: EventColor; onChange: (color: EventColor) => void }

export const ColorChoice = ({ color, onChange }: ColorChoiceProps) => (
  <RadioGroup
    legend={texts.form.color}
    values={EVENT_COLORS}
    value={color}
    onChange={onChange}
    className="flex flex-wrap gap-1 max-[420px]:max-w-49"
    choiceProps={(one) => ({
      'data-tip': texts.colors[one],
      'data-color': one,
      className: 'grid size-9 place-items-center pointer-coarse:size-11',
    })}
  >
    {(one) => (
      <>
        <span className="sr-only">{texts.colors[one]}</span>
        <span
          aria-hidden="true"
          className="size-6 rounded-full bg-(--event-strong) ring-offset-surface-raised group-has-checked:ring-2 group-has-checked:ring-(--event-ink) group-has-checked:ring-offset-2 group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-5 group-has-focus-visible:outline-accent-ink"
        />
      </>
    )}
  </RadioGroup>
)
