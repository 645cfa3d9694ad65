/**
 * Spans for workflow starts, activities and service calls, in one trace. They have the call's name and outcome, never
 * a message, a text, a signature or other content.
 */
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { ApplicationFailure, defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { AsyncLocalStorage } from 'node:async_hooks';
import { ExchangeFailure } from '../http/exchange';
import type { AroundCall } from '../http/service-transport';
import { packageVersion } from '../package';
import { TRACE_HEADER } from '../protocol/read-payload';

type Carrier = Record<string, string>;

const propagator = new W3CTraceContextPropagator();
export class Tracing {
  readonly #provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'locrelease',
      'service.version': packageVersion(),
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(patience()))],
  });
  readonly #tracer = this.#provider.getTracer('locrelease', packageVersion());
  /** The current activity's context, which parents the spans of its calls. */
  readonly #current = new AsyncLocalStorage<Context>();

  readonly clientInterceptor: WorkflowClientInterceptor = {
    startWithDetails: (input, next) =>
      this.#span(
        `start ${input.workflowType}`,
        { kind: SpanKind.PRODUCER, attributes: { 'temporal.workflow.id': input.options.workflowId } },
        this.#current.getStore() ?? ROOT_CONTEXT,
        (_, context) => next({ ...input, headers: { ...input.headers, ...headersOf(context) } }),
      ),
  };

  readonly activityInterceptor: ActivityInterceptorsFactory = ({ info }) => ({
    inbound: {
      execute: (input, next) =>
        this.#span(
          info.activityType,
          {
            kind: SpanKind.CONSUMER,
            attributes: {
              'temporal.activity.attempt': info.attempt,
              ...(info.workflowExecution === undefined
                ? {}
                : {
                    'temporal.workflow.id': info.workflowExecution.workflowId,
                    'temporal.run.id': info.workflowExecution.runId,
                  }),
            },
          },
          contextOf(input.headers),
          () => next(input),
        ),
    },
  });

  readonly aroundCall: AroundCall = ({ service, method, host, path }, send) =>
    this.#span(
      `${method} ${path}`,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'peer.service': service,
          'http.request.method': method,
          'server.address': host,
          'url.template': path,
        },
      },
      this.#current.getStore() ?? ROOT_CONTEXT,
      async (span) => {
        const reply = await send();
        span.setAttribute('http.response.status_code', reply.status);
        if (reply.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
        return reply;
      },
    );

  /** Errors in sending traces are ignored. */
  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined);
  }

  async #span<Result>(
    name: string,
    options: { kind: SpanKind; attributes: Record<string, string | number> },
    parent: Context,
    work: (span: Span, context: Context) => Promise<Result>,
  ): Promise<Result> {
    const span = this.#tracer.startSpan(name, options, parent);
    const context = trace.setSpan(parent, span);
    try {
      return await this.#current.run(context, () => work(span, context));
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  }
}

/** Commands wait until their spans are sent; the library's ten seconds for a missing collector would be too long. */
function patience(): { timeoutMillis?: number } {
  return process.env.OTEL_EXPORTER_OTLP_TIMEOUT === undefined ? { timeoutMillis: 2000 } : {};
}

/** Our own word for the error, because its message may contain content of a service or a person. */
function typeOf(error: unknown): string {
  if (error instanceof ExchangeFailure) return error.kind;
  if (error instanceof ApplicationFailure) return error.type ?? error.name;
  return error instanceof Error ? error.name : 'unknown';
}

function headersOf(context: Context): Headers {
  const carrier: Carrier = {};
  propagator.inject(context, carrier, defaultTextMapSetter);
  return { [TRACE_HEADER]: defaultPayloadConverter.toPayload(carrier) };
}

/** Anybody who may start a workflow writes this header, so an unreadable one is ignored. */
function contextOf({ [TRACE_HEADER]: header }: Headers): Context {
  if (header === undefined) return ROOT_CONTEXT;
  try {
    const carrier = defaultPayloadConverter.fromPayload<Carrier>(header);
    return propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
  } catch {
    return ROOT_CONTEXT;
  }
}
