import { useRef, useState, type SyntheticEvent } from 'react'
import type { Session } from '#contract/auth.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { SignInFailure } from './sign-in-failure.tsx'
import { announceFailure, announceSignIn, dismissFailure } from './use-wallet-sign-in.ts'

const EMPTY = 'Username and password cannot be empty'

export const PasswordTab = ({
  onSignedIn,
}: {
  onSignedIn: (session: Session) => Promise<void>
}) => {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  const fail = (message: string) => {
    setFailure(message)
    announceFailure('Login failed', message)
  }

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const username = readText(fields, 'username')
    const password = readText(fields, 'password')
    if (username.trim() === '' || password.trim() === '') {
      fail(EMPTY)
      return
    }
    setFailure(null)
    dismissFailure()
    setIsBusy(true)
    try {
      const { session } = await loadSession()
      const signedIn = await session.authApi.signInWithPassword({
        username: username.trim(),
        password,
      })
      announceSignIn()
      await onSignedIn(signedIn)
    } catch (error) {
      fail(error instanceof Error && error.message !== '' ? error.message : 'Login failed')
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label="Username">
        <Input name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Password">
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      {failure !== null && <SignInFailure message={failure} pressed={button} />}
      <Button ref={button} type="submit" variant="primary" size="lg" isWide isLoading={isBusy}>
        {isBusy ? 'Signing in...' : 'Login'}
      </Button>
    </form>
  )
}

const readText = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
