import { expect, it } from 'vitest'
import { lookUpOneOfSeveral, readTexts } from '#server/modules/analysis/analysis-request.ts'
import { TOKEN_2022_PROGRAM } from '#solana/programs.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

it('names the one of several addresses that the chain does not know', async () => {
  const rpc = { getAccountInfo: async () => null }
  const address = addressOf('nobody knows this')
  await expect(lookUpOneOfSeveral(rpc, address)).rejects.toMatchObject({
    code: 'ADDRESS_UNKNOWN',
    message: `${address.slice(0, 4)}…${address.slice(-4)}: The chain knows nothing at this address`,
  })
})

it('reads names of a token as one short line of visible characters', async () => {
  const rpc = { getAccountInfo: async () => null }
  const mint = {
    address: addressOf('mint'),
    decimals: 6,
    supplyRaw: 0n,
    tokenProgram: TOKEN_2022_PROGRAM,
    mintAuthority: null,
    freezeAuthority: null,
  }
  const read = (name: string, symbol: string) =>
    readTexts(
      rpc,
      { ...mint, metadata: { name, symbol, uri: '', updateAuthority: null } },
      AbortSignal.timeout(1_000),
    )
  expect(await read('Good\n\u202e\u200bcoin', 'SOL\u2066\u0007')).toMatchObject({
    name: 'Good coin',
    symbol: 'SOL',
  })
  expect(await read('\u{1f468}\u200d\u{1f469} \u202e\u2764\ufe0f', '\u200d\ufe0f')).toMatchObject({
    name: '\u{1f468}\u200d\u{1f469} \u2764\ufe0f',
    symbol: null,
  })
  expect(await read('\u3164', 'LONG'.repeat(2_500))).toMatchObject({
    name: null,
    symbol: `${'LONG'.repeat(5).slice(0, 19)}…`,
  })
})
