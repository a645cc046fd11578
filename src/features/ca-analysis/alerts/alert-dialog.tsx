import Bell from 'lucide-react/icons/bell'
import { useState, type ReactNode } from 'react'
import {
  MAX_WAITING_ALERTS,
  type AlertDirection,
  type TokenPrice,
} from '#contract/analysis/alerts.ts'
import { formatNumber } from '#contract/numbers.ts'
import { getErrorMessage } from '#contract/error-message.ts'
import { formatRatio } from '#src/features/ca-analysis/report/report-format.ts'
import { parseNumber } from '#src/features/ca-analysis/table/wallet-filter.ts'
import { LoadFailure } from '#src/ui/feedback/list-states.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { AlertList } from './alert-list.tsx'
import { describeAlert, formatAlertPrice } from './alert-text.ts'
import { useCreateAlert, usePriceAlerts, useTokenPrice } from './price-alerts.ts'

const SUGGESTIONS = [
  { label: '−20%', factor: 0.8 },
  { label: '+20%', factor: 1.2 },
  { label: '2×', factor: 2 },
] as const

/** Plain digits that a user can edit. */
const writePrice = (price: number): string =>
  price.toLocaleString('en-US', { maximumSignificantDigits: 4, useGrouping: false })

type AlertDialogProps = { address: string; name: string; onClose: () => void }

/** Sets an alert on the price of a token, and lists the user's alerts. */
export const AlertDialog = ({ address, name, onClose }: AlertDialogProps) => (
  <Dialog
    size="md"
    onClose={onClose}
    title={`Price alert for ${name}`}
    description="Free. We check every minute and notify you once."
    actions={<Button onClick={onClose}>Close</Button>}
  >
    <div className="grid grid-cols-1 gap-5">
      <AlertForm address={address} />
      <section className="grid gap-2" aria-label="Your price alerts">
        <h3 className="text-ui font-semibold">Your price alerts</h3>
        <AlertList />
      </section>
    </div>
  </Dialog>
)

type AlertButtonProps = Omit<AlertDialogProps, 'onClose'> & { children: ReactNode }

export const AlertButton = ({ children, ...token }: AlertButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<Bell size={14} />} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && <AlertDialog {...token} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const AlertForm = ({ address }: { address: string }) => {
  const query = useTokenPrice(address)
  if (query.data !== undefined) return <PriceForm now={query.data} />
  if (query.isPending) return <Skeleton className="h-32" />
  return <LoadFailure query={query}>{getErrorMessage(query.error)}</LoadFailure>
}

/** Reads the typed price. `direction` is null while no alert can be set. */
const readDraft = (text: string, now: number) => {
  const price = parseNumber(text)
  const isWrong = text.trim() !== '' && (price === undefined || price <= 0)
  const direction: AlertDirection | null =
    price === undefined || isWrong || price === now ? null : price > now ? 'above' : 'below'
  return { price: price ?? 0, direction, isWrong }
}

const MAX_TIMES = 1_000

/** `+25.0% from now` */
const describeChange = (times: number): string =>
  times > MAX_TIMES
    ? `over ${formatNumber(MAX_TIMES)} times the price now`
    : `${formatRatio(times - 1, true)} from now`

const PriceForm = ({ now }: { now: TokenPrice }) => {
  const { contract_address, price: current, unit } = now
  const [text, setText] = useState('')
  const { isFull } = usePriceAlerts()
  const create = useCreateAlert()
  const { price, direction, isWrong } = readDraft(text, current)
  const refusal = create.isError ? getErrorMessage(create.error) : undefined
  const change = (next: string) => {
    create.reset()
    setText(next)
  }
  const submit = () => {
    if (direction === null || isFull) return
    const alert = { contract_address, direction, price }
    create.mutate({ alert }, { onSuccess: () => setText('') })
  }
  return (
    <Form className="grid gap-3" onSubmit={submit}>
      <Field
        label={`Price in ${unit === 'USD' ? 'dollars' : 'SOL'}, now ${formatAlertPrice(current, unit)}`}
        error={isWrong ? 'Type a price above 0.' : refusal}
        hint={
          direction === null
            ? 'Type a price, or choose a change.'
            : `When it ${describeAlert({ direction, price, unit })}, ${describeChange(price / current)}.`
        }
      >
        <div className="flex gap-2">
          <Input
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            placeholder={writePrice(current)}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
          <Button
            type="submit"
            variant="primary"
            icon={<Bell size={16} />}
            isLoading={create.isPending}
            disabled={direction === null || isFull}
          >
            Set alert
          </Button>
        </div>
      </Field>
      <Suggestions onPick={(factor) => change(writePrice(current * factor))} />
      {isFull && (
        <p role="status" className="text-ui text-warning">
          {MAX_WAITING_ALERTS} alerts are waiting. Delete one to set another.
        </p>
      )}
    </Form>
  )
}

const Suggestions = ({ onPick }: { onPick: (factor: number) => void }) => (
  <div className="flex flex-wrap gap-2" role="group" aria-label="Change of the price">
    {SUGGESTIONS.map(({ label, factor }) => (
      <Button key={label} size="sm" className="rounded-full" onClick={() => onPick(factor)}>
        {label}
      </Button>
    ))}
  </div>
)
