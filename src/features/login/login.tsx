import { useEffect } from 'react'
import type { Session } from '#contract/auth.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { offerLocalWallet } from '#src/platform/wallet/local/offer-local-wallet.ts'
import { PasswordTab } from './password-tab.tsx'
import { SignInTabs } from './sign-in-tabs.tsx'
import { useWalletSignIn } from './use-wallet-sign-in.ts'
import { WalletTab } from './wallet-tab.tsx'

export type LoginProps = {
  onSignedIn: (session: Session, walletAddress?: string) => Promise<void>
}

/** Whoever comes near the card is about to sign in; what fails here is fetched again by the sign-in itself. */
const prepare = () => {
  loadSession().catch(() => undefined)
}

/** The sign-in card. A wallet attempt that runs goes on while the other tab is looked at. */
export const Login = ({ onSignedIn }: LoginProps) => {
  const walletSignIn = useWalletSignIn(onSignedIn)
  useEffect(() => offerLocalWallet(), [])
  return (
    <section
      onPointerEnter={prepare}
      onFocus={prepare}
      className="w-full max-w-100 rounded-xl bg-surface p-8 shadow-mid ring-1 ring-line max-sm:p-6"
    >
      <h1 className="text-display leading-7 font-semibold tracking-display text-ink">User Login</h1>
      <p className="mt-1 mb-6 text-ink-muted">Please sign in to continue</p>
      <SignInTabs
        tabs={[
          {
            name: 'Wallet',
            panelLabel: 'Sign in with a wallet',
            content: <WalletTab {...walletSignIn} />,
          },
          {
            name: 'Password',
            panelLabel: 'Sign in with your credentials',
            content: <PasswordTab onSignedIn={onSignedIn} />,
          },
        ]}
      />
    </section>
  )
}
