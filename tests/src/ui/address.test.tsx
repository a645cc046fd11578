import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Address, shortenAddress } from '#src/ui/address.tsx'

const ADDRESS = 'So11111111111111111111111111111111111111112'

it.each([
  [ADDRESS, 'So11…1112'],
  ['ninechars', 'ninechars'],
  ['tencharact', 'tenc…ract'],
  ['', ''],
])('shortens %s to its ends', (address, short) => {
  expect(shortenAddress(address)).toBe(short)
})

it('shows the full address as its title and copies it', async () => {
  const user = userEvent.setup()
  render(<Address address={ADDRESS} />)
  expect(screen.getByText('So11…1112')).toHaveAccessibleDescription(ADDRESS)
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await navigator.clipboard.readText()).toBe(ADDRESS)
  expect(await screen.findByText('Copied')).toBeInTheDocument()
})

it('shows that the browser blocks copying', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))
  render(<Address address={ADDRESS} />)
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await screen.findByText('Copying is blocked by the browser')).toBeInTheDocument()
})

describe('a page without TLS', () => {
  const copyOn = async (execCommand: () => boolean) => {
    const user = userEvent.setup()
    render(<Address address={ADDRESS} />)
    Reflect.deleteProperty(navigator, 'clipboard')
    Object.assign(document, { execCommand })
    await user.click(screen.getByRole('button', { name: 'Copy address' }))
  }
  afterEach(() => {
    Reflect.deleteProperty(document, 'execCommand')
  })

  it('copies without the clipboard API', async () => {
    const setData = vi.fn()
    await copyOn(() => {
      document.dispatchEvent(Object.assign(new Event('copy'), { clipboardData: { setData } }))
      return true
    })
    expect(await screen.findByText('Copied')).toBeInTheDocument()
    expect(setData).toHaveBeenCalledWith('text/plain', ADDRESS)
  })

  it('shows that nothing was copied', async () => {
    await copyOn(() => false)
    expect(await screen.findByText('Copying is blocked by the browser')).toBeInTheDocument()
  })
})
