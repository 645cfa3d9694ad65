/** One outbox for each release. It continues saving after its page was left, and after the browser was closed. */
import { api, Refusal, type ReleaseName, Unreachable } from '../../api';
import { errorText, numberText } from '../../format';
import { me } from '../../session';
import { keep, storedKeys, local, readStored } from '../../storage';
import { toast } from '../../toasts';
import { Outbox, type QueuedChange, type Verdict } from './outbox';

const outboxes = new Map<string, Outbox>();
const prefix = (): string => `locrelease.unsaved/${me.value}/`;

export function outboxOf(release: ReleaseName): Outbox {
  const key = `${prefix()}${release.project}/${release.name}`;
  let outbox = outboxes.get(key);
  if (outbox === undefined) {
    outbox = new Outbox({
      send: (change, key) => api.changeTerms(release, change, key),
      verdictOn,
      refused: ({ termIds }, error) => {
        const id = `${release.project}/${release.name}`;
        const what = termIds.length === 1 ? '' : ` to ${numberText(termIds.length)} terms`;
        toast(`A change${what} in ${id} was not saved: ${errorText(error)}`, 'trouble');
      },
      storage: storedUnder(key),
    });
    outboxes.set(key, outbox);
  }
  return outbox;
}

/** Sends this operator's unsaved changes of all releases, whichever page was opened. */
export function resumeOutboxes(): void {
  for (const key of storedKeys(local, prefix())) {
    const [project = '', name = ''] = key.slice(prefix().length).split('/');
    outboxOf({ project, name });
  }
  for (const outbox of outboxes.values()) outbox.resume();
}

/** For these errors the gateway has stored the result of the key, and would return it again. */
const storedFailures = new Set(['service', 'service_refused', 'unexpected']);

function verdictOn(error: unknown): Verdict {
  if (error instanceof Unreachable) return 'again';
  if (!(error instanceof Refusal)) return 'stop';
  if (storedFailures.has(error.code)) return 'anew';
  if (error.status >= 500 || error.status === 429) return 'again';
  return error.status === 401 || error.status === 403 ? 'stop' : 'refused';
}

/** Several windows may have changes of one release, so each writes only its own. */
function storedUnder(key: string) {
  const own = new Set<string>();
  const stored = (): QueuedChange[] => readStored<QueuedChange[]>(local, key, []);
  return {
    read: () => {
      const found = stored();
      for (const { id } of found) own.add(id);
      return found;
    },
    write: (queue: readonly QueuedChange[]) => {
      for (const { id } of queue) own.add(id);
      keep(local, key, [...stored().filter(({ id }) => !own.has(id)), ...queue]);
    },
  };
}
