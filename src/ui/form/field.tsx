import { useId, type ReactNode } from 'react'

/** Props that tie a control to the label, hint and error of its field. */
type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** A label, a control, and below it a hint or an error: `<Field label="Name">{(c) => <Input {...c} />}</Field>`. */
export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId()
  const noteId = `${id}-note`
  const hasError = error !== undefined && error !== null && error !== ''
  const hasNote = hasError || hint !== undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-ui font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': hasError ? true : undefined,
      })}
      {hasNote && (
        <p id={noteId} className={hasError ? 'text-ui text-danger' : 'text-ui text-ink-muted'}>
          {hasError ? error : hint}
        </p>
      )}
    </div>
  )
}
