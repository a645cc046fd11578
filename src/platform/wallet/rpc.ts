import * as z from 'zod/mini'

const Answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.looseObject({ message: z.string() })),
})

/** Calls the chain through this origin's proxy; throws with the node's own message. */
export const createRpc =
  (url: string) =>
  async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer = Answer.safeParse(await response.json())
    if (!answer.success) throw new Error(`The chain gave no answer (${response.status})`)
    if (answer.data.error !== undefined) throw new Error(answer.data.error.message)
    return answer.data.result
  }

export type Rpc = ReturnType<typeof createRpc>

/** Sends signed transaction bytes; gives the signature in base58. */
export const sendTransaction = async (rpc: Rpc, wire: Uint8Array): Promise<string> => {
  const base64 = btoa(String.fromCharCode(...wire))
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
  return z.string().parse(await rpc('sendTransaction', [base64, options]))
}
