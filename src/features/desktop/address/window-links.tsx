import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { syncAddress, type AddressSync, type WriteAddress } from './sync-address.ts'

export const WindowLinks = () => {
  const location = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop
  const sync = useRef<AddressSync | null>(null)

  const navigate = useNavigate()
  const write = useEffectEvent<WriteAddress>((search, options) => {
    // On another page, the address belongs to that page.
    if (window.location.pathname === location.pathname) void navigate({ search }, options)
  })

  useEffect(() => {
    const address = syncAddress((search, options) => write(search, options))
    sync.current = address
    return () => {
      sync.current = null
      address.stop()
    }
  }, [])

  useEffect(() => sync.current?.follow(location, { isBackOrForward }), [location, isBackOrForward])

  return null
}
