import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Reauthentication } from '#contract/auth.ts'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { session } from '#src/platform/auth/page-session.ts'
import { ConfirmIdentity, isUnconfirmed } from '#src/platform/auth/confirm-identity.tsx'
import { toLinkFailure } from '#src/platform/auth/link-failure.ts'
import { signProof, type WalletProof } from '#src/platform/auth/wallet-sign-in.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { showToast } from '#src/ui/toast/toast-store.ts'
import type { PaymentWallet } from '#src/features/payments/recharge/payment/payment-wallet.ts'

/** Describes why a wallet was not linked. It can still pay. */
const describeLinkProblem = (error: unknown): string => {
  const failure = toLinkFailure(error)
  if (failure === 'cancelled') return 'You did not sign, so the wallet was not linked.'
  if (failure === 'conflict') {
    return 'This wallet belongs to another account, so it was not linked.'
  }
  const detail = error instanceof Error ? error.message : ''
  return detail === ''
    ? 'We couldn’t link the wallet. Try again.'
    : `We couldn’t link the wallet: ${detail}`
}

/** Storage key of the wallet for which the user dismissed the offer. */
const DISMISSED_KEY = 'link-offer-dismissed'

/** Offers to link a connected wallet to the account. Paying works without it. */
export const LinkOffer = ({ wallet }: { wallet: PaymentWallet }) => {
  // Not reset when the account in the wallet changes, because the linked account may have to sign.
  const [proof, setProof] = useState<WalletProof | null>(null)
  const [refused, setRefused] = useState<{ address: string; problem: string } | null>(null)
  const { address } = wallet

  const link = async (signed: WalletProof, evidence: Reauthentication) => {
    try {
      session.remember(await session.authApi.linkWallet({ ...signed, ...evidence }))
      showToast({ title: 'Wallet linked', description: 'You can now sign in with this wallet.' })
    } catch (error) {
      const problem = describeLinkProblem(error)
      if (!isUnconfirmed(error)) setRefused({ address: signed.wallet_address, problem })
      throw error
    }
  }

  return (
    <>
      {address !== null && (
        <Offer
          key={address}
          address={address}
          refusal={refused?.address === address ? refused.problem : null}
          sign={async () => {
            setRefused(null)
            const signer = {
              address,
              signMessage: (message: Uint8Array<ArrayBuffer>) => wallet.signMessage(message),
            }
            setProof(await signProof(signer, 'link', session.authApi.challenge))
          }}
        />
      )}
      {proof !== null && (
        <ConfirmIdentity
          description={`Linking ${shortenAddress(proof.wallet_address)} lets it sign in to this account.`}
          onConfirm={(evidence) => link(proof, evidence)}
          onClose={() => setProof(null)}
        />
      )}
    </>
  )
}

type OfferProps = {
  address: string
  /** Why the server did not link the wallet. */
  refusal: string | null
  /** Asks the wallet for its signature; rejects when there is none. */
  sign: () => Promise<void>
}

const Offer = ({ address, refusal, sign }: OfferProps) => {
  const linked = useAuth((state) => state.user?.wallet_addresses)
  const [isDismissed, setDismissed] = useState(
    () => getPersonalStorage().get(DISMISSED_KEY) === address,
  )
  const [isBusy, setIsBusy] = useState(false)
  const [unsigned, setUnsigned] = useState<string | null>(null)
  const problem = unsigned ?? refusal
  // Some servers do not list the linked wallets.
  if (linked === undefined || linked.includes(address) || isDismissed) return null

  const link = async () => {
    setUnsigned(null)
    setIsBusy(true)
    await sign().catch((error: unknown) => setUnsigned(describeLinkProblem(error)))
    setIsBusy(false)
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
          icon={<X size={15} />}
          onClick={() => {
            getPersonalStorage().set(DISMISSED_KEY, address)
            setDismissed(true)
          }}
        />
      </div>
      <p className="mt-0.5 pr-2 text-ui">
        Link it to sign in with it. Optional: you can pay without linking.
      </p>
      {problem !== null && (
        <p role="alert" className="mt-2 pr-2 text-ui font-medium text-danger">
          {problem} You can still pay with it.
        </p>
      )}
      <Button size="sm" className="mt-3" isLoading={isBusy} onClick={() => void link()}>
        Link this wallet
      </Button>
    </section>
  )
}
