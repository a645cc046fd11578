import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createAppSecrets } from '#server/modules/apps/sign-in/app-secrets.ts'
import { createSecretBox } from '#server/lib/secret-box.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
await database.db.query(
  `insert into store_app (id, name, category, publisher, transport)
   values ('keyed', 'Keyed', 'Tools', 'Us', '{}')`,
)
afterAll(() => database.drop())

const secretsUnder = (...secrets: string[]) =>
  createAppSecrets({ db: database.db, box: createSecretBox(secrets) })

it('keeps keys readable after the old secret is dropped', async () => {
  const owners = Array.from({ length: 510 }, () => ({ userId: randomUUID(), appId: 'keyed' }))
  const old = secretsUnder('old')
  for (const owner of owners) {
    await old.write(owner, { kind: 'key', key: `key of ${owner.userId}` })
  }
  const foreign = { userId: randomUUID(), appId: 'keyed' }
  await secretsUnder('forgotten').write(foreign, { kind: 'key', key: 'lost' })

  const rotated = secretsUnder('new', 'old')
  expect(await rotated.countByKey()).toEqual({ newest: 0, older: 510, unreadable: 1 })
  await rotated.reseal()
  expect(await rotated.countByKey()).toEqual({ newest: 510, older: 0, unreadable: 1 })

  const sealed = () => database.db.query('select user_id, sealed from app_secret order by user_id')
  const before = await sealed()
  await rotated.reseal()
  expect(await sealed()).toEqual(before)

  const current = secretsUnder('new')
  for (const owner of owners) {
    expect(await current.read(owner)).toEqual({ kind: 'key', key: `key of ${owner.userId}` })
  }
})

it('does not touch a key that its owner replaces meanwhile', async () => {
  const owner = { userId: randomUUID(), appId: 'keyed' }
  await secretsUnder('older').write(owner, { kind: 'key', key: 'first' })
  const box = createSecretBox(['newer', 'older'])
  const racing = createAppSecrets({
    db: {
      ...database.db,
      query: async <R extends object>(text: string, params?: readonly unknown[]) => {
        if (text.startsWith('update app_secret set sealed') && params?.[0] === owner.userId) {
          await secretsUnder('newer').write(owner, { kind: 'key', key: 'second' })
        }
        return database.db.query<R>(text, params)
      },
    },
    box,
  })
  await racing.reseal()
  expect(await secretsUnder('newer').read(owner)).toEqual({ kind: 'key', key: 'second' })
})
