import Wallet from 'lucide-react/icons/wallet'
import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Reauthentication } from '#contract/auth.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { authStore, useAuth } from '#src/platform/auth/auth-store.ts'
import { session } from '#src/platform/auth/page-session.ts'
import { ConfirmIdentity, isUnconfirmed } from '#src/platform/auth/confirm-identity.tsx'
import { getErrorMessage } from '#contract/error-message.ts'
import { useDetectedWallets } from '#src/platform/wallet/sign-in/detected-wallets.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { readLocalAddress } from '#src/platform/wallet/local/local-key.ts'
import { offerLocalWallet } from '#src/platform/wallet/local/offer-local-wallet.ts'
import { PHANTOM_INSTALL_URL, type DetectedWallet } from '#src/platform/wallet/wallet.ts'
import type { WalletProof } from '#src/platform/auth/wallet-sign-in.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { accountApi } from './account-api.ts'
import { describeLinkProblem, signWalletLink, type WalletLink } from './link-wallet.ts'
import { SESSIONS_KEY } from './sessions-card.tsx'
import { texts } from '#src/features/settings/texts.ts'

type LinkedProps = { addresses: readonly string[]; onUnlink: (address: string) => void }

const Linked = ({ addresses, onUnlink }: LinkedProps) => {
  const hasPassword = useAuth(({ user }) => user?.has_password === true)
  const isLastWay = !hasPassword && addresses.length === 1
  if (addresses.length === 0) return <p className="text-ink-muted">{texts.wallets.none}</p>
  return (
    <ul className="grid gap-2">
      {addresses.map((address) => (
        <li key={address} className="flex items-center gap-3">
          <span className="grid size-9 flex-none place-items-center rounded-[10px] bg-hover text-ink-muted">
            <Wallet size={16} />
          </span>
          <ChainAddress address={address} />
          {!isLastWay && (
            <Button
              size="sm"
              className="ml-auto"
              aria-label={texts.wallets.unlinkOf(shortenAddress(address))}
              onClick={() => onUnlink(address)}
            >
              {texts.wallets.unlink}
            </Button>
          )}
        </li>
      ))}
      {isLastWay && <li className="text-ui text-ink-muted">{texts.wallets.lastWay}</li>}
    </ul>
  )
}

const getBusyText = (state: WalletLink): string | null =>
  state.step === 'connecting' || state.step === 'signing' ? texts.wallets[state.step] : null

type WalletButtonsProps = {
  wallets: readonly DetectedWallet[]
  /** Shown when there are no wallets. */
  noWallet: string
  state: WalletLink
  onLink: (wallet: DetectedWallet) => void
}

const WalletButtons = ({ wallets, noWallet, state, onLink }: WalletButtonsProps) => {
  const busy = getBusyText(state)
  if (wallets.length === 0) {
    return (
      <p className="text-ui text-ink-muted">
        {noWallet}.{' '}
        <a
          href={PHANTOM_INSTALL_URL}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent-ink underline underline-offset-2"
        >
          {texts.wallets.install}
        </a>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {wallets.map((wallet) => {
        const isThis = 'wallet' in state && state.wallet === wallet.name
        return (
          <Button
            key={wallet.name}
            disabled={busy !== null}
            isLoading={isThis}
            icon={
              wallet.icon !== null && (
                <img src={wallet.icon} alt="" width={18} height={18} className="rounded-sm" />
              )
            }
            onClick={() => onLink(wallet)}
          >
            {isThis ? busy : wallet.name}
          </Button>
        )
      })}
    </div>
  )
}

const useUnlinking = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ address, evidence }: { address: string; evidence: Reauthentication }) =>
      accountApi.unlinkWallet(address, evidence),
    onSuccess: async () => {
      const left = authStore.getState().user?.wallet_addresses ?? []
      showToast({
        title: texts.wallets.unlinked,
        description:
          left.length === 0 ? texts.wallets.unlinkedOnlyHint : texts.wallets.unlinkedHint,
      })
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
}

export const WalletsCard = () => {
  const addresses = useAuth(useShallow(({ user }) => user?.wallet_addresses ?? []))
  const { phantom, local, others } = useDetectedWallets()
  const [state, setState] = useState<WalletLink>({ step: 'idle' })
  useEffect(() => offerLocalWallet(), [])
  // This wallet has one account; others can change theirs.
  const isLocalLinked = addresses.includes(readLocalAddress(browserStorage) ?? '')
  const wallets = [phantom, isLocalLinked ? null : local, ...others].filter(
    (wallet) => wallet !== null,
  )
  const [leaving, setLeaving] = useState<{ address: string; isOnly: boolean } | null>(null)
  const unlinking = useUnlinking()
  const sign = (wallet: DetectedWallet) =>
    signWalletLink({
      wallet,
      linked: addresses,
      challenge: session.authApi.challenge,
      show: setState,
    })
  const link = async (proof: WalletProof, evidence: Reauthentication) => {
    try {
      session.remember(await session.authApi.linkWallet({ ...proof, ...evidence }))
      showToast({ title: texts.wallets.linked })
    } catch (error) {
      if (!isUnconfirmed(error)) setState({ step: 'failed', message: describeLinkProblem(error) })
      throw error
    }
  }
  return (
    <Card title={texts.wallets.title} description={texts.wallets.hint}>
      <Linked
        addresses={addresses}
        onUnlink={(address) => setLeaving({ address, isOnly: addresses.length === 1 })}
      />
      {unlinking.isError && !isUnconfirmed(unlinking.error) && (
        <div className="mt-3">
          <Alert tone="danger" title={texts.wallets.unlinkFailed}>
            {getErrorMessage(unlinking.error)}
          </Alert>
        </div>
      )}
      <div className="mt-4 grid gap-3 border-t pt-4">
        <div>
          <p className="font-medium">
            {addresses.length === 0 ? texts.wallets.link : texts.wallets.linkAnother}
          </p>
          {wallets.length > 0 && <p className="text-ui text-ink-muted">{texts.wallets.linkHint}</p>}
        </div>
        <WalletButtons
          wallets={wallets}
          noWallet={texts.wallets[addresses.length === 0 ? 'notDetected' : 'noOther']}
          state={state}
          onLink={(wallet) => void sign(wallet)}
        />
        <p role="status" className="sr-only">
          {getBusyText(state)}
        </p>
        {state.step === 'failed' && <Alert tone="danger" title={state.message} />}
      </div>
      {state.step === 'signed' && (
        <ConfirmIdentity
          description={texts.wallets.confirmLink}
          onConfirm={(evidence) => link(state.proof, evidence)}
          onClose={() => setState((now) => (now.step === 'signed' ? { step: 'idle' } : now))}
        />
      )}
      {leaving !== null && (
        <ConfirmIdentity
          description={texts.wallets[leaving.isOnly ? 'confirmUnlinkOnly' : 'confirmUnlink'](
            shortenAddress(leaving.address),
          )}
          onConfirm={(evidence) => unlinking.mutateAsync({ address: leaving.address, evidence })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  )
}
