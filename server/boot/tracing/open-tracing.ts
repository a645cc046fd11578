import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Version } from '#server/lib/version.ts'
import type { Tracing } from '#server/lib/tracing.ts'

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/

/** Sends spans to an OpenTelemetry collector (OTLP over HTTP). Import this file only when tracing is configured. */
export function openTracing({
  endpoint,
  service,
  version,
}: {
  endpoint: string
  service: string
  version: Version
}): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version.version,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer(service)
  return {
    run: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work()
        } catch (error) {
          markFailed(span, error)
          throw error
        } finally {
          span.end()
        }
      }),
    open({ method, traceparent, requestId }, next) {
      const attributes = { 'http.request.method': method, 'soldesk.request_id': requestId }
      const parent = readParent(traceparent)
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
      context.with(trace.setSpan(parent, span), next)
      return {
        end({ route, status, userId }) {
          span.updateName(`${method} ${route}`)
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
          if (userId !== undefined) span.setAttribute('user.id', userId)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async stop() {
      await provider.shutdown()
      context.disable()
    },
  }
}

/** Only the kind of the error: messages may hold what a user has written. */
const markFailed = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
}

const readParent = (header: string | undefined): Context => {
  const { traceId, spanId, flags } = TRACEPARENT.exec(header ?? '')?.groups ?? {}
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags ?? '00', 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
