import CircleCheck from 'lucide-react/icons/circle-check'
import Wallet from 'lucide-react/icons/wallet'
import { useRef, useState, type RefObject } from 'react'
import { getSignInText } from '#src/platform/auth/wallet-sign-in.ts'
import { useDetectedWallets } from '#src/platform/wallet/sign-in/detected-wallets.ts'
import { isPhone, buildPhantomLink } from '#src/platform/wallet/sign-in/phone.ts'
import { useNetworkName } from '#src/platform/config/raw-config.ts'
import { LOCAL_NETWORK, PHANTOM_INSTALL_URL } from '#src/platform/wallet/wallet.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'
import { Button, buttonClass } from '#src/ui/form/button.tsx'
import { SignInFailure } from './sign-in-failure.tsx'
import type { WalletSignInControl } from './use-wallet-sign-in.ts'

/** Screen reader text of each step. The button shows other words for it. */
const SPOKEN_STEPS = {
  initial: null,
  connecting: 'Waiting for the wallet',
  signing: 'Sign the message in your wallet',
  verifying: 'Checking the signature',
} as const

export const WalletTab = ({ state, start }: WalletSignInControl) => {
  const { phantom, local, others } = useDetectedWallets()
  const [pressedName, setPressedName] = useState<string | null>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  const press = (wallet: DetectedWallet | null) => {
    setPressedName(wallet?.name ?? null)
    void start(wallet)
  }
  if (state.step === 'success') return <Connected address={state.address} />
  const isBusy = state.step !== 'initial'
  return (
    <div className="grid gap-3">
      {phantom === null && !isBusy && isPhone() ? (
        <OpenInPhantom />
      ) : (
        <Button
          ref={pressedName === phantom?.name ? pressed : null}
          variant="primary"
          size="lg"
          isWide
          disabled={phantom === null}
          isLoading={isBusy}
          icon={<Wallet size={18} />}
          onClick={() => press(phantom)}
        >
          {getSignInText(state) ?? 'Connect Wallet'}
        </Button>
      )}
      {(state.step === 'signing' || state.step === 'verifying') && (
        <WalletAddress address={state.address} />
      )}
      <p role="status" className="sr-only">
        {SPOKEN_STEPS[state.step]}
      </p>
      {phantom === null && !isBusy && !isPhone() && <PhantomMissing />}
      {local === null && !isBusy && <InsecurePageNotice />}
      {state.step === 'initial' && state.failure !== null && (
        <SignInFailure message={state.failure.message} pressed={pressed} />
      )}
      {!isBusy && (
        <OtherWallets
          local={local}
          others={others}
          pressedName={pressedName}
          pressed={pressed}
          onPress={press}
        />
      )}
    </div>
  )
}

const InstallPhantom = () => (
  <a
    href={PHANTOM_INSTALL_URL}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-ink underline underline-offset-2 pointer-coarse:min-h-11"
  >
    Install Phantom
  </a>
)

/** A phone's browser has no extensions, so the wallet's app opens this page in its own browser. */
const OpenInPhantom = () => (
  <div className="grid gap-2">
    <a
      href={buildPhantomLink(new URL(window.location.href))}
      className={buttonClass({ variant: 'primary', size: 'lg', isWide: true })}
    >
      <Wallet size={18} />
      Open in Phantom
    </a>
    <p className="text-center text-ui text-ink-muted">
      Opens this page in the Phantom app. <InstallPhantom />
    </p>
  </div>
)

const PhantomMissing = () => (
  <div className="grid justify-items-center gap-0.5 text-center text-ui text-ink-muted">
    <p>Phantom wallet extension not detected</p>
    <InstallPhantom />
  </div>
)

/** Explains why a page without TLS has no Local Dev Wallet. */
const InsecurePageNotice = () => {
  const network = useNetworkName()
  if (network !== LOCAL_NETWORK || window.isSecureContext) return null
  return (
    <p className="text-center text-ui text-ink-muted">
      The Local Dev Wallet needs HTTPS or localhost.
    </p>
  )
}

type OtherWalletsProps = {
  local: DetectedWallet | null
  others: readonly DetectedWallet[]
  pressedName: string | null
  pressed: RefObject<HTMLButtonElement | null>
  onPress: (wallet: DetectedWallet) => void
}

const OtherWallets = ({ local, others, pressedName, pressed, onPress }: OtherWalletsProps) => {
  const wallets = [...(local === null ? [] : [local]), ...others]
  if (wallets.length === 0) return null
  return (
    <div className="mt-1 grid gap-2">
      <p className="flex items-center gap-3 text-2xs text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or continue with
      </p>
      {wallets.map((wallet) => (
        <div key={wallet.name} className="grid gap-1.5">
          <Button
            ref={wallet.name === pressedName ? pressed : null}
            size="lg"
            isWide
            icon={
              wallet.icon !== null && (
                <img src={wallet.icon} alt="" width={20} height={20} className="rounded-sm" />
              )
            }
            onClick={() => onPress(wallet)}
          >
            {wallet.name}
          </Button>
          {wallet === local && (
            <p className="text-center text-ui text-ink-muted">Play money. No extension needed.</p>
          )}
        </div>
      ))}
    </div>
  )
}

const Connected = ({ address }: { address: string }) => (
  <div role="status" className="flex flex-col items-center gap-1 py-4 text-center">
    <CircleCheck size={32} className="text-positive" />
    <p className="mt-2 text-lead font-semibold text-ink">Wallet Connected</p>
    <WalletAddress address={address} />
    <p className="mt-2 text-ui text-ink-muted">Redirecting to dashboard...</p>
  </div>
)

const WalletAddress = ({ address }: { address: string }) => (
  <p className="text-center font-mono text-xs break-all text-ink-muted">{address}</p>
)
