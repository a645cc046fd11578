import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { ToggleGroup } from '#src/ui/form/toggle-group.tsx'
import { ContextMenu } from '#src/ui/overlay/context-menu.tsx'

describe('a toggle group', () => {
  it('presses one button at a time', async () => {
    const Views = () => {
      const [view, setView] = useState('month')
      return (
        <ToggleGroup
          look="segments"
          label="View"
          items={[
            { value: 'month', label: 'Month' },
            { value: 'week', label: 'Week' },
          ]}
          value={view}
          onChange={setView}
        />
      )
    }
    render(<Views />)
    expect(screen.getByRole('group', { name: 'View' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Week', pressed: false }))
    expect(screen.getByRole('button', { name: 'Week', pressed: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Month', pressed: false })).toBeVisible()
  })
})

describe('a radio group', () => {
  it('is operated by its labels, separately from a second group', async () => {
    const onFirst = vi.fn()
    const onSecond = vi.fn()
    render(
      <>
        <RadioGroup legend="Size" values={['S', 'L']} value="S" onChange={onFirst}>
          {(size) => `Size ${size}`}
        </RadioGroup>
        <RadioGroup legend="Color" values={['Red', 'Blue']} value="Red" onChange={onSecond}>
          {(color, isChosen) => `${color}${isChosen ? ', chosen' : ''}`}
        </RadioGroup>
      </>,
    )
    expect(screen.getByRole('group', { name: 'Color' })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Red, chosen' })).toBeChecked()
    await userEvent.click(screen.getByText('Blue'))
    expect(onSecond).toHaveBeenCalledExactlyOnceWith('Blue')
    expect(onFirst).not.toHaveBeenCalled()
    expect(screen.getByRole('radio', { name: 'Size S' })).toBeChecked()
  })
})

describe('a checkbox', () => {
  it('is named by its content and reports the new state', async () => {
    const onChange = vi.fn()
    render(
      <Checkbox isChecked={false} onChange={onChange}>
        Read balances
      </Checkbox>,
    )
    await userEvent.click(screen.getByText('Read balances'))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
    expect(screen.getByRole('checkbox', { name: 'Read balances' })).not.toBeChecked()
  })
})

describe('a search field', () => {
  it('reports its text', async () => {
    const onChange = vi.fn()
    render(<SearchField label="Search apps" value="" onChange={onChange} />)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search apps' }), 'x')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('x')
  })
})

describe('a context menu', () => {
  it('opens by right click, runs the chosen item and says that it has closed', async () => {
    const onRename = vi.fn()
    const onClosed = vi.fn()
    const Icons = () => {
      const [isOpen, setIsOpen] = useState(false)
      return (
        <ContextMenu
          trigger={<div>Icon</div>}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          label="Wallet"
          items={[{ label: 'Rename', onSelect: onRename }]}
          onClosed={onClosed}
        />
      )
    }
    render(<Icons />)
    fireEvent.contextMenu(screen.getByText('Icon'))
    expect(await screen.findByRole('menu', { name: 'Wallet' })).toBeVisible()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
    expect(onRename).toHaveBeenCalledOnce()
    expect(screen.queryByRole('menu')).toBeNull()
    expect(onClosed).toHaveBeenCalledOnce()
  })
})
