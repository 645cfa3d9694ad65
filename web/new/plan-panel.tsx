import { useEffect, useRef } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import type { StageName } from '../../src/domain/release/stages';
import type { ReleasePlan } from '../../src/protocol/draft-api';
import { Button, Check } from '../components/form';
import { StateBadge } from '../components/icon';
import { TextList } from '../components/text';
import { withoutFlags } from '../format';
import type { Draft } from './draft';
import { PlanView } from './plan-view';

const nothingToStart = {
  attach: 'This release is running already, with the same content: there is nothing to start.',
  nothing: 'This release has ended already, with the same content: there is nothing to start.',
};

export function PlanPanel({ draft, onStart }: { draft: Draft; onStart: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const planned = draft.planned.value;
  useEffect(() => {
    if (planned?.plan) heading.current?.focus();
  }, [planned]);
  if (draft.isOutdated.value) return <p class="empty">The draft was changed. Show the plan again.</p>;
  const plan = planned?.plan ?? null;
  if (plan === null) return null;
  return (
    <section class="panel plan stack" aria-labelledby="plan-title">
      <div class="heading">
        <h2 id="plan-title" ref={heading} tabIndex={-1}>
          Plan of <bdi>{plan.id}</bdi>
        </h2>
        <StateBadge state={plan.ready ? 'ready' : 'not ready'} />
      </div>
      <Faults plan={plan} draft={draft} />
      <PlanView plan={plan} />
      <StartBar plan={plan} draft={draft} onStart={onStart} />
    </section>
  );
}

function Faults({ plan, draft }: { plan: ReleasePlan; draft: Draft }) {
  const { findings, places, overBudget, isAnnouncedBefore } = plan;
  // Findings in the text are shown next to it, and an earlier announcement has its own checkbox.
  const others = findings.slice(isAnnouncedBefore ? 1 : 0, findings.length - places.length);
  const faults = [...others, ...(overBudget === null ? [] : [overBudget])];
  return (
    <>
      {(faults.length > 0 || places.length > 0) && (
        <div class="plan-faults edge wash" role="alert">
          <p>
            {places.length > 0
              ? 'Fix what is marked beside the text first.'
              : `Fix ${faults.length === 1 ? 'this' : 'these'} first:`}
          </p>
          <TextList texts={faults.map(withoutFlags)} />
        </div>
      )}
      {(isAnnouncedBefore || draft.announceAgain.value) && (
        <Check
          isOn={draft.announceAgain.value}
          onChange={(isOn) => {
            draft.announceAgain.value = isOn;
            void draft.plan();
          }}
        >
          An earlier run of this release was announced. Announce it once more. (To release without an
          announcement, remove “<bdi>announce</bdi>” from the text.)
        </Check>
      )}
    </>
  );
}

function StartBar({ plan, draft, onStart }: { plan: ReleasePlan; draft: Draft; onStart: () => void }) {
  const { id, project, name, start } = plan;
  if (start === null) return null;
  if (start.outcome === 'attach' || start.outcome === 'nothing')
    return (
      <p>
        {nothingToStart[start.outcome]} <a href={releasePath({ project, name })}>Go to the release</a>
      </p>
    );
  return (
    <div class="start-bar row spread">
      <p>
        A start orders a translation, which costs money. {publicEffects(plan)}{' '}
        {start.outcome === 'replace' && 'It replaces a run in which nothing was paid for.'}
      </p>
      <Button class="primary" disabled={draft.busy.value !== null} onClick={onStart}>
        {draft.busy.value === 'start' ? 'Starting…' : `Start ${id}`}
      </Button>
    </div>
  );
}

/** The effects of the release that are visible to others. */
function publicEffects({ stages }: ReleasePlan): string {
  const isWanted = (name: StageName): boolean => stages.some((stage) => stage.name === name && stage.wanted);
  if (isWanted('publish') && isWanted('announce'))
    return 'It publishes to the project and announces in public.';
  if (isWanted('publish')) return 'It publishes to the project.';
  return isWanted('announce') ? 'It announces in public.' : '';
}
