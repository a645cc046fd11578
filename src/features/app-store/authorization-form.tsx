import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAppAuthorization, setAppAuthorization } from '#contract/apps.ts'
import { api } from '#src/platform/auth/auth.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { APP_KEY } from './use-install.ts'

/** A key of one's own for an app: it can be set, replaced and deleted, and is never shown again. */
export const AuthorizationForm = ({ appId, isSet }: { appId: string; isSet: boolean }) => {
  const [value, setValue] = useState('')
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [...APP_KEY, appId] })
  const save = useMutation({
    mutationFn: () =>
      api.call(setAppAuthorization, {
        params: { id: appId },
        body: { value },
        reportedBy: 'caller',
      }),
    onSuccess: async () => {
      setValue('')
      await refresh()
    },
  })
  const remove = useMutation({
    mutationFn: () =>
      api.call(deleteAppAuthorization, { params: { id: appId }, reportedBy: 'caller' }),
    onSuccess: refresh,
  })
  const error = save.error ?? remove.error
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() !== '') save.mutate()
      }}
    >
      <Field
        label={isSet ? 'Replace the key' : 'Your key'}
        hint="Kept on the server, sent to this app alone, and never shown again."
        error={error?.message}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            maxLength={4096}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      <span className="flex gap-2">
        <Button type="submit" size="sm" isLoading={save.isPending} disabled={value.trim() === ''}>
          Save key
        </Button>
        {isSet && (
          <Button
            size="sm"
            variant="ghost"
            isLoading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete key
          </Button>
        )}
      </span>
    </form>
  )
}
