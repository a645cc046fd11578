export class LlmError extends Error {
  override name = 'LlmError'
  readonly kind: 'refused' | 'rate_limited' | 'stalled' | 'broken'
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
