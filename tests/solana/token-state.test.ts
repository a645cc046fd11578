import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token'
import { Keypair } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { parseMint, parseTokenAccount } from '#solana/token-state.ts'
import { SYSTEM } from '#tests/support/token-fixtures.ts'

const SUPPLY = 12_345_678_901n

/** A mint of 6 decimals without authorities, in an account of so many bytes. */
const mintBytes = (bytes: number, kind = 0): Uint8Array => {
  const data = Buffer.alloc(bytes)
  data.writeBigUInt64LE(SUPPLY, 36)
  data[44] = 6
  data[45] = 1
  if (bytes > 165) data[165] = kind
  return data
}

it.each([
  ['of the token program', TOKEN_PROGRAM, mintBytes(82)],
  ['of Token-2022', TOKEN_2022_PROGRAM, mintBytes(82)],
  ['with extensions', TOKEN_2022_PROGRAM, mintBytes(234, 1)],
])('reads a mint %s', (_, owner, data) => {
  const mint = { mintAuthority: null, supply: SUPPLY, decimals: 6, freezeAuthority: null }
  expect(parseMint({ owner, data })).toEqual(mint)
})

it.each([
  ['another program owns', SYSTEM, mintBytes(82)],
  ['is not initialised', TOKEN_PROGRAM, Buffer.alloc(82)],
  ['is too short', TOKEN_PROGRAM, mintBytes(81)],
  ['is a holding', TOKEN_PROGRAM, mintBytes(165)],
  ['is an extended holding', TOKEN_2022_PROGRAM, mintBytes(170, 2)],
  ['is extended where nothing can be', TOKEN_PROGRAM, mintBytes(234, 1)],
  ['is a multisig with a key that looks the part', TOKEN_PROGRAM, mintBytes(355, 1)],
  ['is such a multisig of Token-2022', TOKEN_2022_PROGRAM, mintBytes(355, 1)],
])('takes for no mint what %s', (_, owner, data) => {
  expect(parseMint({ owner, data })).toBeNull()
})

it('never reads a multisig as a token account', () => {
  const data = Buffer.alloc(355, 1)
  data[165] = 2
  expect(parseTokenAccount({ owner: TOKEN_2022_PROGRAM, data })).toBeNull()
  expect(
    parseTokenAccount({ owner: TOKEN_2022_PROGRAM, data: data.subarray(0, 170) }),
  ).not.toBeNull()
})

const keys = [1, 2, 3, 4].map(() => Keypair.generate().publicKey.toBase58())
const [mint, owner, delegate, closeAuthority] = keys as unknown as [
  OfficialKey,
  OfficialKey,
  OfficialKey,
  OfficialKey,
]
type OfficialKey = Parameters<ReturnType<typeof getTokenEncoder>['encode']>[0]['mint']
const U64 = 2n ** 64n - 1n

it('reads a mint as the official client writes it', () => {
  const fields = { mintAuthority: owner, supply: U64, decimals: 9, freezeAuthority: delegate }
  const data = Uint8Array.from(getMintEncoder().encode({ ...fields, isInitialized: true }))
  expect(parseMint({ owner: TOKEN_PROGRAM, data })).toEqual(fields)
})

it.each([
  ['plain', AccountState.Initialized, null, null, null],
  ['frozen, delegated and native', AccountState.Frozen, delegate, closeAuthority, U64],
])(
  'reads a %s token account as the official client writes it',
  (_, state, to, closer, isNative) => {
    const common = { mint, owner, amount: U64, delegatedAmount: 5n }
    const data = Uint8Array.from(
      getTokenEncoder().encode({
        ...common,
        state,
        delegate: to,
        closeAuthority: closer,
        isNative,
      }),
    )
    expect(parseTokenAccount({ owner: TOKEN_PROGRAM, data })).toEqual({
      ...common,
      state: state === AccountState.Frozen ? 'frozen' : 'initialized',
      delegate: to,
      closeAuthority: closer,
      nativeReserve: isNative,
    })
    data[108] = 3
    expect(parseTokenAccount({ owner: TOKEN_PROGRAM, data })).toBeNull()
  },
)
