import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { AppIcon } from '#src/ui/icons/app-icon.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field, FurtherControls } from '#src/ui/form/field.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { Tabs } from '#src/ui/tabs.tsx'

describe('a button', () => {
  it('ignores presses while it loads, and is announced as busy', async () => {
    const onClick = vi.fn()
    render(
      <Button isLoading onClick={onClick}>
        Pay
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Pay' })
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button).toHaveAttribute('aria-busy', 'true')
  })

  it('keeps the focus while it loads, and sends no form', async () => {
    const onSubmit = vi.fn()
    const form = (isLoading: boolean) => (
      <Form onSubmit={onSubmit}>
        <Input aria-label="Name" />
        <Button type="submit" isLoading={isLoading}>
          Save
        </Button>
      </Form>
    )
    const { rerender } = render(form(false))
    const button = screen.getByRole('button', { name: 'Save' })
    button.focus()
    rerender(form(true))
    // Browsers take the focus from a disabled button.
    expect(button).not.toHaveProperty('disabled', true)
    await userEvent.keyboard('{Enter}')
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'a{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('a field', () => {
  it('ties its error to its control', () => {
    render(
      <Field label="Amount" hint="At least 0.1" error="Too small">
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Amount' })
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('Too small')
  })

  it('leaves further controls to their own names', () => {
    render(
      <Field label="Starts" error="Too early">
        <Input />
        <FurtherControls>
          <Input aria-label="Start time" />
        </FurtherControls>
      </Field>,
    )
    expect(screen.getByLabelText('Starts')).toBeInvalid()
    expect(screen.getByRole('textbox', { name: 'Start time' })).toBeValid()
  })
})

describe('progress', () => {
  it.each([
    [-5, '0'],
    [42.4, '42'],
    [130, '100'],
  ])('of %d stands at %s', (percent, shown) => {
    render(<Progress percent={percent} label="Payment" />)
    expect(screen.getByRole('progressbar', { name: 'Payment' })).toHaveAttribute(
      'aria-valuenow',
      shown,
    )
  })

  it('of an unknown amount has no value', () => {
    render(<Progress label="Loading" />)
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow')
  })
})

describe('tabs', () => {
  it('are real tabs that open by click and by key', async () => {
    render(
      <Tabs
        label="Sign in"
        tabs={[
          { value: 'wallet', label: 'Wallet', content: 'Wallet panel' },
          { value: 'password', label: 'Password', content: 'Password panel' },
        ]}
      />,
    )
    expect(screen.getByRole('tab', { name: 'Wallet', selected: true })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: 'Password' }))
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Password panel')
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Wallet panel')
  })
})

describe('an app icon', () => {
  it.each([
    'https://elsewhere.example/x.png',
    '//elsewhere.example/x.png',
    'javascript:alert(1)',
    '',
  ])('shows the first letter rather than fetch %s', (imageUrl) => {
    const { container } = render(<AppIcon icon={{ name: ' élan', imageUrl }} />)
    expect(container.querySelector('img')).toBeNull()
    expect(container).toHaveTextContent('É')
  })

  it('shows a picture that is carried in the text', () => {
    const { container } = render(
      <AppIcon icon={{ name: 'x', imageUrl: 'data:image/png;base64,AAAA' }} />,
    )
    expect(container.querySelector('img')).toHaveAttribute('src', 'data:image/png;base64,AAAA')
  })

  it('has a tile for a name of any kind', () => {
    for (const name of ['', '🦀 crab', 'مرحبا', 'x'.repeat(200)]) {
      expect(render(<AppIcon icon={{ name }} />).container.firstChild).not.toBeNull()
    }
  })
})
