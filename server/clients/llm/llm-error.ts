/** Why a model did not answer. What the endpoint itself says stays in `cause`: it may hold keys. */
export class LlmError extends Error {
  override name = 'LlmError'
  readonly kind: 'refused' | 'rate_limited' | 'stalled' | 'broken'

  constructor(kind: LlmError['kind'], options: { cause?: unknown } = {}) {
    super(`the model endpoint ${kind}`, options)
    this.kind = kind
  }
}
