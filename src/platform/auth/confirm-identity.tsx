import { useEffect, useId, useState, type ReactNode } from 'react'
import type { Reauthentication } from '#contract/auth.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { useDetectedWallets } from '#src/platform/wallet/sign-in/detected-wallets.ts'
import { offerLocalWallet } from '#src/platform/wallet/local/offer-local-wallet.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { useAuth } from './auth-store.ts'
import { session } from './page-session.ts'
import { signProof, isCancelled } from './wallet-sign-in.ts'

/** True when the server requires a password or a signature, or rejected the one it received. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'REAUTHENTICATION_REQUIRED'

class WrongWallet extends Error {}

const signWithLinkedWallet = async (
  wallet: DetectedWallet,
  linked: readonly string[],
): Promise<Reauthentication> => {
  const connected = await wallet.connect()
  if (!linked.includes(connected.address)) {
    const known = linked.map((address) => shortenAddress(address)).join(' or ')
    throw new WrongWallet(
      `${wallet.name} shows ${shortenAddress(connected.address)}, which is not linked. Switch it to ${known}.`,
    )
  }
  return { proof: await signProof(connected, 'confirm', session.authApi.challenge) }
}

const describeProblem = (error: unknown): string => {
  if (isCancelled(error)) return 'You cancelled the request in your wallet.'
  return getErrorMessage(error)
}

type PasswordFormProps = {
  formId: string
  username: string
  value: string
  onChange: (password: string) => void
  onSubmit: () => void
}

const PasswordForm = ({ formId, username, value, onChange, onSubmit }: PasswordFormProps) => {
  const submit = () => {
    if (value !== '') onSubmit()
  }
  return (
    <Form id={formId} noValidate onSubmit={submit}>
      <input
        type="text"
        autoComplete="username"
        value={username}
        readOnly
        hidden
        aria-hidden="true"
      />
      <Field label="Current password">
        <Input
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
    </Form>
  )
}

type SubmitButtonProps = {
  formId: string
  danger: string | undefined
  isLoading: boolean
  disabled: boolean
}

const SubmitButton = ({ formId, danger, ...state }: SubmitButtonProps) => (
  <Button
    type="submit"
    form={formId}
    variant={danger === undefined ? 'primary' : 'danger'}
    {...state}
  >
    {danger ?? 'Confirm'}
  </Button>
)

type WalletButtonsProps = {
  hasPassword: boolean
  busyWith: string | null
  onSign: (wallet: DetectedWallet) => void
}

const WalletButtons = ({ hasPassword, busyWith, onSign }: WalletButtonsProps) => {
  const { phantom, local, others } = useDetectedWallets()
  const wallets = [phantom, local, ...others].filter((wallet) => wallet !== null)
  return (
    <div className="grid gap-2">
      <p className="text-ui text-ink-muted">
        {wallets.length === 0
          ? 'To sign with a linked wallet, open this page in the browser that has it.'
          : `${hasPassword ? 'Or sign' : 'Sign'} with a linked wallet. It costs nothing.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {wallets.map((wallet) => (
          <Button
            key={wallet.name}
            variant={hasPassword || wallets.length > 1 ? 'secondary' : 'primary'}
            disabled={busyWith !== null}
            isLoading={busyWith === wallet.name}
            icon={
              wallet.icon !== null && (
                <img src={wallet.icon} alt="" width={18} height={18} className="rounded-sm" />
              )
            }
            onClick={() => onSign(wallet)}
          >
            Sign with {wallet.name}
          </Button>
        ))}
      </div>
    </div>
  )
}

type ConfirmIdentityProps = {
  /** Names an action that cannot be undone: the title of the dialog and of its red button. */
  danger?: string
  description: ReactNode
  /**
   * Makes the call with the evidence. Rejects with the server's error. The dialog shows errors about the evidence. After
   * any other error it closes, and the caller shows the error.
   */
  onConfirm: (evidence: Reauthentication) => Promise<unknown>
  onClose: () => void
}

/** Asks for the current password or a signature by a linked wallet before a change to how the account is opened. */
export const ConfirmIdentity = ({
  danger,
  description,
  onConfirm,
  onClose,
}: ConfirmIdentityProps) => {
  const user = useAuth((state) => state.user)
  const linked = user?.wallet_addresses ?? []
  const hasPassword = user?.has_password === true
  const [password, setPassword] = useState('')
  const [busyWith, setBusyWith] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const formId = useId()
  useEffect(() => offerLocalWallet(), [])

  const run = async (way: string, getEvidence: () => Promise<Reauthentication>) => {
    setProblem(null)
    setBusyWith(way)
    let evidence: Reauthentication
    try {
      evidence = await getEvidence()
    } catch (error) {
      setBusyWith(null)
      return setProblem(describeProblem(error))
    }
    try {
      await onConfirm(evidence)
      onClose()
    } catch (error) {
      setBusyWith(null)
      if (isUnconfirmed(error)) setProblem(describeProblem(error))
      else onClose()
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={danger ?? 'Confirm it’s you'}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {hasPassword && (
            <SubmitButton
              formId={formId}
              danger={danger}
              isLoading={busyWith === 'password'}
              disabled={password === '' || busyWith !== null}
            />
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {hasPassword && (
          <PasswordForm
            formId={formId}
            username={user.username}
            value={password}
            onChange={(text) => {
              setPassword(text)
              setProblem(null)
            }}
            onSubmit={() => void run('password', async () => ({ current_password: password }))}
          />
        )}
        {linked.length > 0 && (
          <WalletButtons
            hasPassword={hasPassword}
            busyWith={busyWith}
            onSign={(wallet) => void run(wallet.name, () => signWithLinkedWallet(wallet, linked))}
          />
        )}
        {problem !== null && <Alert tone="danger" title={problem} />}
      </div>
    </Dialog>
  )
}
