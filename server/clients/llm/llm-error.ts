/** Why a model didn't answer. `cause` has the endpoint's own message, which may contain keys. */
export class LlmError extends Error {
  override name = 'LlmError'
  readonly kind: 'refused' | 'rate_limited' | 'stalled' | 'broken'

  constructor(kind: LlmError['kind'], options: { cause?: unknown } = {}) {
    super(`the model endpoint ${kind}`, options)
    this.kind = kind
  }
}
