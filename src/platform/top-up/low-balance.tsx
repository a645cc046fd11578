import { solToPoints } from '#contract/money.ts'

/** A balance for at most this many queries is low. */
const LOW_QUERIES = 3

/** Shows how many queries a low balance still covers. Renders nothing for a higher or unknown balance. */
export const LowBalance = ({ sol }: { sol: number | string | null | undefined }) => {
  const amount = sol === null || sol === undefined || sol === '' ? Number.NaN : Number(sol)
  if (!Number.isFinite(amount)) return null
  const queries = Number(solToPoints(amount))
  if (queries > LOW_QUERIES) return null
  return (
    <p className="text-ui font-medium text-warning">
      {queries === 0
        ? 'Recharge to run queries'
        : `Low balance: ${queries} ${queries === 1 ? 'query' : 'queries'} left`}
    </p>
  )
}
