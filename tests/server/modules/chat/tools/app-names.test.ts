import { expect, it } from 'vitest'
import { findNamed } from '#server/modules/chat/tools/library-tools.ts'

const APPS = ['Wallet Notes', 'Solana Explorer', 'Token Facts'].map((name) => ({ id: name, name }))

it.each([
  ['explorer', 'Solana Explorer'],
  ['solanaexplorer', 'Solana Explorer'],
  ['note', 'Wallet Notes'],
  ['the token facts tool', 'Token Facts'],
])('finds an app by a part of its name: %s', (wanted, name) => {
  expect(findNamed(APPS, wanted)?.name).toBe(name)
})

it('finds no app by letters inside a word of its name', () => {
  expect(findNamed(APPS, 'all')).toBeNull()
})
