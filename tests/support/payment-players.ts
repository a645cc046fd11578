import { Keypair } from '@solana/web3.js'
import { testWallet, type TestWallet } from './wallet.ts'

/** Signs as the wallet of a key pair does. */
export const signerOf = (keypair: Keypair): TestWallet =>
  testWallet(keypair.secretKey.subarray(0, 32))

/** A signed-in player with a funded wallet, signed in with that wallet or with another one. */
export type Player = {
  index: number
  wallet: Keypair
  isLinked: boolean
  signInWallet: TestWallet
  token: string
  userId: string
}

export function newPlayer(index: number, isLinked: boolean): Player {
  const wallet = Keypair.generate()
  const signInWallet = isLinked ? signerOf(wallet) : testWallet()
  return { index, wallet, isLinked, signInWallet, token: '', userId: '' }
}

type Answer = { status: number; body: Record<string, unknown> }

/** One call below `/api`; status 0 when the server is not there, or died over it. */
export async function request(
  url: string,
  method: string,
  path: string,
  { body, token, key }: { body?: object; token?: string; key?: string } = {},
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return { status: 0, body: {} }
  }
}

export async function signIn(url: string, player: Player): Promise<void> {
  const { address } = player.signInWallet
  const asked = await request(url, 'GET', `/auth/nonce?wallet_address=${address}`)
  const { nonce, message } = asked.body as { nonce: string; message: string }
  const signature = player.signInWallet.sign(message)
  const login = { wallet_address: address, signature, nonce }
  const { status, body } = await request(url, 'POST', '/auth/wallet-login', { body: login })
  if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`)
  const session = body as { access_token: string; user_info: { id: string } }
  player.token = session.access_token
  player.userId = session.user_info.id
}
