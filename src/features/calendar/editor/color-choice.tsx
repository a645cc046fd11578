import { EVENT_COLOURS } from '#src/features/calendar/model/event.ts'
import type { EventColour } from '#src/features/calendar/model/event.ts'
import { texts } from '#src/features/calendar/texts.ts'

type ColourChoiceProps = { colour: EventColour; onChange: (colour: EventColour) => void }

export const ColourChoice = ({ colour, onChange }: ColourChoiceProps) => (
  <fieldset>
    <legend className="mb-1.5 text-ui font-medium">{texts.form.colour}</legend>
    <div className="colour-choices flex flex-wrap gap-1">
      {EVENT_COLOURS.map((one) => (
        <label key={one} title={texts.colours[one]} data-colour={one} className="colour-choice">
          <input
            type="radio"
            name="colour"
            value={one}
            checked={one === colour}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          <span className="sr-only">{texts.colours[one]}</span>
          <span aria-hidden="true" className="colour-swatch" />
        </label>
      ))}
    </div>
  </fieldset>
)
