import { useQuery } from '@tanstack/react-query'
import { lookUpAddress, type AddressFacts } from '#contract/analysis/analysis.ts'
import { api } from '#src/platform/auth/page-session.ts'

/** Looks up the address on the chain; undefined until it has loaded. */
export const useAddress = (address: string | null): AddressFacts | undefined => {
  const { data } = useQuery({
    queryKey: ['address', address],
    enabled: address !== null,
    queryFn: ({ signal }) =>
      api.call(lookUpAddress, {
        query: { address: address ?? '' },
        signal,
      }),
    retry: false,
    staleTime: 60_000,
  })
  return data?.data
}
