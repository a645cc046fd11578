import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { reportClientError } from '#contract/system/client-error.ts'
import { reportCrash } from '#src/app/errors/report-crash.ts'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { takeConsoleErrors } from '#tests/setup.ts'

const Broken = () => {
  throw new Error('No rows at https://desk.test/chat?id=secret')
}

describe('a part that crashes', () => {
  it('is reported once, with where it happened and without queries', async () => {
    const reports: unknown[] = []
    network.use(
      answer(reportClientError, ({ body }) => {
        reports.push(body)
        return { success: true }
      }),
    )
    window.history.replaceState(null, '', '/chat?id=secret')
    const show = () =>
      render(
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>,
        { onCaughtError: reportCrash },
      )
    show()
    show().unmount()
    expect(await screen.findByText('Something went wrong here')).toBeVisible()
    await expect.poll(() => reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      message: 'No rows at https://desk.test/chat',
      path: '/chat',
    })
    expect(JSON.stringify(reports)).toContain('Broken')
    expect(JSON.stringify(reports)).not.toContain('secret')
    takeConsoleErrors()
  })

  it('because its code did not load is not reported', () => {
    const send = vi.spyOn(globalThis, 'fetch')
    reportCrash(new TypeError('Failed to fetch dynamically imported module: /a.js'), {})
    expect(send).not.toHaveBeenCalled()
  })
})
