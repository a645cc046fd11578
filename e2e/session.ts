import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Page } from '@playwright/test'
import bs58 from 'bs58'

type SignedIn = { access_token: string; refresh_token: string; user_info: object }

type WalletKey = { readonly address: string; sign(bytes: Uint8Array): Uint8Array }

/** Prefix of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export const walletKey = (seed?: Uint8Array): WalletKey => {
  const privateKey: KeyObject =
    seed === undefined
      ? generateKeyPairSync('ed25519').privateKey
      : createPrivateKey({
          key: Buffer.concat([PKCS8_PREFIX, seed]),
          format: 'der',
          type: 'pkcs8',
        })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    address: bs58.encode(Buffer.from(x ?? '', 'base64url')),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

const KEPT = 'kept-session'

/** Into the storage of the first page only: later ones keep what the product has made of it. */
export const keepSession = async (
  page: Page,
  { access_token, refresh_token, user_info }: SignedIn,
  more: Record<string, string> = {},
): Promise<void> => {
  const session = { access_token, refresh_token, user_info: JSON.stringify(user_info), ...more }
  await page.addInitScript(
    ([mark, kept]) => {
      if (sessionStorage.getItem(mark) !== null) return
      sessionStorage.setItem(mark, '')
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    },
    [KEPT, session] as const,
  )
}

const post = async (url: string, body: object): Promise<SignedIn> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Signing in was refused: ${await response.text()}`)
  return (await response.json()) as SignedIn
}

export const signInWithWallet = async (url: string, wallet: WalletKey): Promise<SignedIn> => {
  const query = new URLSearchParams({ wallet_address: wallet.address }).toString()
  const challenge = (await (await fetch(`${url}/api/auth/nonce?${query}`)).json()) as {
    nonce: string
    message: string
  }
  return post(`${url}/api/auth/wallet-login`, {
    wallet_address: wallet.address,
    signature: Buffer.from(wallet.sign(Buffer.from(challenge.message))).toString('base64'),
    nonce: challenge.nonce,
  })
}

/** Journeys that are not about signing in begin here: a new account, without a look at the sign-in page. */
export const arriveAsNewcomer = async (page: Page, url: string): Promise<void> => {
  await keepSession(page, await signInWithWallet(url, walletKey()))
}

/** The same for a user with a password. */
export const arriveAs = async (
  page: Page,
  url: string,
  user: { username: string; password: string },
): Promise<void> => keepSession(page, await post(`${url}/api/auth/login`, user))
