import type { ReconcilerDependencies } from '#server/modules/payments/reconcile/reconciler.ts'

const ignore = () => undefined

/** For a reconciler that shares its database with no other and accepts no token. */
export const LONE_RECONCILER = {
  token: null,
  idleRoundMs: 5_000,
  lease: { hold: async () => true, release: async () => undefined },
  onError: ignore,
  onRound: ignore,
  onStandby: ignore,
} satisfies Partial<ReconcilerDependencies>
