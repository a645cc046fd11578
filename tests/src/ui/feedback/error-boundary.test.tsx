import { fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releaseStore, watchReleases } from '#src/lib/new-release.ts'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { NewReleaseNotice } from '#src/ui/feedback/new-release-notice.tsx'
import { useOpenModal } from '#src/ui/overlay/open-modals.ts'
import { network } from '#tests/mocks/server.ts'
import { takeConsoleErrors } from '#tests/setup.ts'

const CHUNK = `${window.location.origin}/assets/calendar-1.js`
const lost = () => new TypeError(`Failed to fetch dynamically imported module: ${CHUNK}`)
const pageOf = (entry: string) =>
  HttpResponse.html(`<script type="module" src="/assets/${entry}"></script>`)

let stop = () => {}

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/start-1.js"></script>'
  stop = watchReleases()
})

afterEach(() => {
  stop()
  document.head.replaceChildren()
})

const showLosing = (createError: () => Error, failures = 1) => {
  let tries = 0
  const Later = loadable(async () => {
    tries += 1
    if (tries > failures) return () => <p>Arrived</p>
    const error = createError()
    const event = Object.assign(new Event('vite:preloadError'), { payload: error })
    window.dispatchEvent(event)
    throw error
  })
  render(
    <>
      <ErrorBoundary title="Calendar stopped working">
        <Later />
      </ErrorBoundary>
      <NewReleaseNotice />
    </>,
  )
}

describe('code that does not load', () => {
  afterEach(() => {
    takeConsoleErrors()
  })

  it('because of a lost request is loaded by Retry', async () => {
    network.use(
      http.get('/', () => pageOf('start-1.js')),
      http.head(CHUNK, () => new HttpResponse(null)),
    )
    showLosing(lost)
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Arrived')).toBeVisible()
  })

  it('offers a reload when the browser fails again without asking the server', async () => {
    network.use(
      http.get('/', () => pageOf('start-1.js')),
      http.head(CHUNK, () => new HttpResponse(null)),
    )
    showLosing(lost, 2)
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Reload the page to open this.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(releaseStore.getState().isReplaced).toBe(false)
  })

  it('because of a lost connection is loaded once it is back', async () => {
    network.use(
      http.get('/', () => pageOf('start-1.js')),
      http.head(CHUNK, () => new HttpResponse(null)),
    )
    showLosing(lost)
    await screen.findByRole('button', { name: 'Retry' })
    fireEvent(window, new Event('online'))
    expect(await screen.findByText('Arrived')).toBeVisible()
    expect(releaseStore.getState().isReplaced).toBe(false)
  })

  it('while the server is out of reach is blamed on the connection', async () => {
    network.use(http.get('/', () => HttpResponse.error()))
    showLosing(lost)
    expect(await screen.findByText('Check your connection and try again.')).toBeVisible()
    expect(screen.queryByText('A new version is ready.')).toBeNull()
  })

  it.each([
    ['names another start script', 'start-2.js', 200],
    ['no longer has the file', 'start-1.js', 404],
  ])('because the server %s offers a reload', async (_, entry, status) => {
    network.use(
      http.get('/', () => pageOf(entry)),
      http.head(CHUNK, () => new HttpResponse(null, { status })),
    )
    showLosing(lost)
    expect(await screen.findByText('Reload to open this.')).toBeVisible()
    expect(screen.getAllByText('A new version is ready.')).toHaveLength(2)
    expect(screen.queryByText(/connection/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('leaves the page alone when the reload is put off, and under a dialog', async () => {
    network.use(http.get('/', () => pageOf('start-2.js')))
    showLosing(lost)
    const notice = await screen.findByRole('status')
    await waitFor(() => expect(notice).toHaveTextContent('A new version is ready.'))
    const dialog = renderHook(() => useOpenModal(() => undefined))
    expect(notice).toBeEmptyDOMElement()
    dialog.unmount()
    fireEvent.click(within(notice).getByRole('button', { name: 'Not now' }))
    expect(await screen.findByText('Reload to open this.')).toBeVisible()
    expect(notice).toBeEmptyDOMElement()
  })

  it('behind a page of something else is not taken for a new release', async () => {
    network.use(http.get('/', () => HttpResponse.html('<h1>Hotel Wi-Fi</h1>')))
    showLosing(lost)
    expect(await screen.findByText('Check your connection and try again.')).toBeVisible()
  })

  it('because it fails itself shows its own error', async () => {
    showLosing(() => new Error('The feed is empty'))
    expect(await screen.findByText('Calendar stopped working')).toBeVisible()
    expect(screen.getByText('The feed is empty')).toBeVisible()
  })
})
