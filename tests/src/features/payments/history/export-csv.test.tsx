import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { statementCsv } from '#contract/payments.ts'
import { ExportCsv } from '#src/features/payments/history/export-csv.tsx'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

afterEach(() => vi.restoreAllMocks())

/** Catches the files that the page saves. */
const catchFiles = () => {
  const files: { name: string; content: Blob }[] = []
  const contents: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) contents.push(content)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const content = contents.at(-1)
    if (content !== undefined) files.push({ name: this.download, content })
  })
  return files
}

const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

describe('Export CSV', () => {
  it('saves the complete history of the chosen type with its date', async () => {
    const asked: string[] = []
    network.use(
      answer(statementCsv, ({ query }) => {
        asked.push(query.toString())
        return HttpResponse.text('date,amount\n')
      }),
    )
    const files = catchFiles()
    render(<ExportCsv kind="consumption" type="CA_ANALYSIS" />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await vi.waitFor(() => expect(files).toHaveLength(1))
    expect(asked).toEqual(['kind=consumption&consumption_type=CA_ANALYSIS'])
    expect(files[0]?.name).toMatch(/^consumption-history-\d{4}-\d\d-\d\d\.csv$/)
    expect(await files[0]?.content.text()).toBe('date,amount\n')
  })

  it('shows why the server refuses', async () => {
    network.use(answer(statementCsv, () => failure('VALIDATION_FAILED', 'Too many rows.')))
    const files = catchFiles()
    render(<ExportCsv kind="recharge" />, { wrapper: Queries })
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await vi.waitFor(() =>
      expect(toastStore.getState().toast).toMatchObject({
        title: 'We couldn’t create the statement',
        description: 'Too many rows.',
      }),
    )
    expect(files).toEqual([])
  })
})
