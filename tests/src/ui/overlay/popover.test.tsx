import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Button } from '#src/ui/form/button.tsx'
import { Popover } from '#src/ui/overlay/popover.tsx'

const Filters = () => {
  const [isSet, setIsSet] = useState(true)
  return (
    <Popover title="Filters" trigger={<Button>Open</Button>}>
      <Button disabled={!isSet} onClick={() => setIsSet(false)}>
        Clear
      </Button>
    </Popover>
  )
}

it('keeps the focus when the pressed button is disabled, and Escape returns it to the trigger', async () => {
  render(<Filters />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Filters' })).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})
