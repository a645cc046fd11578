import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ClientAction } from '#contract/chat/parts.ts'
import {
  ClientActionsContext,
  type ActionOutcome,
} from '#src/features/chat/conversation/client-actions.ts'
import { createConversation } from '#src/features/chat/conversation/conversation.ts'
import { ActionCard } from '#src/features/chat/thread/action-card.tsx'
import { scriptedPort } from '#tests/src/features/chat/scripted-chat.ts'

let count = 0

const show = (action: ClientAction, outcome: ActionOutcome | Error) => {
  count += 1
  const run = vi.fn(async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  })
  const conversation = createConversation({ port: scriptedPort([]), appId: null, chatId: null })
  const actions = { isImmediate: () => false, run, findEvents: async () => [] }
  render(
    <ClientActionsContext value={actions}>
      <ActionCard conversation={conversation} callId={`call-${count}`} action={action} />
    </ClientActionsContext>,
  )
  return run
}

describe('an action that an answer proposes', () => {
  it.each([
    [{ kind: 'set_wallpaper' }, 'Change the wallpaper'],
    [{ kind: 'top_up', amount_sol: 0.5 }, /recharge/i],
    [{ kind: 'export_csv', what: 'spending' }, /csv/i],
  ] satisfies [ClientAction, string | RegExp][])(
    'waits for its button: %o',
    async (action, name) => {
      const run = show(action, { ok: true, undo: null })
      expect(run).not.toHaveBeenCalled()
      await userEvent.click(screen.getByRole('button', { name }))
      expect(run).toHaveBeenCalledExactlyOnceWith(action)
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  it('is taken back by Undo, and can be done again', async () => {
    const undo = vi.fn()
    show({ kind: 'set_wallpaper' }, { ok: true, undo })
    await userEvent.click(screen.getByRole('button', { name: 'Change the wallpaper' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Change the wallpaper' })).toBeInTheDocument()
  })

  it('shows why it failed', async () => {
    show({ kind: 'set_wallpaper' }, { ok: false, message: 'There is no such wallpaper.' })
    await userEvent.click(screen.getByRole('button', { name: 'Change the wallpaper' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such wallpaper.')
  })

  it('shows when its code does not load', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    show({ kind: 'top_up' }, new TypeError('Failed to fetch dynamically imported module'))
    await userEvent.click(screen.getByRole('button', { name: 'Open Recharge' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t do that. Try again.')
  })
})
