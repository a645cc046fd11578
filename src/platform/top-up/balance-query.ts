import { queryOptions } from '@tanstack/react-query'
import { balance } from '#contract/payments.ts'
import { api } from '#src/platform/auth/page-session.ts'

/** Reads the caller's balance, and that of a wallet on the chain if given. */
export const balanceQuery = (wallet: string | null) =>
  queryOptions({
    queryKey: ['balance', wallet],
    queryFn: ({ signal }) =>
      api.call(balance, {
        query: wallet === null ? {} : { wallet_address: wallet },
        signal,
      }),
    retry: false,
  })
