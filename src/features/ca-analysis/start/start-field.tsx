import Search from 'lucide-react/icons/search'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { Input } from '#src/ui/form/input.tsx'

type StartFieldProps = Omit<ComponentProps<typeof Input>, 'id' | 'className'> & {
  label: string
  /** The choices so far. */
  chosen?: ReactNode
  /** The text of the button. */
  action: string
  icon?: ReactNode
  isBusy: boolean
  isDisabled: boolean
  /** Why nothing can start; null if it can. */
  message: string | null
  /** True if the message is about text being typed, which is not announced at once. */
  isTypo: boolean
  /** The note below, shown if there is no message. */
  children: ReactNode
}

/** The main field of a tool, with its button and a note below. */
export const StartField = ({
  label,
  chosen,
  action,
  isBusy,
  icon = <Search size={16} />,
  isDisabled,
  message,
  isTypo,
  children,
  ...input
}: StartFieldProps) => {
  const fieldId = useId()
  const noteId = useId()
  return (
    <>
      <label htmlFor={fieldId} className="text-ui font-medium">
        {label}
      </label>
      {chosen}
      <div className="flex gap-2 max-sm:flex-col">
        <Input
          {...input}
          id={fieldId}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={message !== null || undefined}
          aria-describedby={noteId}
        />
        <Button
          type="submit"
          variant="primary"
          isLoading={isBusy}
          disabled={isDisabled}
          icon={icon}
        >
          {action}
        </Button>
      </div>
      <p
        id={noteId}
        role={message === null || isTypo ? undefined : 'alert'}
        aria-live="polite"
        className={message === null ? 'text-ui text-ink-muted' : 'text-ui text-danger'}
      >
        {message ?? children}
      </p>
    </>
  )
}
