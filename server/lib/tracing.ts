type Attributes = Readonly<Record<string, string | number | boolean>>

/** Reports what a process does and how long it takes, as spans of traces. */
export type Tracing = {
  /** Runs `work` in a span below the current one. Marks the span when `work` throws. */
  run<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Opens a span that lasts until `end`, for everything that `next` starts. */
  open(request: TracedRequest, next: () => void): { end(answer: TracedAnswer): void }
  stop(): Promise<void>
}

type TracedRequest = { method: string; traceparent: string | undefined; requestId: string }
type TracedAnswer = { route: string; status: number; userId: string | undefined }
