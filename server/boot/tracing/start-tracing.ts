import type { Config } from '#server/config.ts'
import { readVersion } from '#server/lib/version.ts'
import type { Tracing } from '#server/lib/tracing.ts'

/** Opens tracing if it is configured, and closes it with `running`. The SDK is loaded only then. */
export async function startTracing(
  { otlpEndpoint: endpoint }: Pick<Config, 'otlpEndpoint'>,
  role: 'server' | 'worker',
  running: AsyncDisposableStack,
): Promise<Tracing | null> {
  if (endpoint === null) return null
  const { openTracing } = await import('./open-tracing.ts')
  const version = await readVersion()
  const tracing = openTracing({ endpoint, service: `soldesk-${role}`, version })
  // A collector that is away must not delay the stop.
  running.defer(() => tracing.stop().catch(() => undefined))
  return tracing
}
