import { useEffect, useRef } from 'react'
import type { Session } from '#contract/auth.ts'
import { useFocusWhenLost } from '#src/ui/use-focus-when-lost.ts'
import { useAuth } from '#src/platform/auth/auth-store.ts'
import { loadSession } from '#src/platform/auth/load-session.ts'
import { offerLocalWallet } from '#src/platform/wallet/local/offer-local-wallet.ts'
import { Tabs } from '#src/ui/tabs.tsx'
import { PasswordTab } from './password-tab.tsx'
import { useWalletSignIn } from './use-wallet-sign-in.ts'
import { WalletTab } from './wallet-tab.tsx'

export type LoginProps = {
  /** One sentence about the product or page behind the sign-in. */
  purpose: string
  onSignedIn: (session: Session, walletAddress?: string) => Promise<void>
}

/** Preloads the code for signing in. If that fails, signing in loads it again. */
const prepare = () => {
  loadSession().catch(() => undefined)
}

/** The sign-in card. A wallet sign-in continues while the other tab is open. */
export const Login = ({ purpose, onSignedIn }: LoginProps) => {
  const walletSignIn = useWalletSignIn(onSignedIn)
  const heading = useRef<HTMLHeadingElement>(null)
  const hadSession = useAuth((state) => state.hasLoggedOut !== undefined)
  useFocusWhenLost(heading)
  useEffect(() => offerLocalWallet(), [])
  return (
    <section
      onPointerEnter={prepare}
      onFocus={prepare}
      className="w-full max-w-100 rounded-xl bg-surface p-8 shadow-mid ring-1 ring-line max-sm:p-6"
    >
      <h1
        // The end of a session removes the focused control. A page that just opened keeps its own focus.
        ref={hadSession ? heading : null}
        tabIndex={-1}
        className="text-display leading-7 font-semibold tracking-display text-ink outline-none"
      >
        User Login
      </h1>
      <p className="mt-1 text-ink-muted">Please sign in to continue</p>
      <p className="mb-6 text-ink-muted">{purpose}</p>
      <Tabs
        label="Ways to sign in"
        isWide
        keepsPanels
        tabs={[
          {
            value: 'wallet',
            label: 'Wallet',
            panelLabel: 'Sign in with a wallet',
            content: <WalletTab {...walletSignIn} />,
          },
          {
            value: 'password',
            label: 'Password',
            panelLabel: 'Sign in with your credentials',
            content: <PasswordTab onSignedIn={onSignedIn} />,
          },
        ]}
      />
    </section>
  )
}
