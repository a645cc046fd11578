import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { browserStorage } from '#src/lib/storage.ts'
import { useAuth } from '#src/platform/auth/auth-state.ts'
import { session } from '#src/platform/auth/auth.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { linkConnectedWallet } from './link-wallet.ts'
import type { PaymentWallet } from './payment-wallet.ts'

/** Storage key of the wallet that the person wants to hear no more about. */
const DISMISSED_KEY = 'link_offer_dismissed'

/** Offers to link a connected wallet that is not the account's yet; paying works without. */
export const LinkOffer = ({ wallet }: { wallet: PaymentWallet }) => {
  const linked = useAuth((state) => state.user?.wallet_addresses)
  const { address } = wallet
  const [isDismissed, setDismissed] = useState(
    () => address !== null && browserStorage.get(DISMISSED_KEY) === address,
  )
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // A server that does not say which wallets are linked is not asked to link more.
  if (address === null || linked === undefined || linked.includes(address) || isDismissed) {
    return null
  }

  const link = async () => {
    setProblem(null)
    setIsBusy(true)
    const outcome = await linkConnectedWallet({
      address,
      signMessage: (message) => wallet.signMessage(message),
      authApi: session.authApi,
    })
    setIsBusy(false)
    if (!outcome.ok) return setProblem(outcome.problem)
    session.remember(outcome.user)
    showToast({ title: 'Wallet linked', description: 'It opens this account from now on.' })
  }

  return (
    <section
      aria-label="Link this wallet"
      className="rounded-lg bg-accent-soft py-3 pr-2 pl-4 text-accent-ink"
    >
      <div className="flex items-start justify-between gap-2">
        <p className="pt-1 font-medium">This wallet is not linked to your account</p>
        <IconButton
          size="sm"
          label="Dismiss"
          className="text-accent-ink"
          icon={<X size={15} aria-hidden="true" />}
          onClick={() => {
            browserStorage.set(DISMISSED_KEY, address)
            setDismissed(true)
          }}
        />
      </div>
      <p className="mt-0.5 pr-2 text-[13px]">
        One signature links it, and it can sign you in. You can pay without.
      </p>
      {problem !== null && (
        <p role="alert" className="mt-2 pr-2 text-[13px] font-medium text-danger">
          {problem} You can still pay with it.
        </p>
      )}
      <Button size="sm" className="mt-3" isLoading={isBusy} onClick={() => void link()}>
        Link this wallet
      </Button>
    </section>
  )
}
