import { DESKTOP_PATH, PAYMENT_PATH } from '#contract/paths.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { forgetWaitingWork, topUp } from '#src/platform/top-up/top-up-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { loadable } from '#src/ui/feedback/loadable.tsx'

const TopUpDialog = loadable(
  async () => (await import('#src/platform/top-up/top-up-dialog.tsx')).TopUpDialog,
)

/** Mounted once on every signed-in screen. The dialog loads when the balance is too low for the first time. */
export const TopUp = () => {
  const work = useStore(topUp, (state) => (state.isAsking ? state.work : null))
  const navigate = useNavigate()
  // Another user must not start this work.
  useEffect(() => forgetWaitingWork, [])
  const onTopUp = () => {
    // On the desktop the recharge opens in a window of its own, beside that of the work.
    if (window.location.pathname === DESKTOP_PATH) openApp(PRODUCT_APPS.recharge.path)
    else void navigate(PAYMENT_PATH)
  }
  return work === null ? null : <TopUpDialog work={work} onTopUp={onTopUp} />
}
