import { act, fireEvent, render, screen } from '@testing-library/react'
import X from 'lucide-react/icons/x'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import { Tooltips } from '#src/ui/overlay/tooltips.tsx'

const hover = (element: Element, pointerType = 'mouse') =>
  fireEvent.pointerOver(element, { pointerType })
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <IconButton label="Close" icon={<X />} />
      <IconButton label="Send" tip="Send (Enter)" icon={<X />} />
      <span {...tip('So11111111111111111111111111111111111111112')} tabIndex={0}>
        So11…1112
      </span>
      <p>Elsewhere</p>
      <Tooltips />
    </>,
  )
})
afterEach(() => vi.useRealTimers())

describe('tooltips', () => {
  it('appear after 500 ms of hovering and go when the pointer leaves', async () => {
    hover(button('Send'))
    await wait(499)
    expect(screen.queryByRole('tooltip')).toBeNull()
    await wait(1)
    expect(screen.getByRole('tooltip')).toHaveTextContent('Send (Enter)')
    hover(screen.getByText('Elsewhere'))
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('follow each other without a delay', async () => {
    hover(button('Send'))
    await wait(500)
    hover(button('Close'))
    await wait(0)
    expect(screen.getByRole('tooltip')).toHaveTextContent('Close')
  })

  it('stay away from fingers and from drags', async () => {
    hover(button('Close'), 'touch')
    await wait(1000)
    fireEvent.pointerOver(button('Send'), { pointerType: 'mouse', buttons: 1 })
    await wait(1000)
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('appear at once for an element focused by keyboard', async () => {
    act(() => button('Close').focus())
    await wait(0)
    expect(screen.getByRole('tooltip')).toHaveTextContent('Close')
    act(() => button('Close').blur())
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('disappear on Escape, which still reaches the element below, and on a press', async () => {
    const onKeyDown = vi.fn()
    document.body.addEventListener('keydown', onKeyDown, { once: true })
    hover(button('Close'))
    await wait(500)
    fireEvent.keyDown(button('Close'), { key: 'Escape' })
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(onKeyDown).toHaveBeenCalledOnce()
    expect(onKeyDown.mock.calls[0]?.[0]).toHaveProperty('defaultPrevented', false)
    hover(screen.getByText('Elsewhere'))
    hover(button('Send'))
    await wait(500)
    fireEvent.pointerDown(button('Send'))
    await wait(1000)
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('do not change names, and describe texts that add to a name', () => {
    expect(button('Send')).toHaveAccessibleDescription('')
    expect(screen.getByText('So11…1112')).toHaveAccessibleDescription(
      'So11111111111111111111111111111111111111112',
    )
  })
})
