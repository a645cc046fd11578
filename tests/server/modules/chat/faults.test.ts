import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { injectFaults } from '#tests/support/chat-faults.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { scriptedLlm, type ScriptedLlm } from '#tests/support/scripted-llm.ts'

let database: TestDatabase
let llm: ScriptedLlm
beforeAll(async () => {
  database = await testDatabase()
  llm = await scriptedLlm()
})
afterAll(async () => {
  await llm.close()
  await database.drop()
})

it('row 30: random faults leave no turn running, and every lamport where the turns say it is', async () => {
  const { db } = database
  const ledger = createLedger(db)
  const report = await injectFaults({ db, ledger, llm, count: 60, seed: 7 })
  expect(report.running).toBe(0)
  expect(report.turns).toBeGreaterThan(50)
  expect(report.spent).toBe(report.charged)
  expect(Object.keys(report.settled).length).toBeGreaterThan(2)
  expect(await ledger.check()).toEqual([])
  const streaming = await db.query(`select 1 from chat_message where status = 'streaming'`)
  expect(streaming).toEqual([])
})
