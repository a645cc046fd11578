import type { Session } from '#contract/auth.ts'
import { Tabs } from '#src/ui/tabs.tsx'
import { PasswordTab } from './password-tab.tsx'
import { useWalletSignIn } from './use-wallet-sign-in.ts'
import { WalletTab } from './wallet-tab.tsx'

type LoginProps = { onSignedIn: (session: Session, walletAddress?: string) => void }

/** The sign-in card. A wallet attempt that runs goes on while the other tab is looked at. */
export const Login = ({ onSignedIn }: LoginProps) => {
  const walletSignIn = useWalletSignIn(onSignedIn)
  return (
    <section className="w-full max-w-100 rounded-xl bg-surface p-8 shadow-mid ring-1 ring-line max-sm:p-6">
      <h1 className="text-[22px] leading-7 font-semibold tracking-[-0.018em] text-ink">
        User Login
      </h1>
      <p className="mt-1 mb-6 text-ink-muted">Please sign in to continue</p>
      <Tabs
        label="Ways to sign in"
        isWide
        tabs={[
          { value: 'wallet', label: 'Wallet', content: <WalletTab {...walletSignIn} /> },
          {
            value: 'password',
            label: 'Password',
            content: <PasswordTab onSignedIn={onSignedIn} />,
          },
        ]}
      />
    </section>
  )
}
