/** Why a model did not answer. `cause` has the endpoint's own message, which may contain keys. */
export class LlmError extends Error {
  override name = 'LlmError'
  readonly kind: 'refused' | 'rate_limited' | 'stalled' | 'broken'
  /** HTTP status of a failed request; null without one. */
  readonly status: number | null

  constructor(
    kind: LlmError['kind'],
    { status = null, ...options }: { cause?: unknown; status?: number | null } = {},
  ) {
    super(`the model endpoint ${kind}`, options)
    this.kind = kind
    this.status = status
  }
}
