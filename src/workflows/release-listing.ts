/** What lists have of a release: its search attributes. Each time that they are set costs an event and an action. */
import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { searchAttributeKeys } from '../domain/search-attributes';
import type { StageName } from '../domain/stages';
import type { ReleaseStatus } from '../domain/status';

/** A release mostly passes through these, and the calls and waits that they begin with tell of them. */
const briefStages: ReadonlySet<string> = new Set<StageName>(['supplement', 'publish', 'export', 'announce']);
/** That somebody is waited for in them is listed anyway. */
const alsoBrief: ReadonlySet<string> = new Set<StageName>(['scan', 'confirm']);

type ListedAs = Record<keyof typeof searchAttributeKeys, string>;

interface Thrift {
  /** Whether brief stages are listed only once a release stays in them. */
  isLean: boolean;
  /** Whether more stages are brief, and what was set at its start counts. */
  isListedLess: boolean;
}

export class ReleaseListing {
  #shown: ListedAs | null;

  constructor(private readonly thrift: Thrift) {
    this.#shown = thrift.isListedLess ? listedAtStart() : null;
  }

  show(status: ReleaseStatus, { waiting, isStaying }: { waiting: string; isStaying: boolean }): void {
    const attributes = {
      project: status.project,
      state: status.state,
      stage: status.stage ?? 'none',
      waiting,
      waitingSince: status.waitingFor?.since ?? 'none',
    };
    if (isSame(attributes, this.#shown)) return;
    const isPassing = this.#isBrief(attributes.stage) && !isStaying;
    if (isPassing && isSame({ ...attributes, stage: this.#shown?.stage }, this.#shown)) return;
    this.#shown = attributes;
    upsertSearchAttributes([
      { key: searchAttributeKeys.project, value: attributes.project },
      { key: searchAttributeKeys.state, value: attributes.state },
      { key: searchAttributeKeys.stage, value: attributes.stage },
      { key: searchAttributeKeys.waiting, value: attributes.waiting },
      { key: searchAttributeKeys.waitingSince, value: attributes.waitingSince },
    ]);
  }

  #isBrief(stage: string): boolean {
    const { isLean, isListedLess } = this.thrift;
    return (isLean && briefStages.has(stage)) || (isListedLess && alsoBrief.has(stage));
  }
}

/** By whoever started it, or by the run before it; null where that is not all. */
function listedAtStart(): ListedAs | null {
  const { typedSearchAttributes } = workflowInfo();
  const valueOf = (name: keyof ListedAs): string =>
    typedSearchAttributes.get(searchAttributeKeys[name]) ?? '';
  const listed = {
    project: valueOf('project'),
    state: valueOf('state'),
    stage: valueOf('stage'),
    waiting: valueOf('waiting'),
    waitingSince: valueOf('waitingSince'),
  };
  return Object.values(listed).includes('') ? null : listed;
}

function isSame(some: object, others: object | null): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
