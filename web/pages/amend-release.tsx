import { useComputed, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { releasePath } from '../../src/domain/console-paths';
import type { PlannedAmendment } from '../../src/protocol/draft-api';
import { api, type ReleaseName } from '../api';
import { ReasonForm } from '../components/dialog';
import { Trouble, useSubmit } from '../components/form';
import { usePage, useReleaseOfPage } from '../components/page';
import { MissingRelease } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { TextList } from '../components/text';
import { ReleaseText } from '../new/release-text';
import { may } from '../session';
import { toast } from '../toasts';

/** Amends a running release by its file: shows the changes before they are made. */
export function AmendPage() {
  const { release, id } = useReleaseOfPage();
  const main = usePage(`Change ${id}`);
  const file = useResource(id, () => api.releaseFile(release));
  return (
    <main id="main" {...main} class="new-release stack loose">
      <h1>
        Change{' '}
        <a href={releasePath(release)}>
          <bdi>{id}</bdi>
        </a>
      </h1>
      <Loaded of={file} missing={<MissingRelease release={release} />}>
        {({ text }) =>
          may('operate') ? (
            <AmendForm key={id} release={release} first={text} />
          ) : (
            <p class="empty">
              To change a release, you need the role <bdi>operate</bdi>.
            </p>
          )
        }
      </Loaded>
    </main>
  );
}

function AmendForm({ release, first }: { release: ReleaseName; first: string }) {
  const text = useSignal(first);
  const result = useSignal<{ planned: PlannedAmendment; of: string } | null>(null);
  const planned = useComputed(() => (result.value?.of === text.value ? result.value.planned : null));
  const { route } = useLocation();
  const { busy, trouble, submit } = useSubmit(async () => {
    const of = text.value;
    result.value = { planned: await api.planAmendment(release, { text: of, before: first }), of };
    busy.value = false;
  });
  const apply = async (reason: string): Promise<void> => {
    await api.amendByFile(release, { text: text.value, before: first }, reason);
    toast(`Changed ${release.project}/${release.name}.`);
    route(releasePath(release));
  };
  return (
    <>
      <form class="draft stack" onSubmit={submit}>
        <div class="panel">
          <p class="muted">
            What has happened already stays as it is. The strings, the target languages and the budget cannot
            be changed.
          </p>
          <ReleaseText
            text={text}
            findings={result.value?.planned.findings ?? []}
            onText={(typed) => (text.value = typed)}
          />
        </div>
        <Trouble text={trouble} />
        <div class="buttons">
          <button type="submit" disabled={busy.value || text.value === first}>
            Show what changes
          </button>
          <p class="hint">Nothing is changed by this.</p>
        </div>
      </form>
      {planned.value !== null && planned.value.findings.length === 0 && (
        <Difference planned={planned.value} onApply={apply} />
      )}
    </>
  );
}

function Difference({
  planned: { difference, takenBack, faults },
  onApply,
}: {
  planned: PlannedAmendment;
  onApply: (reason: string) => Promise<void>;
}) {
  return (
    <section class="panel plan stack" aria-labelledby="difference-title" aria-live="polite">
      <h2 id="difference-title">What changes</h2>
      {difference.length === 0 && <p>Nothing: the release asks for this already.</p>}
      <TextList class="difference stack" texts={difference} />
      {takenBack.length > 0 && (
        <div role="alert">
          <p>This takes back what others have changed since:</p>
          <TextList class="difference stack" texts={takenBack} />
        </div>
      )}
      {faults.length > 0 && (
        <div class="plan-faults edge wash" role="alert">
          <p>This cannot be done:</p>
          <TextList texts={faults} />
        </div>
      )}
      {difference.length > 0 && faults.length === 0 && (
        <ReasonForm action="Change the release" onDo={onApply} />
      )}
    </section>
  );
}
