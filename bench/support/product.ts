import { ready, run, SERVER } from '#tests/support/product.ts'
import { testWallet } from '#tests/support/wallet.ts'

const SECRET = 'a-secret-of-the-bench-of-forty-letters'

/** Starts the product as a separate process, by default without its site. */
export async function startProduct(
  env: Record<string, string>,
  args: readonly string[] = ['--api-only'],
) {
  const product = run([SERVER, ...args], { env: { JWT_SECRET: SECRET, ...env } })
  const { child, printed } = product
  await ready(product)
  const url = await printed(/open +(http\S+)/)
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    printed,
    stop: async () => {
      child.kill('SIGTERM')
      await product.ended
    },
  }
}

type Call = { body?: object; token?: string; headers?: Record<string, string> }

export const callApi = (
  url: string,
  method: string,
  path: string,
  { body, token, headers }: Call = {},
): Promise<Response> =>
  fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Returns the body of an answer. Throws if the call failed. */
export async function readApi<Body>(...call: Parameters<typeof callApi>): Promise<Body> {
  const response = await callApi(...call)
  if (!response.ok) throw new Error(`${call[2]}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}

/** Signs in with a new wallet. Returns the access token. */
export async function signIn(url: string): Promise<string> {
  const wallet = testWallet()
  const { nonce, message } = await readApi<Record<'nonce' | 'message', string>>(
    url,
    'GET',
    `/auth/nonce?wallet_address=${wallet.address}`,
  )
  const proof = { wallet_address: wallet.address, signature: wallet.sign(message), nonce }
  const session = await readApi<{ access_token: string }>(url, 'POST', '/auth/wallet-login', {
    body: proof,
  })
  return session.access_token
}
