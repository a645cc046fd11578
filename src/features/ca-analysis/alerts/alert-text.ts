import type { PriceAlert, TokenPrice } from '#contract/analysis/alerts.ts'
import { formatPrice, formatUsd } from '#src/features/ca-analysis/report/report-format.ts'
import { shortenAddress } from '#src/ui/address.tsx'

export const formatAlertPrice = (price: number, unit: TokenPrice['unit']): string =>
  unit === 'USD' ? formatUsd(price) : `${formatPrice(price)} SOL`

export const nameAlertToken = ({
  symbol,
  contract_address: address,
}: Pick<PriceAlert, 'symbol' | 'contract_address'>): string => symbol ?? shortenAddress(address)

/** `rises to 0.0012 SOL` */
export const describeAlert = ({
  direction,
  price,
  unit,
}: Pick<PriceAlert, 'direction' | 'price' | 'unit'>): string =>
  `${direction === 'above' ? 'rises' : 'falls'} to ${formatAlertPrice(price, unit)}`
