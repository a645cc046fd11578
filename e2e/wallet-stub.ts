import type { BrowserContext, Page } from '@playwright/test'
import bs58 from 'bs58'
import { testWallet } from '#tests/support/wallet.ts'
import { keepSession, signInWithWallet } from './session.ts'
import { installPhantomInPage } from './wallet-stub-page.ts'

type WalletCall = 'connect' | 'message' | 'transaction' | 'send'

/**
 * How the wallet shows itself: `injected` into the page before it loads, `late` 700 ms after, as a Wallet Standard
 * wallet (`standard`), or `both`, as the real one does.
 */
export type WalletMode = 'injected' | 'late' | 'standard' | 'both'

export type PhantomOptions = {
  readonly mode?: WalletMode
  /** Requests that the person declines. */
  readonly rejects?: readonly WalletCall[]
  /** The page was let in before: connecting silently works. */
  readonly isTrusted?: boolean
  /** False imitates a wallet that pretends to be Phantom. */
  readonly hasFlag?: boolean
  /** Where `signAndSend` sends to; the wallet's own connection, not the product's. */
  readonly rpcUrl?: string
  /** 32 bytes. The same seed creates the same wallet; without one, the wallet is new. */
  readonly seed?: Uint8Array
}

export type PhantomStub = {
  readonly address: string
  /** Requests to the wallet, in order. */
  readonly calls: readonly WalletCall[]
  /** Sets the requests that the person declines from now on. */
  reject(...calls: WalletCall[]): void
  /** Signs in without the sign-in page: the next page of the browser starts with the session in its storage. */
  signIn(page: Page, url: string): Promise<void>
  /** Chooses another account in the wallet, a new one unless an earlier one is named. Returns its address. */
  switchAccount(page: Page, address?: string): Promise<string>
}

const LATE_MS = 700

/** Puts Phantom into every page opened from here on. The secret key stays in Node; the page can only ask. */
export const installPhantom = async (
  target: Page | BrowserContext,
  {
    mode = 'injected',
    rejects = [],
    isTrusted = false,
    hasFlag = true,
    rpcUrl,
    seed,
  }: PhantomOptions = {},
): Promise<PhantomStub> => {
  let key = testWallet(seed)
  const keys = new Map([[key.address, key]])
  const calls: WalletCall[] = []
  let refused = new Set(rejects)
  const ask = (call: WalletCall) => {
    calls.push(call)
    return !refused.has(call)
  }
  await target.exposeBinding('__walletAsk', (_source, call: WalletCall) => ask(call))
  await target.exposeBinding(
    '__walletSign',
    (_source, call: 'message' | 'transaction', base64: string) =>
      ask(call) ? key.sign(Buffer.from(base64, 'base64')) : null,
  )
  await target.exposeBinding('__walletSend', async (_source, base64: string) => {
    if (!ask('send')) return null
    if (rpcUrl === undefined) throw new Error('The stub has no rpcUrl to send to')
    return sendTransaction(rpcUrl, base64)
  })
  await target.addInitScript(installPhantomInPage, {
    isInjected: mode !== 'standard',
    isStandard: mode === 'standard' || mode === 'both',
    delayMs: mode === 'late' ? LATE_MS : 0,
    publicKey: [...bs58.decode(key.address)],
    address: key.address,
    isTrusted,
    hasFlag,
  })
  return {
    address: key.address,
    calls,
    signIn: async (page, url) => {
      const more = { wallet_address: key.address, wallet_name: 'Phantom' }
      await keepSession(page, await signInWithWallet(url, key), more)
    },
    switchAccount: async (page, wanted) => {
      key = keys.get(wanted ?? '') ?? testWallet()
      keys.set(key.address, key)
      const { address } = key
      const detail = { address, publicKey: [...bs58.decode(address)] }
      await page.evaluate(
        (account) => window.dispatchEvent(new CustomEvent('stub-account', { detail: account })),
        detail,
      )
      return address
    },
    reject: (...next) => {
      refused = new Set(next)
    },
  }
}

const sendTransaction = async (rpcUrl: string, base64: string): Promise<string> => {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [base64, { encoding: 'base64', preflightCommitment: 'confirmed' }],
    }),
  })
  const { result, error } = (await response.json()) as {
    result?: string
    error?: { message: string }
  }
  if (result === undefined)
    throw new Error(error?.message ?? 'The Solana node returned no signature')
  return result
}
