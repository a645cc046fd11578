import type { Config } from '#server/config.ts'

/** The address people see: the configured one, or where the server listens. */
export const publicOrigin = (config: Config, port: number): string => {
  if (config.publicOrigin !== null) return config.publicOrigin
  const isAny = config.host === '0.0.0.0' || config.host === '::'
  const host = isAny ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
