/** OpenTelemetry traces. The library is imported only if the standard variables name an endpoint. */
import type { Tracing } from './open-telemetry';

type Environment = Readonly<Record<string, string | undefined>>;

let opened: Promise<Tracing> | null = null;

/** One instance per process. null: no traces were requested. */
export async function openTracing(env: Environment = process.env): Promise<Tracing | null> {
  if (!isRequested(env)) return null;
  opened ??= import('./open-telemetry.js').then(({ Tracing: Loaded }) => new Loaded());
  return opened;
}

function isRequested(env: Environment): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '';
  return endpoint !== '' && env.OTEL_SDK_DISABLED !== 'true' && env.OTEL_TRACES_EXPORTER !== 'none';
}

/** Sends the remaining spans before the process ends. */
export async function closeTracing(): Promise<void> {
  const closing = opened;
  opened = null;
  await (await closing)?.close();
}
