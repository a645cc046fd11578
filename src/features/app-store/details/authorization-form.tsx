import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteAppAuthorization,
  setAppAuthorization,
  type StoreAppDetail,
} from '#contract/apps/apps.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { APP_KEY } from '#src/features/app-store/app-query.ts'
import { SignInButton } from './sign-in-button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'

type Authorization = NonNullable<StoreAppDetail['authorization']>
type AccessProps = { appId: string; appName: string; authorization: Authorization }

/** Lets the user sign in to the app's service, or enter an API key. */
export const AppAccess = ({ appId, appName, authorization }: AccessProps) => {
  const { can_sign_in: canSignIn, is_signed_in: isSignedIn, is_set: isSet } = authorization
  const remove = useRemoval(appId)
  if (!canSignIn) return <KeyForm appId={appId} isSet={isSet} />
  if (isSignedIn) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="flex items-center gap-2">
          <Badge tone="positive">Signed in</Badge>
          <span className="text-ui text-ink-muted">
            Your token is stored on the server and used only by this app.
          </span>
        </p>
        <Button size="sm" isLoading={remove.isPending} onClick={() => remove.mutate()}>
          Sign out
        </Button>
        {remove.isError && (
          <p role="alert" className="text-ui text-danger">
            {remove.error.message}
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <p className="text-ink-muted">
        {appName} works with your own account at its service. You sign in there, in a page of its
        own; your password never comes here.
      </p>
      {!isSet && <SignInButton appId={appId} appName={appName} />}
      <Disclosure
        title="Use an access token instead"
        isOpen={isSet}
        summaryClassName="text-ui font-normal text-ink-muted hover:text-ink"
      >
        <div className="mt-2">
          <KeyForm appId={appId} isSet={isSet} />
        </div>
      </Disclosure>
    </div>
  )
}

const useRemoval = (appId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(deleteAppAuthorization, { params: { id: appId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...APP_KEY, appId] }),
  })
}

/** A key of one's own for an app: it can be set, replaced and deleted, and is never shown again. */
const KeyForm = ({ appId, isSet }: { appId: string; isSet: boolean }) => {
  const [value, setValue] = useState('')
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [...APP_KEY, appId] })
  const save = useMutation({
    mutationFn: () =>
      api.call(setAppAuthorization, {
        params: { id: appId },
        body: { value },
      }),
    onSuccess: async () => {
      setValue('')
      await refresh()
    },
  })
  const remove = useRemoval(appId)
  const error = save.error ?? remove.error
  return (
    <Form
      className="grid gap-2"
      onSubmit={() => {
        if (value.trim() !== '') save.mutate()
      }}
    >
      <Field
        label={isSet ? 'Replace the key' : 'Your key'}
        hint="Kept on the server, sent to this app alone, and never shown again."
        error={error?.message}
      >
        <Input
          type="password"
          autoComplete="off"
          maxLength={4096}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
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
    </Form>
  )
}
