import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'

const folder = path.resolve(import.meta.dirname, '../../contract')
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value

/** Returns every endpoint that a file of the contract exports. */
export const allEndpoints = async (): Promise<Endpoint[]> => {
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file): Promise<Record<string, unknown>> => import(path.join(folder, file))),
  )
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}
