import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { describeForOperator } from '#server/boot/operator-error.ts'
import { createAdminProgram } from '#server/cli/admin-program.ts'
import { CommandError, flushJson } from '#server/cli/operator.ts'
import type { Environment } from './product.ts'

type Options = { env: Environment; input?: string }
type Ended = { code: number; output: string }

/**
 * Runs an operator's command in this process: one of its own takes most of a second to load. Calls wait for each
 * other. What commander itself answers, such as `--help`, ends the process, so it needs one of its own.
 */
export const runAdminHere = (args: readonly string[], options: Options): Promise<Ended> => {
  const ended = last.then(() => runAlone(args, options))
  last = ended
  return ended
}

let last: Promise<unknown> = Promise.resolve()

const runAlone = async (args: readonly string[], { env, input = '' }: Options): Promise<Ended> => {
  let output = ''
  const keep = (text: string | Uint8Array) => {
    output += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as never),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    await createAdminProgram('0.0.0').parseAsync(args, { from: 'user' })
    flushJson()
    return { code: 0, output }
  } catch (error) {
    const code = error instanceof CommandError ? error.exitCode : 1
    return { code, output: `${output}${describeForOperator(error)}\n` }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}
