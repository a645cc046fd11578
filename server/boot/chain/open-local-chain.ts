import { mkdirSync } from 'node:fs'
import { startLocalChain, type LocalChainHandle, type LocalChainOptions } from '#localnet/index.ts'
import { lockDirectory } from '#server/os/directory-lock.ts'

/** Starts the embedded chain and locks its folder. Throws `DirectoryInUse` and the errors of `startLocalChain`. */
export async function openLocalChain(options: LocalChainOptions): Promise<LocalChainHandle> {
  const { dir } = options
  if (dir === undefined) return startLocalChain(options)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dir)
  try {
    const chain = await startLocalChain(options)
    return { ...chain, stop: () => chain.stop().finally(() => lock.release()) }
  } catch (error) {
    lock.release()
    throw error
  }
}
