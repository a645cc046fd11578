import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { takeConsoleErrors } from '#tests/setup.ts'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const Waiting = ({ name }: { name: string }) => <p>Waiting for {name}</p>

describe('loadable', () => {
  it('shows its fallback until the code has loaded', async () => {
    const code = Promise.withResolvers<typeof Greeting>()
    const Later = loadable(() => code.promise, Waiting)
    render(<Later name="Ada" />)
    expect(screen.getByText('Waiting for Ada')).toBeVisible()
    code.resolve(Greeting)
    expect(await screen.findByText('Hello Ada')).toBeVisible()
    expect(screen.queryByText('Waiting for Ada')).toBeNull()
  })

  it('renders preloaded code at once, and loads it only once', async () => {
    let loads = 0
    const Later = loadable(async () => {
      loads += 1
      return Greeting
    }, Waiting)
    await Later.preload()
    const { unmount } = render(<Later name="Ada" />)
    expect(screen.getByText('Hello Ada')).toBeVisible()
    unmount()
    render(<Later name="Grace" />)
    expect(screen.getByText('Hello Grace')).toBeVisible()
    expect(loads).toBe(1)
  })

  it('passes a failure to the error boundary, and loads again on Retry', async () => {
    let loads = 0
    const Later = loadable(async () => {
      loads += 1
      if (loads === 1) throw new Error('offline')
      return Greeting
    })
    render(
      <ErrorBoundary>
        <Later name="Ada" />
      </ErrorBoundary>,
    )
    const retry = await screen.findByRole('button', { name: 'Retry' })
    retry.click()
    expect(await screen.findByText('Hello Ada')).toBeVisible()
    expect(takeConsoleErrors()).not.toEqual([])
  })
})
