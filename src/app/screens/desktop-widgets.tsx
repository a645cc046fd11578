import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { WatchlistWidget } from '#src/features/ca-analysis/watched/watchlist-widget.tsx'
import { RecentReports } from '#src/features/home/recent-work.tsx'
import { BalanceWidget } from '#src/features/payments/balance-widget.tsx'
import { useShownWidgets } from '#src/platform/apps/widgets-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'

const open = (path: string) => void openApp(path)

export const DesktopWidgets = () => {
  const shown = useShownWidgets()
  return (
    <>
      {shown.includes('balance') && (
        <BalanceWidget onRecharge={() => open(PRODUCT_APPS.recharge.path)} />
      )}
      {shown.includes('watchlist') && <WatchlistWidget onOpen={open} />}
      {shown.includes('reports') && <RecentReports />}
    </>
  )
}
