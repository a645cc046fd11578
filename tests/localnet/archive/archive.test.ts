import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bs58 from 'bs58'
import { afterEach, describe, expect, it } from 'vitest'
import { openArchive, type Archive } from '#localnet/archive/archive.ts'
import {
  addressOf,
  recordedLine,
  recordedMainnetLines,
  signatureOf,
  type FixtureTransaction,
} from '#tests/support/token-fixtures.ts'

const ALICE = addressOf('alice')
const BOB = addressOf('bob')

const open: Archive[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((archive) => archive.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function archiveIn(path?: string): Promise<Archive> {
  const archive = await openArchive({ path })
  open.push(archive)
  return archive
}

async function reopened(archive: Archive, path: string): Promise<Archive> {
  open.splice(open.indexOf(archive), 1)
  await archive.close()
  return archiveIn(path)
}

/** The lines as a crash would leave them, without the snapshot. */
function copyOf(path: string): string {
  const copy = temporaryPath()
  writeFileSync(copy, readFileSync(path))
  return copy
}

function temporaryPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  folders.push(folder)
  return join(folder, 'archive.jsonl')
}

const payment = (name: string, given: Partial<FixtureTransaction> = {}): string =>
  recordedLine({
    name,
    keys: [
      { address: ALICE, signer: true, before: 10_000_000n, after: 8_995_000n },
      { address: BOB, before: 0n, after: 1_000_000n },
    ],
    ...given,
  })

const names = (archive: Archive, page: { limit: number; before?: string; until?: string }) =>
  archive.listSignatures(ALICE, page)?.map(({ signature }) => signature)

describe('importing', () => {
  it('returns every line once the import resolves', async () => {
    const archive = await archiveIn()
    expect(await archive.importLines([payment('one'), payment('two')])).toEqual({
      added: 2,
      duplicates: 0,
      rejected: 0,
      rejections: [],
    })
    expect(archive.has(signatureOf('one'))).toBe(true)
    expect(archive.findTransaction(signatureOf('two'))).toEqual(JSON.parse(payment('two')))
    expect(archive.getBlockTime(100)).toBe(1_700_000_000)
  })

  it('skips what it has, within one import and over several', async () => {
    const archive = await archiveIn()
    await archive.importLines([payment('one'), payment('one')])
    const again = await archive.importLines([payment('one'), payment('two')])
    expect(again).toMatchObject({ added: 1, duplicates: 1 })
    expect(archive.countTransactions()).toBe(2)
    expect(names(archive, { limit: 10 })).toHaveLength(2)
  })

  it('names rejected lines by number and reason and takes the rest', async () => {
    const archive = await archiveIn()
    const unbalanced = JSON.parse(payment('odd')) as { meta: { postBalances: number[] } }
    unbalanced.meta.postBalances.pop()
    const result = await archive.importLines([
      payment('one'),
      '{"slot":',
      '',
      'null',
      '[]',
      JSON.stringify({ slot: 1, transaction: ['AQ==', 'base64'], meta: {} }),
      JSON.stringify({ slot: 1, transaction: {}, meta: null }),
      JSON.stringify(unbalanced),
      payment('two', { slot: -1 }),
      payment('three'),
    ])
    expect(result).toMatchObject({ added: 2, rejected: 7 })
    expect(result.rejections).toEqual([
      { line: 2, reason: 'not JSON' },
      { line: 4, reason: 'the node did not have this transaction (null)' },
      { line: 5, reason: 'not a getTransaction result' },
      { line: 6, reason: 'raw bytes; record with json or jsonParsed encoding' },
      { line: 7, reason: 'meta is missing' },
      { line: 8, reason: '2 account keys do not match 1 balances' },
      { line: 9, reason: expect.stringMatching(/^slot: /) as string },
    ])
  })

  it('accepts full JSON-RPC responses and lines with carriage returns', async () => {
    const archive = await archiveIn()
    const answer = `{"jsonrpc":"2.0","id":1,"result":${payment('one')}}\r`
    const pretty = JSON.stringify(JSON.parse(payment('two')), null, 2)
    expect(await archive.importLines([answer, pretty])).toMatchObject({ added: 2 })
    expect(archive.findTransaction(signatureOf('one'))).toEqual(JSON.parse(payment('one')))
    expect(archive.findTransaction(signatureOf('two'))).toEqual(JSON.parse(payment('two')))
  })

  it('lets several imports run at once without loss', async () => {
    const archive = await archiveIn(temporaryPath())
    const results = await Promise.all(
      [0, 1, 2].map((batch) =>
        archive.importLines(
          Array.from({ length: 50 }, (_, nth) => payment(`${(batch + nth) % 60}`)),
        ),
      ),
    )
    expect(archive.countTransactions()).toBe(52)
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(52)
  })

  it('returns integers beyond 2^53 exactly', async () => {
    const archive = await archiveIn()
    await archive.importLines([
      payment('rich', {
        keys: [{ address: ALICE, signer: true, after: 500_000_000_000_000_001n }],
      }),
    ])
    expect(JSON.stringify(archive.findTransaction(signatureOf('rich')))).toContain(
      '"postBalances":[500000000000000001]',
    )
    expect(archive.findAccount(ALICE)?.lamports).toBe(500_000_000_000_000_001n)
  })
})

describe('signatures of an address', () => {
  it('are sorted by slot and block index, newest first, for any order of lines', async () => {
    const lines = [
      payment('c', { slot: 7, index: 2 }),
      payment('a', { slot: 5, index: 9 }),
      payment('d', { slot: 8 }),
      payment('b', { slot: 7, index: 0 }),
      payment('e', { slot: 8 }),
    ]
    const expected = ['e', 'd', 'c', 'b', 'a'].map(signatureOf)
    for (const pieces of [[lines], lines.map((line) => [line])]) {
      const archive = await archiveIn()
      for (const piece of pieces) await archive.importLines(piece)
      expect(names(archive, { limit: 10 })).toEqual(expected)
    }
  })

  it('are paged without gap or repeat', async () => {
    const archive = await archiveIn()
    await archive.importLines(
      Array.from({ length: 25 }, (_, nth) => payment(`n${nth}`, { slot: nth, index: 0 })),
    )
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const page = names(archive, { limit: 10, ...(before === undefined ? {} : { before }) })
      if (!page || page.length === 0) break
      seen.push(...page)
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, nth) => signatureOf(`n${24 - nth}`)))
    const until = signatureOf('n20')
    expect(names(archive, { limit: 10, until })).toEqual(
      ['n24', 'n23', 'n22', 'n21'].map(signatureOf),
    )
    expect(names(archive, { limit: 10, before: signatureOf('unknown') })).toEqual([])
    expect(names(archive, { limit: 1, until: signatureOf('unknown') })).toHaveLength(1)
  })

  it('distinguish unknown addresses from known ones without matches', async () => {
    const archive = await archiveIn()
    await archive.importLines([payment('one')])
    expect(archive.listSignatures(addressOf('stranger'), { limit: 10 })).toBeNull()
    expect(names(archive, { limit: 10, before: signatureOf('one') })).toEqual([])
  })

  it('carry error, memo and time', async () => {
    const archive = await archiveIn()
    const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
    await archive.importLines([
      payment('failed', {
        err: { InstructionError: [0, { Custom: 6001 }] },
        blockTime: null,
        keys: [
          { address: ALICE, signer: true, before: 2n, after: 1n },
          { address: memo, before: 1n },
        ],
        instructions: [{ programIdIndex: 1, accounts: [], data: bs58.encode(Buffer.from('thé')) }],
      }),
    ])
    expect(archive.listSignatures(ALICE, { limit: 1 })).toEqual([
      {
        signature: signatureOf('failed'),
        slot: 100,
        err: { InstructionError: [0, { Custom: 6001 }] },
        memo: '[4] thé',
        blockTime: null,
        confirmationStatus: 'finalized',
      },
    ])
  })

  it('follow the balances within a slot without recorded order, even across imports', async () => {
    const step = (name: string, before: bigint) =>
      payment(name, {
        keys: [
          { address: ALICE, signer: true, before, after: before - 10n },
          { address: BOB, before: 100n - before, after: 110n - before },
        ],
      })
    const lines = [
      step('second', 90n),
      step('fourth', 70n),
      step('first', 100n),
      step('third', 80n),
    ]
    const expected = ['fourth', 'third', 'second', 'first'].map(signatureOf)
    const path = temporaryPath()
    const atOnce = await archiveIn(path)
    await atOnce.importLines(lines)
    const piecewise = await archiveIn()
    for (const line of lines) await piecewise.importLines([line])
    const restarted = await reopened(atOnce, path)
    const rebuilt = await archiveIn(copyOf(path))
    for (const archive of [piecewise, restarted, rebuilt]) {
      expect(names(archive, { limit: 10 })).toEqual(expected)
      expect(archive.findAccount(ALICE)?.lamports).toBe(60n)
    }
  })

  it('include keys loaded from lookup tables', async () => {
    const archive = await archiveIn()
    await archive.importLines([payment('v0', { loaded: 1 })])
    expect(archive.listSignatures(BOB, { limit: 1 })).toHaveLength(1)
  })
})

describe('the file', () => {
  it('returns the same results after a restart, and continues', async () => {
    const path = temporaryPath()
    const first = await archiveIn(path)
    await first.importLines([payment('one', { slot: 3 }), payment('two', { slot: 2 })])
    const second = await reopened(first, path)
    expect(names(second, { limit: 10 })).toEqual(['one', 'two'].map(signatureOf))
    expect(second.findAccount(BOB)?.lamports).toBe(1_000_000n)
    expect(await second.importLines([payment('two'), payment('three', { slot: 4 })])).toMatchObject(
      {
        added: 1,
        duplicates: 1,
      },
    )
    expect(names(second, { limit: 1 })).toEqual([signatureOf('three')])
    expect(second.findTransaction(signatureOf('one'))).toEqual(
      JSON.parse(payment('one', { slot: 3 })),
    )
  })

  it('keeps everything acknowledged without a clean stop', async () => {
    const path = temporaryPath()
    const running = await archiveIn(path)
    await running.importLines([payment('one'), payment('two')])
    const next = await archiveIn(copyOf(path))
    expect(next.countTransactions()).toBe(2)
  })

  it('drops an incomplete last line and keeps the lines before it', async () => {
    const path = temporaryPath()
    const archive = await archiveIn(path)
    await archive.importLines([payment('whole')])
    const whole = statSync(path).size
    await reopened(archive, path)
    const torn = `${payment('torn')}\n`
    for (let cut = 1; cut < torn.length; cut += 97) {
      const copy = copyOf(path)
      appendFileSync(copy, torn.slice(0, cut))
      const next = await archiveIn(copy)
      expect(next.countTransactions()).toBe(1)
      expect(statSync(copy).size).toBe(whole)
      expect(await next.importLines([payment('torn')])).toMatchObject({ added: 1 })
      expect(next.findTransaction(signatureOf('torn'))).toEqual(JSON.parse(payment('torn')))
    }
  })

  it('rebuilds from the lines when the snapshot is damaged, foreign or absent', async () => {
    const path = temporaryPath()
    const archive = await archiveIn(path)
    await archive.importLines([payment('one'), payment('two')])
    await reopened(archive, path)
    const good = readFileSync(`${path}.index`)
    for (const damaged of [good.subarray(0, good.length / 2), Buffer.from('no snapshot'), null]) {
      const copy = copyOf(path)
      if (damaged) writeFileSync(`${copy}.index`, damaged)
      const next = await archiveIn(copy)
      expect(next.countTransactions()).toBe(2)
      expect(names(next, { limit: 10 })).toHaveLength(2)
    }
    const other = temporaryPath()
    writeFileSync(`${other}.index`, good)
    writeFileSync(other, `${payment('another recording')}\n`.repeat(3))
    const next = await archiveIn(other)
    expect(next.countTransactions()).toBe(1)
    expect(next.has(signatureOf('another recording'))).toBe(true)
  })
})

const mainnet = recordedMainnetLines()
describe('recorded mainnet transactions', () => {
  const lines = mainnet ?? []

  it.skipIf(mainnet === null)(
    'are all taken and given back unchanged (needs ../shared/data)',
    async () => {
      const archive = await archiveIn(temporaryPath())
      const result = await archive.importLines(lines)
      expect(result.rejections).toEqual([])
      expect(result.added + result.duplicates).toBe(lines.length)
      for (const line of lines) {
        const given = JSON.parse(line) as { transaction: { signatures: [string] } }
        expect(archive.findTransaction(given.transaction.signatures[0])).toEqual(given)
      }
    },
  )

  it.skipIf(mainnet === null)(
    'give the same accounts and lists from reversed lines where the place in the block is known (needs ../shared/data)',
    async () => {
      const indexed = lines.filter((line) => line.includes('"transactionIndex"'))
      const [forward, backward] = [await archiveIn(), await archiveIn()]
      await forward.importLines(indexed)
      await backward.importLines(indexed.toReversed())
      const addresses = new Set(
        indexed.flatMap((line) => {
          const { transaction } = JSON.parse(line) as {
            transaction: { message: { accountKeys: string[] } }
          }
          return transaction.message.accountKeys
        }),
      )
      for (const address of addresses) {
        expect(backward.findAccount(address)).toEqual(forward.findAccount(address))
        expect(backward.listSignatures(address, { limit: 1000 })).toEqual(
          forward.listSignatures(address, { limit: 1000 }),
        )
      }
    },
  )
})
