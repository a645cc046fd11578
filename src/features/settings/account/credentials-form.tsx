import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#contract/error-message.ts'
import { getFieldProblems } from '#src/lib/api/api-error.ts'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { ConfirmIdentity, isUnconfirmed } from '#src/platform/auth/confirm-identity.tsx'
import { readSavedInput, useSavedInput } from '#src/platform/auth/saved-input.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { accountApi } from './account-api.ts'
import { areRulesMet, checkNameRules, checkPasswordRules, type Rule } from './credential-rules.ts'
import { SESSIONS_KEY } from './sessions-card.tsx'
import { texts } from '#src/features/settings/texts.ts'

const Rules = ({ list }: { list: readonly Rule[] }) => (
  <ul className="grid gap-1 text-ui">
    {list.map(({ text, isMet }) => (
      <li key={text} className={isMet ? 'flex gap-2 text-positive' : 'flex gap-2 text-ink-muted'}>
        {isMet ? (
          <Check size={14} className="mt-0.75 shrink-0" />
        ) : (
          <Circle size={14} className="mt-0.75 shrink-0" />
        )}
        <span>
          {text}
          <span className="sr-only">
            , {isMet ? texts.credentials.met : texts.credentials.unmet}
          </span>
        </span>
      </li>
    ))}
  </ul>
)

type CredentialFieldProps = {
  value: string
  error: string | undefined
  onChange: (text: string) => void
  /** Checked while the user types; null hides them. */
  rules: readonly Rule[] | null
}

const NameField = ({ value, error, onChange, rules }: CredentialFieldProps) => (
  <div className="grid gap-2">
    <Field label={texts.credentials.username} error={error}>
      <Input
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
    {rules !== null && <Rules list={rules} />}
  </div>
)

type PasswordFieldProps = CredentialFieldProps & { hint: string | undefined }

const PasswordField = ({ value, error, onChange, rules, hint }: PasswordFieldProps) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="grid gap-2">
      <Field label={texts.credentials.password} hint={hint} error={error}>
        <div className="flex gap-1">
          <Input
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <IconButton
            label={isShown ? texts.credentials.hide : texts.credentials.show}
            icon={isShown ? <EyeOff size={17} /> : <Eye size={17} />}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      </Field>
      {rules !== null && <Rules list={rules} />}
    </div>
  )
}

const USERNAME_FORM = 'username'

const isSubject = (name: string) => name === 'username' || name === 'password'

/** Shows why saving failed, unless a field or the dialog shows it. */
const SaveProblem = ({ error }: { error: Error | null }) =>
  error === null ||
  isUnconfirmed(error) ||
  Object.keys(getFieldProblems(error)).some(isSubject) ? null : (
    <Alert tone="danger" title={texts.credentials.failed}>
      {getErrorMessage(error)}
    </Alert>
  )

const useSaving = (onSaved: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: accountApi.saveCredentials,
    onSuccess: async () => {
      onSaved()
      showToast({ title: texts.credentials.saved, description: texts.credentials.savedHint })
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
}

/** Checks whether a username is free before the user has to confirm anything. */
const useNameCheck = (onFree: () => void) => {
  const { mutate, reset, isPending, data, variables } = useMutation({
    mutationFn: accountApi.isUsernameFree,
    onSuccess: (isFree) => {
      if (isFree) onFree()
    },
    // Saving checks the name again.
    onError: onFree,
  })
  return {
    start: mutate,
    reset,
    isPending,
    problem: data === false ? texts.credentials.taken(variables) : null,
  }
}

export const CredentialsForm = () => {
  const present = useAuth(({ user }) => user?.username ?? '')
  const hasPassword = useAuth(({ user }) => user?.has_password === true)
  // The name of an account without a password is an address, which no one would type.
  const initial = hasPassword ? present : ''
  const [username, setUsername] = useState(() => readSavedInput(USERNAME_FORM) ?? initial)
  useSavedInput(USERNAME_FORM, username === initial ? null : username)
  const [password, setPassword] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const saving = useSaving(() => setPassword(''))
  const nameCheck = useNameCheck(() => setIsConfirming(true))
  const problems = getFieldProblems(saving.error)
  const ofName = checkNameRules(username)
  const ofPassword = checkPasswordRules(password, username)
  const isAcceptable = areRulesMet(ofName) && areRulesMet(ofPassword)
  const save = () => {
    const name = username.trim()
    if (!isAcceptable) return
    if (name === present) setIsConfirming(true)
    else nameCheck.start(name)
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    saving.reset()
    nameCheck.reset()
  }
  return (
    <Card
      title={texts.credentials.title}
      description={hasPassword ? texts.credentials.has : texts.credentials.hasNot}
    >
      <Form noValidate className="grid gap-5" onSubmit={save}>
        <NameField
          value={username}
          error={nameCheck.problem ?? problems['username']}
          onChange={change(setUsername)}
          rules={username === initial ? null : ofName}
        />
        <PasswordField
          hint={hasPassword ? texts.credentials.passwordHint : undefined}
          value={password}
          error={problems['password']}
          onChange={change(setPassword)}
          rules={password === '' ? null : ofPassword}
        />
        <SaveProblem error={saving.error} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-48 flex-1 text-ui text-ink-muted">
            {texts.credentials.otherSessions}
          </p>
          <Button
            type="submit"
            variant="primary"
            disabled={!isAcceptable}
            isLoading={saving.isPending || nameCheck.isPending}
          >
            {texts.credentials.save}
          </Button>
        </div>
      </Form>
      {isConfirming && (
        <ConfirmIdentity
          description={texts.credentials.confirm}
          onConfirm={(evidence) =>
            saving.mutateAsync({ username: username.trim(), password, ...evidence })
          }
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Card>
  )
}
