type Asked = { id: number; method: string; params: unknown[] }
type Answered = { id: number; result?: unknown }

/** A node's answer, JSON-RPC single or batch, without the transactions in `forgotten`: as if they had never landed. */
export function withoutTransactions(
  request: string,
  response: string,
  forgotten: ReadonlySet<string>,
): string {
  if (forgotten.size === 0) return response
  const asked = JSON.parse(request) as Asked | Asked[]
  const answered = JSON.parse(response) as Answered | Answered[]
  const byId = new Map([asked].flat().map((each) => [each.id, each]))
  for (const answer of [answered].flat()) {
    const { method, params } = byId.get(answer.id) ?? { method: '', params: [] }
    if (method === 'getTransaction' && forgotten.has(String(params[0]))) answer.result = null
    if (method === 'getSignaturesForAddress' && Array.isArray(answer.result)) {
      const listed = answer.result as { signature: string }[]
      answer.result = listed.filter(({ signature }) => !forgotten.has(signature))
    }
    const statuses = answer.result as { value?: unknown } | null | undefined
    if (method === 'getSignatureStatuses' && Array.isArray(statuses?.value)) {
      const signatures = params[0] as string[]
      statuses.value = statuses.value.map((status: unknown, index) =>
        forgotten.has(signatures[index] ?? '') ? null : status,
      )
    }
  }
  return JSON.stringify(answered)
}
