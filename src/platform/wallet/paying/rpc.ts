import { readField } from '#src/lib/read-field.ts'

/** Calls the chain's node through this origin's proxy. Throws the node's message. */
export const createRpc =
  (url: string) =>
  async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer: unknown = await response.json()
    const message = readField(readField(answer, 'error'), 'message')
    if (typeof message === 'string') throw new Error(message)
    if (!response.ok) throw new Error(`The Solana node didn’t answer (${response.status})`)
    return readField(answer, 'result')
  }

export type Rpc = ReturnType<typeof createRpc>

export const sendTransaction = async (rpc: Rpc, wire: Uint8Array): Promise<string> => {
  const base64 = btoa(String.fromCharCode(...wire))
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
  const signature = await rpc('sendTransaction', [base64, options])
  if (typeof signature !== 'string') throw new TypeError('The Solana node returned no signature')
  return signature
}

/** Returns lamports. */
export const getBalance = async (rpc: Rpc, address: string): Promise<number> => {
  const lamports = readField(await rpc('getBalance', [address]), 'value')
  if (typeof lamports !== 'number') throw new TypeError('The Solana node returned no balance')
  return lamports
}
