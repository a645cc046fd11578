import { expect, it } from 'vitest'
import { findPasswordProblem } from '#server/modules/auth/passwords/passwords.ts'

it.each([
  ['short', 'Must have at least 8 characters'],
  ['PassWord1', 'Too common; choose another'],
  ['hunter22', 'Too common; choose another'],
  ['letmein123', 'Too common; choose another'],
  ['Solana123', 'Too common; choose another'],
  ['alice.wonder', 'Too common; choose another'],
  ['abababababab', 'Too common; choose another'],
  ['45678901', 'Too common; choose another'],
  ['poiuytrewq', 'Too common; choose another'],
  ['an otter at dawn', null],
  ['åäö-ÅÄÖ-42', null],
])('answers the password %j with %j', async (password, refusal) => {
  expect(await findPasswordProblem(password, 'Alice.Wonder')).toBe(refusal)
})

it('checks a password within 10 ms once the list is loaded', async () => {
  await findPasswordProblem('warming up', 'alice')
  const before = process.cpuUsage()
  for (let count = 0; count < 100; count += 1) await findPasswordProblem(`word-${count}`, 'alice')
  const perCheckMs = process.cpuUsage(before).user / 1000 / 100
  expect(perCheckMs).toBeLessThan(10)
})
