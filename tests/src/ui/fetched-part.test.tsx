import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { fetchedPart, sayingMissing } from '#src/ui/fetched-part.tsx'
import { Toaster } from '#src/ui/toast/toaster.tsx'

const Part = () => <p>The part</p>

/** Code that does not arrive the first time. */
const partOnSecondTry = () => {
  let tries = 0
  return fetchedPart(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Part)
  })
}

const Fetched = partOnSecondTry()

const Opener = () => {
  const [isWanted, setIsWanted] = useState(false)
  return isWanted ? (
    <Fetched onMissing={sayingMissing(() => setIsWanted(false))} fallback="Loading" />
  ) : (
    <button type="button" onClick={() => setIsWanted(true)}>
      Open
    </button>
  )
}

it('says that its code did not arrive, breaks nothing, and comes with the next wish', async () => {
  render(
    <>
      <Opener />
      <Toaster />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(
    await screen.findByText('This could not be opened', {}, { timeout: 5000 }),
  ).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await act(() => Promise.resolve())
  expect(screen.getByText('The part')).toBeInTheDocument()
})
