import { TOKEN_PROGRAM, WSOL_MINT } from '#solana/programs.ts'
import {
  encodeCall,
  readonly,
  signer,
  syncNative,
  transferTokens,
  writable,
  type DemoInstruction,
} from './market-instructions.ts'
import { DEMO_PROGRAM, type DemoPool, type PoolParts } from './market-pools.ts'
import { createSwapPool, createWrappedSolPool } from './swap-pools.ts'

export type MigratingPool = DemoPool & {
  /** Moves all SOL of the curve, and tokens for the same price, into a pool of wrapped SOL. */
  migrate: (payer: string) => DemoInstruction[]
}

/** Combines a curve and the pool that takes over its liquidity. Trades go to the one that is open. */
export function createMigratingPool(
  curve: DemoPool,
  curveParts: PoolParts,
  parts: PoolParts,
): MigratingPool {
  const { ledger, mint, findTokenAccount } = parts
  const { vaults, createVaults } = createSwapPool(parts, WSOL_MINT)
  const successor = createWrappedSolPool(parts)
  let isMigrated = false
  const open = (): DemoPool => (isMigrated ? successor : curve)
  return {
    mint,
    create: curve.create,
    tokensFor: (lamports) => open().tokensFor(lamports),
    lamportsFor: (tokens) => open().lamportsFor(tokens),
    depth: () => open().depth(),
    buy: (trader, lamports) => open().buy(trader, lamports),
    sell: (trader, tokens) => open().sell(trader, tokens),
    migrate: (payer) => {
      const lamports = curve.depth()
      const probe = 1_000_000n
      const tokens = (curve.tokensFor(probe) * lamports) / probe
      const curveVault = findTokenAccount(curveParts.pool, mint)
      return [
        {
          program: DEMO_PROGRAM,
          accounts: [
            readonly(mint),
            writable(curveParts.pool),
            writable(curveVault),
            writable(parts.pool),
            writable(vaults.token),
            writable(vaults.quote),
            signer(payer),
            readonly(TOKEN_PROGRAM),
          ],
          data: encodeCall('migrate', tokens, lamports),
          log: 'Migrate',
          calls: [
            ...createVaults(payer),
            transferTokens(
              { from: curveVault, to: vaults.token, mint },
              readonly(curveParts.pool),
              tokens,
            ),
            {
              ...syncNative(vaults.quote),
              run: () => {
                ledger.pay(curveParts.pool, vaults.quote, lamports)
                ledger.syncNative(vaults.quote)
                isMigrated = true
              },
            },
          ],
        },
      ]
    },
  }
}
