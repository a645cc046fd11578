type Attributes = Readonly<Record<string, string | number | boolean>>

export type Tracing = {
  run<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Opens a span that lasts until `end`, for everything that `next` starts. */
  open(request: TracedRequest, next: () => void): { end(answer: TracedAnswer): void }
  stop(): Promise<void>
}

type TracedRequest = { method: string; traceparent: string | undefined; requestId: string }
type TracedAnswer = { route: string; status: number; userId: string | undefined }
