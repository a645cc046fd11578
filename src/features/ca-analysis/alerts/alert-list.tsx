import type { PriceAlert } from '#contract/analysis/alerts.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { formatDate } from '#src/lib/dates.ts'
import { LoadFailure, LoadingRows, LoadMore } from '#src/ui/feedback/list-states.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { RemoveButton } from '#src/ui/overlay/remove-button.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'
import { describeAlert, formatAlertPrice, nameAlertToken } from './alert-text.ts'
import { useCreateAlert, useDeleteAlert, usePriceAlerts } from './price-alerts.ts'

/** Lists the user's price alerts of all tokens: waiting ones, then reached ones. */
export const AlertList = () => {
  const { query, rows } = usePriceAlerts()
  return (
    <>
      {query.isPending && <LoadingRows label="Loading price alerts" rowClass="h-11" />}
      <LoadFailure query={query}>We couldn’t load your price alerts.</LoadFailure>
      {query.isSuccess && rows.length === 0 && (
        <p className="text-ui text-ink-muted">No price alerts yet</p>
      )}
      {rows.length > 0 && (
        <ul
          aria-label="Price alerts"
          className="tabular grid rounded-lg text-ui ring-1 ring-line ring-inset"
        >
          {rows.map((alert) => (
            <AlertItem key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </>
  )
}

const AlertItem = ({ alert }: { alert: PriceAlert }) => {
  const remove = useDeleteAlert()
  const again = useCreateAlert()
  const { id, contract_address, direction, price, unit, fired } = alert
  const text = `${nameAlertToken(alert)} ${describeAlert(alert)}`
  const setAgain = () =>
    again.mutate(
      { alert: { contract_address, direction, price }, replaced: id },
      {
        onError: (error) => showFailure(getErrorMessage(error)),
      },
    )
  return (
    <li className="flex items-center gap-2 border-b py-1.5 pr-1.5 pl-3 last:border-b-0">
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{text}</span>
        {fired !== null && (
          <span className="truncate text-xs text-ink-muted">
            Reached {formatDate(fired.at, 'date and clock')} at{' '}
            {formatAlertPrice(fired.price, unit)}
          </span>
        )}
      </span>
      {fired !== null && (
        <Button
          size="sm"
          isLoading={again.isPending}
          aria-label={`Set again: ${text}`}
          onClick={setAgain}
        >
          Set again
        </Button>
      )}
      <RemoveButton
        label={`Delete alert: ${text}`}
        question={null}
        description=""
        confirm=""
        onRemove={() => remove.mutate(alert)}
      />
    </li>
  )
}
