import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import { parseReleaseId } from '../../src/domain/release/identity';
import type { ReleaseFileText } from '../../src/protocol/draft-api';
import { fromAddress } from '../address';
import { api, type ReleaseName } from '../api';
import { Button, Trouble } from '../components/form';
import { usePage } from '../components/page';
import { MissingRelease } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { counted } from '../format';
import { Draft } from '../new/draft';
import { PlanPanel } from '../new/plan-panel';
import { ReleaseText } from '../new/release-text';
import { ChooseFiles, SourceFiles } from '../new/source-files';
import { may } from '../session';
import { toast } from '../toasts';

const titles = { new: 'Start a release', copy: 'Duplicate a release', again: 'Start again' };

/** Writes a release or copies it from an earlier one, plans it, and starts it. */
export function NewReleasePage() {
  const from = parseReleaseId(fromAddress('from'));
  const isCopy = fromAddress('as') === 'copy';
  const title = titles[from === null ? 'new' : isCopy ? 'copy' : 'again'];
  const main = usePage(title);
  return (
    <main id="main" {...main} class="new-release stack loose">
      <h1>{title}</h1>
      {!may('operate') ? (
        <p class="empty">
          To start a release, you need the role <bdi>operate</bdi>.
        </p>
      ) : from === null ? (
        <DraftForm from={null} first="" isCopy={false} strings={null} />
      ) : (
        <FromEarlier from={from} isCopy={isCopy} />
      )}
    </main>
  );
}

function FromEarlier({ from, isCopy }: { from: ReleaseName; isCopy: boolean }) {
  const id = `${from.project}/${from.name}`;
  const file = useResource(id, () => api.releaseFile(from));
  return (
    <Loaded of={file} missing={<MissingRelease release={from} />}>
      {(shown) => (
        <DraftForm
          key={`${id} ${isCopy}`}
          from={from}
          first={isCopy ? copiedText(shown.text, from.name) : shown.text}
          isCopy={isCopy}
          strings={savedStrings(id, shown)}
        />
      )}
    </Loaded>
  );
}

function savedStrings(id: string, { strings }: ReleaseFileText): ComponentChildren {
  const shown = <bdi>{id}</bdi>;
  return strings === null ? (
    <>The service reads the strings from the address that {shown} had.</>
  ) : (
    <>
      The {counted(strings, 'string')} of {shown} are used, unless you add other files.
    </>
  );
}

interface DraftProps {
  from: ReleaseName | null;
  /** The initial text. */
  first: string;
  isCopy: boolean;
  strings: ComponentChildren;
}

function DraftForm({ from, first, isCopy, strings }: DraftProps) {
  const draft = useMemo(() => new Draft(from, first, isCopy), []);
  const { route } = useLocation();
  // A reload keeps the text, but not the files.
  const hasFiles = draft.files.value.length > 0;
  useEffect(() => {
    if (!hasFiles) return;
    const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', confirmLeave);
    return () => removeEventListener('beforeunload', confirmLeave);
  }, [hasFiles]);
  const start = async (): Promise<void> => {
    const started = await draft.start();
    if (started === null) return;
    toast(started.outcome === 'attached' ? `${started.id} is running already.` : `Started ${started.id}.`);
    for (const note of started.notes) toast(note, 'trouble');
    const [project = '', name = ''] = started.id.split('/');
    route(releasePath({ project, name }));
  };
  return (
    <>
      <form
        class="draft stack"
        onSubmit={(event) => {
          event.preventDefault();
          void draft.plan();
        }}
      >
        <div class="panel">
          <div class="buttons">
            <ChooseFiles
              label="Open a release file"
              accept=".yaml,.yml,.json"
              onFiles={([file]) => void file?.text().then((text) => draft.write(text))}
            />
            {draft.text.value === '' && (
              <Button class="quiet" onClick={() => draft.write(EXAMPLE)}>
                Begin with an example
              </Button>
            )}
          </div>
          <ReleaseText
            text={draft.text}
            findings={draft.findings.value}
            onText={(text) => draft.write(text)}
          />
        </div>
        <div class="panel">
          <SourceFiles draft={draft} strings={strings} />
        </div>
        <Trouble text={draft.trouble} />
        <div class="buttons">
          <button
            type="submit"
            class={draft.planned.value?.plan?.ready === true ? '' : 'primary'}
            disabled={
              draft.busy.value !== null || draft.text.value.trim() === '' || draft.tooLarge.value !== null
            }
          >
            {draft.busy.value === 'plan' ? 'Planning…' : 'Show the plan'}
          </button>
          <p class="hint">Nothing is started by this.</p>
        </div>
      </form>
      <PlanPanel draft={draft} onStart={() => void start()} />
    </>
  );
}

/** Suggests a name that is likely to be free, which a person can change. */
const copiedText = (text: string, name: string): string =>
  text.replace(/^name: .*$/m, () => `name: ${name}-2`);

/** A minimal valid release file. */
const EXAMPLE = `name: game-2.4.0
source:
  file: en.json
targetLanguages: [zh-cn, ja]
terms:
  deadline: 3 days
export:
  filename: game
`;
