import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { takeConsoleErrors } from '#tests/setup.ts'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const Waiting = ({ name }: { name: string }) => <p>Waiting for {name}</p>

describe('loadable', () => {
  it('shows what stands in until the code is there', async () => {
    const code = Promise.withResolvers<typeof Greeting>()
    const Later = loadable(() => code.promise, Waiting)
    render(<Later name="Ada" />)
    expect(screen.getByText('Waiting for Ada')).toBeVisible()
    code.resolve(Greeting)
    expect(await screen.findByText('Hello Ada')).toBeVisible()
    expect(screen.queryByText('Waiting for Ada')).toBeNull()
  })

  it('shows code that was fetched ahead in its first render, and fetches it once', async () => {
    let fetched = 0
    const Later = loadable(async () => {
      fetched += 1
      return Greeting
    }, Waiting)
    await Later.preload()
    const { unmount } = render(<Later name="Ada" />)
    expect(screen.getByText('Hello Ada')).toBeVisible()
    unmount()
    render(<Later name="Grace" />)
    expect(screen.getByText('Hello Grace')).toBeVisible()
    expect(fetched).toBe(1)
  })

  it('throws a failure to the boundary around it, and fetches anew when tried again', async () => {
    let fetched = 0
    const Later = loadable(async () => {
      fetched += 1
      if (fetched === 1) throw new Error('the line is down')
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
