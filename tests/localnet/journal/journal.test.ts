import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JournalError, readJournal } from '#localnet/journal/journal-file.ts'
import { openJournal } from '#localnet/journal/journal.ts'

type Entry = { number: number; text: string }

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'chain-journal-'))
  path = join(dir, 'chain.journal')
})
afterEach(() => rmSync(dir, { recursive: true }))

const header = () => ({ seed: 'one' })
const entry = (number: number): Entry => ({ number, text: 'é☃'.repeat(number % 7) })

async function write(count: number): Promise<void> {
  const { bytes } = readJournal(path, header)
  const journal = await openJournal<Entry>(path, bytes)
  for (let number = 0; number < count; number += 1) await journal.append(entry(number))
  await journal.close()
}

describe('a journal', () => {
  it('returns its header and entries in order', async () => {
    await write(20)
    expect(readJournal(path, () => ({ seed: 'two' }))).toMatchObject({
      header: { seed: 'one' },
      entries: Array.from({ length: 20 }, (_, number) => entry(number)),
      discardedBytes: 0,
    })
  })

  it('is readable by its owner only', async () => {
    await write(1)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('writes entries that arrive during a write as one line', async () => {
    const { bytes } = readJournal(path, header)
    const journal = await openJournal<Entry>(path, bytes)
    await Promise.all(Array.from({ length: 100 }, (_, number) => journal.append(entry(number))))
    await journal.close()
    // The header, the entry that found the disk idle, and all that came while it was written.
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(3)
    expect(readJournal(path, header).entries).toHaveLength(100)
  })

  it('holds an entry on disk when its append resolves', async () => {
    const { bytes } = readJournal(path, header)
    const journal = await openJournal<Entry>(path, bytes)
    for (let number = 0; number < 5; number += 1) {
      await journal.append(entry(number))
      expect(readJournal(path, header).entries).toHaveLength(number + 1)
    }
    await journal.close()
  })

  it('keeps every complete line when it is cut at any byte, and continues from there', async () => {
    await write(6)
    const whole = readFileSync(path)
    const lineEnds = [...whole].flatMap((byte, index) => (byte === 0x0a ? [index + 1] : []))
    for (let cut = 0; cut < whole.length; cut += 1) {
      writeFileSync(path, whole.subarray(0, cut))
      const content = readJournal(path, () => ({ seed: 'fresh' }))
      const linesLeft = lineEnds.filter((end) => end <= cut).length
      expect(content.entries).toEqual(
        Array.from({ length: Math.max(0, linesLeft - 1) }, (_, number) => entry(number)),
      )
      expect(content.header).toEqual({ seed: linesLeft === 0 ? 'fresh' : 'one' })
      if (cut % 97 !== 0) continue
      const journal = await openJournal<Entry>(path, content.bytes)
      await journal.append(entry(99))
      await journal.close()
      expect(readJournal(path, header).entries.at(-1)).toEqual(entry(99))
    }
  })

  it('drops a last line with a wrong checksum', async () => {
    await write(3)
    const lines = readFileSync(path, 'utf8').split('\n')
    writeFileSync(
      path,
      [...lines.slice(0, 3), lines[3]!.replace('"number":2', '"number":3'), ''].join('\n'),
    )
    const content = readJournal(path, header)
    expect(content.entries).toEqual([entry(0), entry(1)])
    expect(content.discardedBytes).toBeGreaterThan(0)
    expect(readJournal(path, header).discardedBytes).toBe(0)
  })

  it('ignores zeros after the last line', async () => {
    await write(3)
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(4096)]))
    expect(readJournal(path, header).entries).toHaveLength(3)
    expect(statSync(path).size).toBeLessThan(4096)
  })

  it('refuses damage before the last line, and does not change the file', async () => {
    await write(3)
    const damaged = readFileSync(path)
    const secondLine = damaged.indexOf(0x0a) + 1
    damaged.writeUInt8(damaged.readUInt8(secondLine + 30) ^ 1, secondLine + 30)
    writeFileSync(path, damaged)
    expect(() => readJournal(path, header)).toThrow(
      new JournalError(
        `The chain journal ${path} is damaged at byte ${secondLine}; restore it from a backup or move it away to start a new chain`,
      ),
    )
    expect(readFileSync(path).equals(damaged)).toBe(true)
  })

  it.each([
    ['text', 'hello', 'is not a journal of the local chain'],
    ['lines of JSON', '{"genesis":"00"}\n{"tx":{}}\n', 'is not a journal of the local chain'],
    ['zeros', '\0'.repeat(100), 'is not a journal of the local chain'],
    ['a later format', 'local-chain-journal/2 {}\n', 'has the format local-chain-journal/2'],
    ['a header that is no JSON', 'local-chain-journal/1 {{\n', 'is damaged at byte 0'],
  ])('refuses a file of %s in one sentence', (_name, content, sentence) => {
    writeFileSync(path, content)
    const read = () => readJournal(path, header)
    expect(read).toThrow(JournalError)
    expect(read).toThrow(sentence)
    expect(read).toThrow(path)
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  it.skipIf(process.platform !== 'linux')(
    'acknowledges nothing that the disk did not take (needs /dev/full)',
    async () => {
      const journal = await openJournal<Entry>('/dev/full', 0)
      const appended = [journal.append(entry(1)), journal.append(entry(2))]
      for (const outcome of await Promise.allSettled(appended)) {
        expect(outcome.status).toBe('rejected')
      }
      await journal.close()
    },
  )

  it('names what it cannot read', () => {
    expect(() => readJournal(dir, header)).toThrow('cannot be read')
  })
})
