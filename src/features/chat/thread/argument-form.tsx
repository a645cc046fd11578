import { useRef, useState } from 'react'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { readFields, readForm, type ArgumentField } from './argument-fields.ts'

type ArgumentFormProps = {
  schema: unknown
  given: unknown
  missing: readonly string[]
  isBusy: boolean
  onSubmit: (args: Record<string, unknown>) => void
}

export const ArgumentForm = ({ schema, given, missing, isBusy, onSubmit }: ArgumentFormProps) => {
  const [fields] = useState(() => readFields(schema, given, missing))
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  )
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const submit = () => {
    const reading = readForm(fields, values)
    if (reading.ok) {
      setErrors({})
      onSubmit(reading.arguments)
      return
    }
    setErrors(reading.errors)
    const first = fields.find(({ name }) => reading.errors[name] !== undefined)
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus()
    }
  }
  return (
    <Form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      {fields.map((field) => (
        <Field
          key={field.name}
          label={
            <>
              {field.label}
              {!field.isRequired && <span className="font-normal text-ink-muted"> (optional)</span>}
            </>
          }
          {...(field.hint === null ? {} : { hint: field.hint })}
          error={errors[field.name]}
        >
          <Control
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        </Field>
      ))}
      <div>
        <Button type="submit" variant="primary" isLoading={isBusy}>
          Run
        </Button>
      </div>
    </Form>
  )
}

type ControlProps = {
  field: ArgumentField
  value: string
  onChange: (value: string) => void
}

const Control = ({ field, value, onChange }: ControlProps) => {
  const shared = {
    name: field.name,
    value,
    'aria-required': field.isRequired || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          label={field.label}
          isOn={value === 'true'}
          onChange={(isOn) => onChange(String(isOn))}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          options={[
            { value: '', label: 'Choose…' },
            ...field.options.map((option) => ({ value: String(option), label: String(option) })),
          ]}
        />
      )
    case 'number':
      return (
        <Input {...shared} inputMode={field.isInteger ? 'numeric' : 'decimal'} autoComplete="off" />
      )
    case 'lines':
      return <TextArea {...shared} rows={3} placeholder="One per line" />
    case 'json':
      return <TextArea {...shared} rows={3} placeholder="{ }" className="font-mono text-ui" />
    case 'text':
      return <Input {...shared} autoComplete="off" spellCheck={false} />
  }
}
