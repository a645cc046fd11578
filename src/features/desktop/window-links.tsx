import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { keepAddress } from './keep-address.ts'
import type { KeptAddress } from './keep-address.ts'

/** Joins the windows and the address bar; renders nothing and, but for links and Back, never again. */
export const WindowLinks = () => {
  const location = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop
  const kept = useRef<KeptAddress | null>(null)

  useEffect(() => {
    const address = keepAddress()
    kept.current = address
    return () => {
      kept.current = null
      address.stop()
    }
  }, [])

  useEffect(
    () => kept.current?.follow(location.search, { isBackOrForward }),
    [location, isBackOrForward],
  )

  return null
}
