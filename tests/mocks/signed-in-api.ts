import { type ApiClient, type ApiClientOptions, createApiClient } from '#src/lib/api/client.ts'
import { API_BASE } from './answer.ts'

/** A client without a page, for a session that cannot be renewed. */
export const createSignedInApi = (options: Partial<ApiClientOptions> = {}): ApiClient =>
  createApiClient({
    base: API_BASE,
    tokens: {
      accessToken: () => 'token',
      refreshToken: () => null,
      store: () => undefined,
      clear: () => undefined,
    },
    onSessionLost: () => undefined,
    ...options,
  })
