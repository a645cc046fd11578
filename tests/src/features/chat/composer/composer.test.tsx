import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Composer } from '#src/features/chat/composer/composer.tsx'
import { setAddedApps } from '#src/platform/apps/app-registry-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { setNavigate } from '#src/platform/windows/open-app.ts'

beforeEach(() => {
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
})

const APPS = ['Solana Explorer', 'Calculator'].map((title) => ({
  path: `/app/${title}`,
  title,
  icon: { name: title },
}))

const command = (name: string, title: string, points: number | null = null) => ({
  name,
  title,
  description: `${title} of yours`,
  points,
  needs_input: false,
})
const COMMANDS = [
  command('ca_analysis', 'CA Analysis', 1),
  command('balance', 'My balance'),
  command('wallet', 'Wallet look-up'),
]

const open = ({
  questions = [] as string[],
  mentionable = APPS.slice(0, 0),
  isRunning = false,
  isLoading = false,
} = {}) => {
  const onSend = vi.fn()
  const onStop = vi.fn()
  const onTypeCommand = vi.fn()
  const composer = (isStillLoading: boolean) => (
    <Composer
      draftKey="draft"
      placeholder="Ask"
      questions={questions}
      mentionable={mentionable}
      commands={COMMANDS}
      onTypeCommand={onTypeCommand}
      isLoading={isStillLoading}
      isRunning={isRunning}
      isStopping={false}
      onSend={onSend}
      onStop={onStop}
    />
  )
  const { unmount, rerender } = render(composer(isLoading))
  return { onSend, onStop, onTypeCommand, unmount, load: () => rerender(composer(false)) }
}

const box = () => screen.getByRole('textbox', { name: 'Message' })

describe('the composer', () => {
  it('sends by Enter and is empty again', async () => {
    const { onSend } = open()
    await userEvent.type(box(), '  hello {Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('hello')
    expect(box()).toHaveValue('')
  })

  it('keeps a message in sight until the chat has loaded, and sends it then', async () => {
    const { onSend, load } = open({ isLoading: true })
    await userEvent.type(box(), 'hello{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    expect(box()).toHaveValue('hello')
    expect(screen.getByText('Sending once the chat has loaded…')).toBeVisible()
    load()
    await waitFor(() => expect(box()).toHaveValue(''))
    expect(onSend).toHaveBeenCalledExactlyOnceWith('hello')
  })

  it('does not send a message that was changed while the chat loaded', async () => {
    const { onSend, load } = open({ isLoading: true })
    await userEvent.type(box(), 'hello{Enter} wor')
    load()
    expect(onSend).not.toHaveBeenCalled()
    expect(box()).toHaveValue('hello wor')
  })

  it('begins a line with Shift+Enter', async () => {
    const { onSend } = open()
    await userEvent.type(box(), 'one{Shift>}{Enter}{/Shift}two')
    expect(box()).toHaveValue('one\ntwo')
    expect(onSend).not.toHaveBeenCalled()
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'leaves Enter to the composing of a word (%j)',
    async (how) => {
      const { onSend } = open()
      await userEvent.type(box(), 'かん')
      fireEvent.keyDown(box(), { key: 'Enter', ...how })
      expect(onSend).not.toHaveBeenCalled()
    },
  )

  it('sends nothing while an answer is written; Escape stops that', async () => {
    const { onSend, onStop } = open({ isRunning: true })
    await userEvent.type(box(), 'next{Enter}')
    expect(onSend).not.toHaveBeenCalled()
    expect(box()).toHaveValue('next')
    await userEvent.keyboard('{Escape}')
    expect(onStop).toHaveBeenCalledOnce()
  })

  it('brings earlier questions back by the up arrow, and leaves a text of several lines alone', async () => {
    open({ questions: ['first', 'second'] })
    await userEvent.click(box())
    await userEvent.keyboard('{ArrowUp}')
    expect(box()).toHaveValue('second')
    await userEvent.keyboard('{ArrowUp}')
    expect(box()).toHaveValue('first')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(box()).toHaveValue('')
    await userEvent.type(box(), 'typed{ArrowUp}')
    expect(box()).toHaveValue('typed')
  })

  it('keeps typed text for the next visit', async () => {
    const { unmount } = open()
    await userEvent.type(box(), 'half a thought')
    unmount()
    open()
    expect(box()).toHaveValue('half a thought')
  })

  it('hides typed text from the next user, and restores it for the first', async () => {
    open()
    await userEvent.type(box(), 'a secret')
    act(() => authStore.setState({ status: 'unauthenticated', user: null }))
    cleanup()
    authStore.setState({ status: 'authenticated', user: { id: 'bob', username: 'bob' } })
    open()
    expect(box()).toHaveValue('')
    cleanup()
    authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
    open()
    expect(box()).toHaveValue('a secret')
  })

  it('counts characters and refuses a text that is too long', async () => {
    open()
    await userEvent.click(box())
    await userEvent.paste('x'.repeat(32_001))
    expect(screen.getByRole('alert')).toHaveTextContent('32,001 of 32,000 characters: too long')
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  })
})

describe('apps and agents after @', () => {
  const names = () =>
    screen.queryAllByRole('option').map(({ lastElementChild }) => lastElementChild?.textContent)
  const active = () =>
    document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.lastElementChild
      ?.textContent

  it('are listed while a name is typed, and one is chosen by keys', async () => {
    const { onSend } = open({ mentionable: APPS })
    await userEvent.type(box(), 'ask @')
    expect(names()).toEqual(['Solana Explorer', 'Calculator'])
    expect(active()).toBe('Solana Explorer')
    await userEvent.keyboard('{ArrowUp}')
    expect(active()).toBe('Calculator')
    await userEvent.keyboard('{ArrowDown}exp{Enter}')
    expect(box()).toHaveValue('ask @Solana Explorer ')
    expect(names()).toEqual([])
    expect(onSend).not.toHaveBeenCalled()
    await userEvent.keyboard('the price{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('ask @Solana Explorer the price')
  })

  it('do not hold back Enter when the name is typed in full, nor keys with a modifier', async () => {
    const { onSend } = open({ mentionable: APPS })
    await userEvent.type(box(), 'ask @calculator{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('ask @calculator')
    await userEvent.type(box(), 'ask @so{Control>}{Enter}{/Control}')
    expect(onSend).toHaveBeenLastCalledWith('ask @so')
  })

  it('are chosen by a click, which leaves the focus in the field and the text after the name', async () => {
    open({ mentionable: APPS })
    await userEvent.type(box(), '@ what is 2+2')
    await userEvent.type(box(), 'cal', { initialSelectionStart: 1, initialSelectionEnd: 1 })
    await userEvent.click(screen.getByRole('option', { name: 'Calculator' }))
    expect(box()).toHaveValue('@Calculator what is 2+2')
    expect(box()).toHaveFocus()
    await userEvent.keyboard('now ')
    expect(box()).toHaveValue('@Calculator now what is 2+2')
  })

  it('go away by Escape, which stops no answer then, and come back with the next @', async () => {
    const { onStop } = open({ mentionable: APPS, isRunning: true })
    await userEvent.type(box(), '@so{Escape}l')
    expect(names()).toEqual([])
    expect(onStop).not.toHaveBeenCalled()
    await userEvent.type(box(), ' @')
    expect(names()).toEqual(['Solana Explorer', 'Calculator'])
    await userEvent.tab()
    expect(box()).toHaveValue('@sol @Solana Explorer ')
  })

  it('are not offered in the chat of an app', async () => {
    open()
    await userEvent.type(box(), '@')
    expect(names()).toEqual([])
  })
})

describe('commands after a slash', () => {
  const list = () => screen.queryByRole('listbox', { name: 'Commands and prompts' })
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  it('are listed with their effects and costs, and inserted by Enter', async () => {
    const { onSend, onTypeCommand } = open()
    await userEvent.type(box(), '/')
    expect(onTypeCommand).toHaveBeenCalled()
    expect(names()).toEqual([
      '/ca_analysisFind the wallets that traded a token best · 1 POINT',
      '/balanceYour SOL and POINTS',
      '/walletBalance, tokens and recent transactions of a wallet',
    ])
    await userEvent.keyboard('look')
    expect(names()).toEqual(['/walletBalance, tokens and recent transactions of a wallet'])
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveValue('/wallet ')
    expect(list()).toBeNull()
    expect(onSend).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('/wallet')
  })

  it('are sent by Enter when they are typed in full, and close by Escape', async () => {
    const { onSend } = open()
    await userEvent.type(box(), '/bal')
    await userEvent.keyboard('{Escape}')
    expect(list()).toBeNull()
    await userEvent.keyboard('ance{Enter}')
    expect(onSend).toHaveBeenCalledExactlyOnceWith('/balance')
  })

  it('are not offered within a message', async () => {
    open()
    await userEvent.type(box(), 'a / b')
    expect(list()).toBeNull()
  })

  it('leads to the App Store after @ while there is nothing to mention', async () => {
    setAddedApps([])
    const visited: string[] = []
    setNavigate((path) => visited.push(path))
    open()
    await userEvent.type(box(), '@')
    await userEvent.click(screen.getByRole('button', { name: 'Open App Store' }))
    expect(visited).toEqual(['/ios-desktop?open=%2Fapp-store'])
    await userEvent.type(box(), 'ada')
    expect(screen.queryByRole('button', { name: 'Open App Store' })).toBeNull()
    cleanup()
    open({ mentionable: APPS })
    await userEvent.type(box(), ' @')
    expect(screen.queryByRole('button', { name: 'Open App Store' })).toBeNull()
  })
})
