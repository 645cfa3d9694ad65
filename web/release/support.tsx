import type { ReleaseView } from '../../src/domain/status';

/** Names by which the support of a service finds what this is about; nobody decides by them. */
export function Support({ status: { taskId, publishJobId, problem } }: { status: ReleaseView }) {
  const names = [
    ['Task', taskId],
    ['Publish job', publishJobId],
    ['Problem', problem?.code ?? null],
    ['Trace id', problem?.traceIds.join(', ') ?? null],
  ].filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== '');
  if (names.length === 0) return null;
  return (
    <details class="support">
      <summary>For the support of the services</summary>
      <dl class="failure">
        {names.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
