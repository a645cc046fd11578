import type { Network } from '#server/config-keys.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'

export const CHALLENGE_MINUTES = 5

/** Purpose of the wallet's signature. */
export type ChallengePurpose = 'sign-in' | 'link' | 'confirm'

const STATEMENTS: Record<ChallengePurpose, (appName: string) => string> = {
  'sign-in': (appName) => `Sign in to ${appName}.`,
  link: (appName) => `Link this wallet to your ${appName} account.`,
  confirm: (appName) => `Confirm a change to your ${appName} account.`,
}

type Challenge = {
  appName: string
  /** The product's public origin. Never one that the request claims. */
  origin: string
  network: Network
  address: string
  purpose: ChallengePurpose
  nonce: string
  nowMs: number
}

/**
 * Returns the text that a wallet signs, in the format of Sign-In With Solana, which wallets recognize and compare
 * with their page. Source: github.com/phantom/sign-in-with-solana, "Message construction".
 */
export function signInMessage(challenge: Challenge): string {
  const { appName, origin, network, address, purpose, nonce, nowMs } = challenge
  const expiresMs = nowMs + CHALLENGE_MINUTES * MINUTE_MS
  return [
    `${new URL(origin).host} wants you to sign in with your Solana account:`,
    address,
    '',
    `${STATEMENTS[purpose](appName)} This costs nothing and moves no funds.`,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${network === 'mainnet-beta' ? 'mainnet' : network}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(nowMs).toISOString()}`,
    `Expiration Time: ${new Date(expiresMs).toISOString()}`,
  ].join('\n')
}
