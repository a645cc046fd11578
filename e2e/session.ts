import type { Page } from '@playwright/test'
import { testWallet, type TestWallet } from '#tests/support/wallet.ts'

type SignedIn = { access_token: string; refresh_token: string; user_info: object }

const KEPT = 'kept-session'

/** Writes a session into the storage of the first page only. Later pages use the storage as the product has changed it. */
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

export const signInWithWallet = async (url: string, wallet: TestWallet): Promise<SignedIn> => {
  const query = new URLSearchParams({ wallet_address: wallet.address }).toString()
  const challenge = (await (await fetch(`${url}/api/auth/nonce?${query}`)).json()) as {
    nonce: string
    message: string
  }
  return post(`${url}/api/auth/wallet-login`, {
    wallet_address: wallet.address,
    signature: wallet.sign(challenge.message),
    nonce: challenge.nonce,
  })
}

/** Starts a journey that is not about signing in, with a new account and without the sign-in page. */
export const arriveAsNewcomer = async (page: Page, url: string): Promise<void> => {
  await keepSession(page, await signInWithWallet(url, testWallet()))
}

/** Starts a journey as a user with a password. */
export const arriveAs = async (
  page: Page,
  url: string,
  user: { username: string; password: string },
): Promise<void> => keepSession(page, await post(`${url}/api/auth/login`, user))
