import { afterEach, describe, expect, it } from 'vitest'
import { createSolanaRpc, type SolanaRpcSettings } from '#server/clients/solana-rpc/solana-rpc.ts'
import { RpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import {
  answer,
  refusal,
  scriptedNode,
  type ScriptedNode,
  type ScriptedReply,
} from '#tests/support/scripted-node.ts'

const WALLET = 'BWc2dtvJ33vtU1ezkdc4xMho7hUh5dvZzScFazPEZRP5'
const SIGNATURE = '5'.repeat(88)

let node: ScriptedNode | undefined
afterEach(async () => {
  await node?.close()
  node = undefined
})

async function rpcTo(
  script: Parameters<typeof scriptedNode>[0],
  settings: Partial<SolanaRpcSettings> = {},
) {
  node = await scriptedNode(script)
  return {
    node,
    rpc: createSolanaRpc({ url: node.url, timeoutMs: 2_000, random: () => 0, ...settings }),
  }
}

const inContext = (value: string) => `{"context":{"slot":77,"apiVersion":"3.0.0"},"value":${value}}`

const transaction = (body: string) => `{
  "slot": 5, "blockTime": 1700000000, "version": 0, "transaction": ${body},
  "meta": {"err": null, "fee": 5000, "preBalances": [500000000000000001, 0], "postBalances": [499999999999995001, 0],
    "preTokenBalances": null, "postTokenBalances": [{"accountIndex": 1, "mint": "${WALLET}", "owner": "${WALLET}",
      "uiTokenAmount": {"amount": "18446744073709551615", "decimals": 6, "uiAmount": 18446744073709.553}}],
    "innerInstructions": null, "logMessages": ["Program log: 123456789012345678"], "costUnits": 9}
}`

describe('numbers', () => {
  it('keeps lamports beyond 2^53 exact', async () => {
    const { rpc } = await rpcTo((body) => answer(body, inContext('500000000000000001')))
    expect(await rpc.getBalance(WALLET)).toBe(500_000_000_000_000_001n)
  })

  it('also returns small lamports as bigint', async () => {
    const { rpc } = await rpcTo((body) => answer(body, inContext('7')))
    expect(await rpc.getBalance(WALLET)).toBe(7n)
  })

  it('reads an account with its bytes, whatever rentEpoch says', async () => {
    const { rpc } = await rpcTo((body) =>
      answer(
        body,
        inContext(
          `{"lamports":9007199254740993,"owner":"${WALLET}","executable":false,"rentEpoch":18446744073709551615,"space":3,"data":["AQID","base64"]}`,
        ),
      ),
    )
    expect(await rpc.getAccountInfo(WALLET)).toEqual({
      lamports: 9_007_199_254_740_993n,
      owner: WALLET,
      executable: false,
      data: new Uint8Array([1, 2, 3]),
    })
  })

  it('returns the balances of a transaction as bigint and absent lists as empty', async () => {
    const { rpc, node } = await rpcTo((body) => answer(body, transaction('["AQ==","base64"]')))
    const found = await rpc.getTransaction(SIGNATURE, {
      encoding: 'base64',
      commitment: 'finalized',
    })
    expect(found?.transaction).toEqual(['AQ==', 'base64'])
    expect(found?.meta?.preBalances).toEqual([500_000_000_000_000_001n, 0n])
    expect(found?.meta?.fee).toBe(5000n)
    expect(found?.meta?.preTokenBalances).toEqual([])
    expect(found?.meta?.postTokenBalances[0]?.uiTokenAmount.amount).toBe('18446744073709551615')
    expect(found?.meta?.loadedAddresses).toEqual({ writable: [], readonly: [] })
    expect(node.requests).toMatchObject([
      {
        method: 'getTransaction',
        params: [
          SIGNATURE,
          { encoding: 'base64', commitment: 'finalized', maxSupportedTransactionVersion: 0 },
        ],
      },
    ])
  })
})

describe('what is read', () => {
  it('returns null for a transaction that the node does not have', async () => {
    const { rpc } = await rpcTo((body) => answer(body, 'null'))
    expect(await rpc.getTransaction(SIGNATURE, { encoding: 'json' })).toBeNull()
  })

  it('pages signatures with the cursor given', async () => {
    const { rpc, node } = await rpcTo((body) =>
      answer(
        body,
        `[{"signature":"${SIGNATURE}","slot":3,"err":{"InstructionError":[0,{"Custom":1}]},"memo":null,"blockTime":null,"confirmationStatus":"finalized","extra":1}]`,
      ),
    )
    const page = await rpc.getSignaturesForAddress(WALLET, { before: SIGNATURE, limit: 10 })
    expect(page[0]?.slot).toBe(3)
    expect(page[0]?.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(node.requests).toMatchObject([
      { params: [WALLET, { before: SIGNATURE, limit: 10, commitment: 'confirmed' }] },
    ])
  })

  it('tells the slot with the latest blockhash', async () => {
    const { rpc } = await rpcTo((body) =>
      answer(body, inContext(`{"blockhash":"${WALLET}","lastValidBlockHeight":227}`)),
    )
    expect(await rpc.getLatestBlockhash()).toEqual({
      blockhash: WALLET,
      lastValidBlockHeight: 227,
      slot: 77,
    })
  })

  it('reads statuses with gaps', async () => {
    const { rpc } = await rpcTo((body) =>
      answer(
        body,
        inContext(
          '[null,{"slot":4,"confirmations":null,"err":null,"confirmationStatus":"finalized"}]',
        ),
      ),
    )
    const statuses = await rpc.getSignatureStatuses([SIGNATURE, SIGNATURE])
    expect(statuses[0]).toBeNull()
    expect(statuses[1]?.confirmationStatus).toBe('finalized')
  })
})

describe('failures', () => {
  const unavailable: [string, (id: number) => ScriptedReply][] = [
    ['a 429', () => ({ status: 429, text: 'slow down' })],
    ['a 500', () => ({ status: 500, text: 'oops' })],
    ['a 503 with a JSON-RPC body', (id) => ({ status: 503, ...errorText(id, -32000) })],
    ['a 403', () => ({ status: 403, text: '{"message":"key"}' })],
    ['a web page', () => ({ text: '<html>' })],
    ['a hung up connection', () => ({ hangUp: true })],
    ['a node that is behind', (id) => errorText(id, -32005)],
    ['a block not available', (id) => errorText(id, -32004)],
    ['an internal error', (id) => errorText(id, -32603)],
    ['a throttled provider', (id) => errorText(id, 429)],
    [
      'an answer to another call',
      (id) => ({ text: `{"jsonrpc":"2.0","id":${id + 1},"result":1}` }),
    ],
    ['an answer without a result', (id) => ({ text: `{"jsonrpc":"2.0","id":${id}}` })],
    ['a result of another shape', (id) => ({ text: `{"jsonrpc":"2.0","id":${id},"result":"1"}` })],
  ]
  it.each(unavailable)('calls %s unavailable, not refused', async (_name, reply) => {
    const { rpc } = await rpcTo((body) => reply(Array.isArray(body) ? 0 : body.id))
    await expect(rpc.getSlot()).rejects.toBeInstanceOf(RpcUnavailable)
  })

  it('calls silence beyond the deadline unavailable', async () => {
    const { rpc } = await rpcTo(() => ({ hang: true }), { timeoutMs: 80 })
    await expect(rpc.getSlot()).rejects.toThrow('getSlot: no answer in time')
  })

  it('calls a closed port unavailable', async () => {
    const { rpc, node } = await rpcTo((body) => answer(body, '1'))
    await node.close()
    await expect(rpc.getSlot()).rejects.toBeInstanceOf(RpcUnavailable)
  })

  it("returns the node's error with its code", async () => {
    const { rpc } = await rpcTo((body) => refusal(body, -32602, 'Invalid param'), { retries: 3 })
    const failure = await rpc.getBalance('x').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RpcError)
    expect(failure).toMatchObject({ code: -32602, method: 'getBalance' })
    expect(node?.requests).toHaveLength(1)
  })

  it('reads a refusal that comes with HTTP 400', async () => {
    const { rpc } = await rpcTo((body) => ({ status: 400, ...refusal(body, -32602) }))
    await expect(rpc.getSlot()).rejects.toBeInstanceOf(RpcError)
  })

  it('reads no answer of more than 16 MB, and asks once', async () => {
    const { rpc, node: asked } = await rpcTo((body) =>
      answer(body, `"${'x'.repeat(17 * 1024 * 1024)}"`),
    )
    const refused = rpc.call('getTokenAccountsByOwner', [WALLET])
    await expect(refused).rejects.toThrow('the answer is too large')
    await expect(refused).rejects.toBeInstanceOf(RpcError)
    expect(asked.requests).toHaveLength(1)
  })

  it('rethrows the reason of an abort by the caller', async () => {
    const { rpc } = await rpcTo(() => ({ hang: true }), { retries: 5 })
    const controller = new AbortController()
    const reason = new Error('the caller left')
    const call = rpc.getSlot({ signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })
})

describe('retries', () => {
  it('asks again after unavailability, up to the bound', async () => {
    const { rpc, node } = await rpcTo(
      (body, nth) => (nth < 3 ? refusal(body, -32005) : answer(body, '9')),
      { retries: 2 },
    )
    expect(await rpc.getSlot()).toBe(9)
    expect(node.requests).toHaveLength(3)
  })

  it('gives up after the limit', async () => {
    const { rpc, node } = await rpcTo((body) => refusal(body, -32005), { retries: 1 })
    await expect(rpc.getSlot()).rejects.toBeInstanceOf(RpcUnavailable)
    expect(node.requests).toHaveLength(2)
  })

  it('does not wait for a Retry-After beyond its deadline', async () => {
    const { rpc, node } = await rpcTo(
      () => ({ status: 429, headers: { 'retry-after': '60' }, text: '' }),
      { retries: 5 },
    )
    await expect(rpc.getSlot()).rejects.toMatchObject({ retryAfterMs: 60_000 })
    expect(node.requests).toHaveLength(1)
  })
})

describe('batches', () => {
  it('asks in chunks and keeps the order when the node does not', async () => {
    const { rpc, node } = await rpcTo(
      (body) => ({
        text: JSON.stringify(
          (Array.isArray(body) ? body : [])
            .map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params[0] }))
            .toReversed(),
        ),
      }),
      { maxBatch: 2 },
    )
    const calls = [1, 2, 3].map((n) => ({ method: 'getBlockTime', params: [n] }))
    const outcomes = await rpc.batch(calls)
    expect(outcomes).toEqual([1, 2, 3].map((result) => ({ ok: true, result })))
    expect(node.requests.map((body) => (body as unknown[]).length)).toEqual([2, 1])
  })

  it('tells the failure of one call apart from the others', async () => {
    const { rpc } = await rpcTo((body) => {
      const [first, second] = Array.isArray(body) ? body : []
      return {
        text: `[{"jsonrpc":"2.0","id":${first?.id},"result":1},{"jsonrpc":"2.0","id":${second?.id},"error":{"code":-32602,"message":"no"}}]`,
      }
    })
    const [good, bad, absent] = await rpc.batch([
      { method: 'getSlot' },
      { method: 'getBalance' },
      { method: 'getSlot' },
    ])
    expect(good).toEqual({ ok: true, result: 1 })
    expect(bad).toMatchObject({ ok: false, error: { code: -32602 } })
    expect(absent?.ok === false && absent.error).toBeInstanceOf(RpcUnavailable)
  })

  it('asks call by call where batches are refused', async () => {
    const { rpc, node } = await rpcTo((body) =>
      Array.isArray(body) ? refusal(body, -32600, 'batches not allowed') : answer(body, 'null'),
    )
    const outcomes = await rpc.batch([{ method: 'getSlot' }, { method: 'getSlot' }])
    expect(outcomes).toEqual([
      { ok: true, result: null },
      { ok: true, result: null },
    ])
    expect(node.requests).toHaveLength(3)
  })
})

function errorText(id: number, code: number): { text: string } {
  return {
    text: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'not now' } }),
  }
}
