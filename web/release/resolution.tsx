import { useState } from 'preact/hooks';
import type { ResolveAction } from '../../src/domain/stages';
import { api, type ReleaseName } from '../api';
import { toast } from '../toasts';
import { ReasonDialog } from '../components/reason-dialog';
import { may } from '../session';

interface Words {
  button: string;
  title: string;
  meaning: string;
}

const words: Readonly<Record<ResolveAction, Words>> = {
  retry: {
    button: 'Retry',
    title: 'Retry the stage',
    meaning: 'The release repeats only what failed. Fix the cause first.',
  },
  skip: {
    button: 'Skip',
    title: 'Skip the stage',
    meaning: 'The release continues with the next stage. What failed is not done.',
  },
  abort: {
    button: 'Abort',
    title: 'Abort the release',
    meaning: 'The release ends here and cannot continue. What it has done so far is kept.',
  },
  live: {
    button: 'It is live',
    title: 'The post is live',
    meaning: 'You have looked, and the post is out. Nothing is sent again.',
  },
  'not-live': {
    button: 'It is not live',
    title: 'The post is not live',
    meaning: 'You have looked, and the post is not out. The release can then announce again.',
  },
};

/** Of a release that is out, and not announced everywhere. */
const wordsIfPartial: Readonly<Partial<Record<ResolveAction, Words>>> = {
  retry: {
    button: 'Announce again on failed accounts',
    title: 'Announce again',
    meaning: 'It is announced once more on the accounts where that failed, and only there. Fix them first.',
  },
  skip: {
    button: 'Leave it as it is',
    title: 'Leave it as it is',
    meaning: 'The release ends as partial. What is announced stays announced.',
  },
};

/** A button that resolves a parked or partial release, once a reason is given. */
export function Resolution({
  action,
  isPartial,
  release,
  done,
}: {
  action: ResolveAction;
  isPartial: boolean;
  release: ReleaseName;
  done: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const { button, title, meaning } = (isPartial ? wordsIfPartial[action] : undefined) ?? words[action];
  return (
    <>
      <button
        type="button"
        class={action === 'retry' ? 'primary' : action === 'abort' ? 'danger' : ''}
        disabled={!may('operate')}
        title={may('operate') ? undefined : 'Your role cannot decide this.'}
        onClick={() => setAsking(true)}
      >
        {button}
      </button>
      {asking && (
        <ReasonDialog
          title={title}
          action={button}
          danger={action === 'abort'}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.resolve(release, action, reason);
            toast(`Decision saved for ${release.project}/${release.name}: ${action}.`);
            done();
          }}
        >
          <p>{meaning}</p>
        </ReasonDialog>
      )}
    </>
  );
}
