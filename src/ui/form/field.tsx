import { createContext, useContext, useId, type ReactNode } from 'react'

/** Props that connect a control with the label, hint and error of the field around it. */
type FieldControl = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const NO_FIELD: FieldControl = {}

const FieldContext = createContext(NO_FIELD)

export const useFieldControl = (): FieldControl => useContext(FieldContext)

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: ReactNode
}

/** A label, a control, and below it a hint or an error: `<Field label="Name"><Input … /></Field>`. */
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
      <FieldContext
        value={{
          id,
          'aria-describedby': hasNote ? noteId : undefined,
          'aria-invalid': hasError ? true : undefined,
        }}
      >
        {children}
      </FieldContext>
      {hasNote && (
        <p id={noteId} className={hasError ? 'text-ui text-danger' : 'text-ui text-ink-muted'}>
          {hasError ? error : hint}
        </p>
      )}
    </div>
  )
}

/** Excludes further controls from the field's label, hint and error. Each needs its own `aria-label`. */
export const FurtherControls = ({ children }: { children: ReactNode }) => (
  <FieldContext value={NO_FIELD}>{children}</FieldContext>
)
