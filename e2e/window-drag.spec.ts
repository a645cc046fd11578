import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { expect, test } from './product.ts'
import { arriveAs } from './session.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a window is under the pointer at every move when motion is reduced', async ({
  page,
  product,
}) => {
  await arriveAs(page, product.url, product.demoUser)
  const desktop = desktopPage(page)
  await desktop.open()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const settings = await desktop.openApp('Settings')
  const { mouse } = page
  await mouse.move(720, 75)
  await mouse.down()
  await settings.evaluate((element) => {
    const note = ({ type, clientX }: PointerEvent) => {
      const gap = Math.round(clientX - element.getBoundingClientRect().x)
      element.dataset['noted'] = `${element.dataset['noted'] ?? ''}${type} ${gap}\n`
    }
    window.addEventListener('pointermove', note)
    window.addEventListener('pointerup', note)
  })
  for (const [x, y] of [
    [740, 82],
    [760, 88],
    [780, 95],
  ] as const) {
    await mouse.move(x, y)
    // A window takes one move a frame; the next one waits for the frame after that.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
  }
  await mouse.up()
  const gaps = ['pointermove 576', 'pointermove 576', 'pointermove 576', 'pointerup 576', '']
  await expect(settings).toHaveAttribute('data-noted', gaps.join('\n'))
})
