import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { rawConfig } from '#src/platform/config/raw-config.ts'

const ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

afterEach(() => rawConfig.setState({ answer: undefined }))

it('has no link until the server has named its network, and then one to the right chain', () => {
  render(<ChainAddress address={ADDRESS} />)
  expect(screen.queryByRole('link')).toBeNull()
  const localRpc = 'http://127.0.0.1:40123'
  act(() => rawConfig.setState({ answer: { network: 'localnet', local_rpc: localRpc } }))
  expect(screen.getByRole('link').getAttribute('href')).toBe(
    `https://explorer.solana.com/address/${ADDRESS}?cluster=custom&customUrl=${encodeURIComponent(localRpc)}`,
  )
})
