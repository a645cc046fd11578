import { afterAll, describe, expect, it } from 'vitest'
import { describeAccount, findAccount } from '#server/cli/users/find-account.ts'
import { toUsernameKey } from '#server/modules/auth/usernames.ts'
import { testServer } from '#tests/support/server.ts'
import { testWallet } from '#tests/support/wallet.ts'

const server = await testServer()
afterAll(() => server.close())

/** Sets a name that could be taken before such names were refused. */
const rename = (userId: string, username: string) =>
  server.db.query('update app_user set username = $2, username_key = $3 where id = $1', [
    userId,
    username,
    toUsernameKey(username),
  ])

describe('an account that an operator names', () => {
  it('is found by id, by wallet address, by its short name and by username', async () => {
    const user = await server.signIn()
    for (const name of [user.userId, user.wallet.address, user.username]) {
      expect((await findAccount(server.db, name)).id, name).toBe(user.userId)
    }
    await rename(user.userId, 'Countess')
    const found = await findAccount(server.db, 'COUNTESS')
    expect(describeAccount(found)).toBe(
      `Countess (account ${user.userId}, wallet ${user.wallet.address})`,
    )
  })

  it('is never an impostor whose name is the wallet address of another', async () => {
    const [victim, impostor] = [await server.signIn(), await server.signIn()]
    await rename(impostor.userId, victim.wallet.address)
    expect((await findAccount(server.db, victim.wallet.address)).id).toBe(victim.userId)
    const unlinked = testWallet().address
    await rename(impostor.userId, unlinked)
    await expect(findAccount(server.db, unlinked)).rejects.toThrow('is linked to no account')
  })

  it('is never an impostor whose name is the short name of another', async () => {
    const [victim, impostor] = [await server.signIn(), await server.signIn()]
    await rename(victim.userId, 'victim')
    await rename(impostor.userId, victim.username)
    await expect(findAccount(server.db, victim.username)).rejects.toThrow('has no such wallet')
  })

  it('is refused if no account has the id, wallet or name', async () => {
    for (const name of [crypto.randomUUID(), testWallet().address, 'nobody', 'ab..cd']) {
      await expect(findAccount(server.db, name), name).rejects.toThrow(/There is no|linked to no/)
    }
  })
})
