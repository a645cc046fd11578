import { useEffect } from 'react'
import { useProductName } from '#src/platform/config/raw-config.ts'

export const usePageTitle = (title: string): void => {
  const product = useProductName()
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
}
