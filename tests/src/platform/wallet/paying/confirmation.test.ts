import { describe, expect, it } from 'vitest'
import { waitForConfirmation } from '#src/platform/wallet/paying/confirmation.ts'

/** A clock that moves only while something sleeps. */
const quickClock = () => {
  let nowMs = 0
  return {
    now: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms
    },
  }
}

const chain = (answers: readonly unknown[]) => {
  let calls = 0
  return async () => {
    const answer = answers[Math.min(calls, answers.length - 1)]
    calls += 1
    if (answer instanceof Error) throw answer
    return { context: { slot: 1 }, value: [answer] }
  }
}

const look = async (answers: readonly unknown[]) => {
  const clock = quickClock()
  const isConfirmed = await waitForConfirmation(chain(answers), 'sig', { withinMs: 3_000, clock })
  return { isConfirmed, afterMs: clock.now() }
}

const processed = { confirmationStatus: 'processed', err: null }

describe('waitForConfirmation', () => {
  it.each([
    ['confirmed', { confirmationStatus: 'confirmed', err: null }],
    ['finalized', { confirmationStatus: 'finalized', err: null }],
    ['refused', { confirmationStatus: 'processed', err: { InstructionError: [0, 'Custom'] } }],
  ])('ends with the first look that finds the transaction %s', async (_name, status) => {
    expect(await look([null, processed, status])).toEqual({ isConfirmed: true, afterMs: 500 })
  })

  it.each([
    ['does not know it', null],
    ['has only processed it', processed],
    ['does not answer', new Error('offline')],
  ])('gives up after its time while the chain %s', async (_name, answer) => {
    expect(await look([answer])).toEqual({ isConfirmed: false, afterMs: 3_000 })
  })
})
