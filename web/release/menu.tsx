import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { duplicatePath, reportPath, reviewPath } from '../../src/domain/console-paths';
import { endedStates } from '../../src/domain/release/release-states';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { ReasonDialog } from '../components/dialog';
import { Button } from '../components/form';
import { Icon } from '../components/icon';
import { counted } from '../format';
import { may } from '../session';
import { toast } from '../toasts';
import { ChangeDialog } from './change-dialog';

type MenuAction = 'change' | 'pause' | 'cancel';

const actionLabels = {
  change: 'Change the release',
  pause: 'Pause the release',
  cancel: 'Cancel the release',
};

const OutLink = ({ href, title }: { href: string; title: string }) => (
  <li>
    <a href={href} target="_blank" rel="noreferrer">
      {title} <Icon name="out" />
    </a>
  </li>
);

interface MenuProps {
  view: ReleaseDetails;
  release: ReleaseName;
  done: () => void;
}

/** Actions that are always possible, but that nothing requires now. */
export function Menu({ view, release, done }: MenuProps) {
  const { status, temporalUrl, asks } = view;
  const asking = useSignal<MenuAction | null>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (menu.current !== null) menu.current.open = false;
  };
  // The focus is on the menu's button first, so that the dialog returns it there.
  const ask = (action: MenuAction): void => {
    close();
    menu.current?.querySelector('summary')?.focus();
    asking.value = action;
  };
  const leave = (): void => void (asking.value = null);
  const isOver = endedStates.has(status.state);
  const possible: MenuAction[] = [
    ...(asks === null ? [] : ['change' as const]),
    ...(status.paused === null ? ['pause' as const] : []),
    'cancel',
  ];
  return (
    <>
      <details
        ref={menu}
        class="menu"
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
        onFocusOut={({ relatedTarget }) => {
          if (relatedTarget instanceof Node && menu.current?.contains(relatedTarget) === false) close();
        }}
      >
        <summary class="button">More</summary>
        <ul>
          {may('operate') &&
            !isOver &&
            possible.map((action) => (
              <li key={action}>
                <Button class="quiet" onClick={() => ask(action)}>
                  {actionLabels[action]}
                </Button>
              </li>
            ))}
          {may('operate') && (
            <li>
              <a href={duplicatePath(release)}>Duplicate</a>
            </li>
          )}
          {status.terms !== null && (
            <li>
              <a href={reviewPath(release)}>{counted(status.terms.total, 'term')}</a>
            </li>
          )}
          {isOver && <OutLink href={reportPath(release)} title="Report" />}
          {temporalUrl !== null && <OutLink href={temporalUrl} title="Temporal" />}
        </ul>
      </details>
      {asking.value === 'change' && asks !== null && (
        <ChangeDialog view={view} asks={asks} release={release} done={done} onLeave={leave} />
      )}
      {asking.value === 'pause' && (
        <ReasonDialog
          title={actionLabels.pause}
          action={actionLabels.pause}
          onLeave={leave}
          onDo={async (reason) => {
            await api.pause(release, reason);
            toast(`Paused ${release.project}/${release.name}.`);
            done();
          }}
        >
          <p>
            Work in progress is finished. Until somebody resumes the release, no other stage begins and the
            review deadline is on hold.
          </p>
        </ReasonDialog>
      )}
      {asking.value === 'cancel' && (
        <ReasonDialog
          title={actionLabels.cancel}
          action={actionLabels.cancel}
          danger
          onLeave={leave}
          onDo={async (reason) => {
            const { outcome, done: doneText } = await api.cancel(release, reason);
            toast(outcome === 'recorded' ? doneText : `Cancelled ${release.project}/${release.name}.`);
            done();
          }}
        >
          <p>The release ends here. What the services have done so far is kept. Nothing new is started.</p>
        </ReasonDialog>
      )}
    </>
  );
}
