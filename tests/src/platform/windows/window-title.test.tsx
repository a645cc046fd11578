import { render } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { openInNewWindow } from '#src/platform/windows/open-app.ts'
import { WindowIdContext, useWindowTitle } from '#src/platform/windows/window-title.ts'
import { testApp } from '#tests/support/desktop.ts'

const PATH = '/wallet-finder'

const Content = ({ content }: { content: string | null }) => {
  useWindowTitle(content)
  return null
}

const titles = () => Object.values(windows.store.getState().windows).map(({ title }) => title)

beforeEach(() => {
  for (const id of windows.store.getState().order) windows.close(id)
  setAppRegistry([testApp(PATH, { title: 'CA Analysis', Body: () => null })])
})

it('names the content after the app, and the app alone when it is gone', () => {
  const id = windows.open({ path: PATH, title: 'CA Analysis' })
  const shown = (content: string | null) => (
    <WindowIdContext value={id}>
      <Content content={content} />
    </WindowIdContext>
  )
  const { rerender, unmount } = render(shown('BONK'))
  expect(titles()).toEqual(['CA Analysis – BONK'])
  // Opened again by its icon, it goes on showing the same.
  windows.open({ path: PATH, title: 'CA Analysis' })
  expect(titles()).toEqual(['CA Analysis – BONK'])
  rerender(shown(null))
  expect(titles()).toEqual(['CA Analysis'])
  rerender(shown('x'.repeat(400)))
  expect(titles()[0]).toHaveLength('CA Analysis – '.length + 120)
  unmount()
  expect(titles()).toEqual(['CA Analysis'])
})

it('renames nothing on a page', () => {
  windows.open({ path: PATH, title: 'CA Analysis' })
  render(<Content content="BONK" />)
  expect(titles()).toEqual(['CA Analysis'])
})

it('opens beside the first window only when asked to', () => {
  windows.open({ path: `${PATH}?report=1`, title: 'CA Analysis' })
  windows.open({ path: `${PATH}?report=2`, title: 'CA Analysis' })
  expect(titles()).toHaveLength(1)
  openInNewWindow(`${PATH}?report=2`)
  openInNewWindow(`${PATH}?report=2`)
  expect(titles()).toHaveLength(3)
})
