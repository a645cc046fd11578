import { Keypair } from '@solana/web3.js'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, transferOf, type ChainClient } from './chain-client.ts'
import { TEMPORARY_ROOT } from '#tests/support/temporary-root.ts'

const ROUNDS = 5
const SENDERS = 8

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(TEMPORARY_ROOT, 'chain-crash-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

async function launch(): Promise<{ child: ChildProcess; client: ChainClient }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./crash-child.ts', import.meta.url)), dir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })
  const [rpcUrl] = (await once(lines, 'line')) as [string]
  lines.close()
  return { child, client: clientOf({ rpcUrl }) }
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Transfers from many senders at once until the process dies in the middle of them; gives what was acknowledged. */
async function sendUntilKilled(
  { child, client }: Awaited<ReturnType<typeof launch>>,
  sender: Keypair,
  { killAfter, firstAmount }: { killAfter: number; firstAmount: number },
): Promise<Map<string, { receiver: Keypair; lamports: number }>> {
  const acknowledged = new Map<string, { receiver: Keypair; lamports: number }>()
  const blockhash = await client.blockhash()
  let sent = 0
  let death: Promise<void> | undefined
  const send = async () => {
    while (death === undefined) {
      sent += 1
      const transfer = { receiver: Keypair.generate(), lamports: firstAmount + sent }
      const bytes = await client.signed(
        [transferOf(sender, transfer.receiver, transfer.lamports)],
        [sender],
        blockhash,
      )
      try {
        acknowledged.set(await client.send(bytes, { skipPreflight: true }), transfer)
      } catch {
        // The process died while this one was under way: it was never acknowledged.
        return
      }
      if (acknowledged.size >= killAfter) death ??= kill(child)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
  await death
  return acknowledged
}

/** Status of each transaction and balance of its receiver, in few calls. */
async function lookUp(client: ChainClient, transfers: ReadonlyMap<string, { receiver: Keypair }>) {
  const found: { signature: string; err: unknown; lamports: number | undefined }[] = []
  const list = [...transfers]
  for (let start = 0; start < list.length; start += 100) {
    const chunk = list.slice(start, start + 100)
    const statuses = await client.call<{ value: ({ err: unknown } | null)[] }>(
      'getSignatureStatuses',
      [chunk.map(([signature]) => signature)],
    )
    const accounts = await client.call<{ value: ({ lamports: number } | null)[] }>(
      'getMultipleAccounts',
      [chunk.map(([, { receiver }]) => receiver.publicKey.toBase58())],
    )
    for (const [index, [signature]] of chunk.entries()) {
      const status = statuses.value[index]
      const err = status === null || status === undefined ? 'not found' : status.err
      found.push({ signature, err, lamports: accounts.value[index]?.lamports })
    }
  }
  return found
}

describe('a chain killed with SIGKILL', () => {
  it('has every acknowledged transaction when it comes back', { timeout: 120_000 }, async () => {
    const all = new Map<string, { receiver: Keypair; lamports: number }>()
    let running = await launch()
    const genesis = await running.client.call('getGenesisHash')
    const sender = await running.client.wallet(10_000_000_000_000)
    for (let round = 0; round < ROUNDS; round += 1) {
      const killAfter = 5 + Math.floor(Math.random() * 120)
      const firstAmount = 1_000_000 * (round + 1)
      const acknowledged = await sendUntilKilled(running, sender, { killAfter, firstAmount })
      expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter)
      for (const [signature, transfer] of acknowledged) all.set(signature, transfer)
      // Remains of a write that the kill interrupted.
      if (round % 2 === 1) appendFileSync(join(dir, 'chain.journal'), '0badc0de [{"kind":"transac')

      running = await launch()
      expect(await running.client.call('getGenesisHash')).toBe(genesis)
      const present = await lookUp(running.client, all)
      expect(present).toEqual(
        [...all].map(([signature, { lamports }]) => ({ signature, err: null, lamports })),
      )
    }
    await kill(running.child)
  })
})
