/** Whole releases whose services answer otherwise in one field of each reply. */
import type { ReleaseFile } from '../../src/domain/release-file';
import type { ReleaseStatus } from '../../src/domain/status';
import { replies as localizationReplies } from '../../src/localization/replies';
import type { RandomSource } from '../../src/sandbox/random-source';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { replies as socialReplies } from '../../src/social/replies';
import { mutated, mutationsOf } from '../../test/support/mutations';
import { expectedOf, namesField, type Needs } from '../../test/support/needs';
import { quickPace, ReleaseRig } from '../../test/workflows/release-rig';
import { follow, hasEnded, type RunOptions } from './run-release';
import { someAtATime, withServer, type StrangersOptions } from './run-strangers';
import { verdict } from './verdict';

/** What releases do differently, so that every reply is met both ways. */
export const shapes = {
  'reviewed, with callbacks': { callbacks: true, file: {} },
  'automatic, with timers alone': {
    callbacks: false,
    file: { terms: { scan: true, confirmation: 'automatic' } },
  },
} as const satisfies Record<string, { callbacks: boolean; file: Partial<ReleaseFile> }>;
export type Shape = keyof typeof shapes;

/** By endpoint: the replies of a release as they are, each once in all that a mutation can meet. */
type Replies = ReadonlyMap<string, readonly string[]>;

interface EndpointMutation {
  endpoint: string;
  name: string;
  /** What is lost; empty where nothing is that is needed. */
  group: readonly string[];
}

export interface MutatedRelease {
  shape: Shape;
  mutations: readonly EndpointMutation[];
}

export interface MutatedRun extends MutatedRelease {
  /** What is wrong with it. */
  faults: string[];
  status: ReleaseStatus | null;
}

const tables: Readonly<Record<string, { needs: Needs }>> = { ...localizationReplies, ...socialReplies };

/** Every mutation of every reply that a release of this shape meets. */
export async function releasesOf(
  shape: Shape,
  options: RunOptions,
): Promise<{ unneeded: MutatedRelease[]; needed: MutatedRelease[] }> {
  const byEndpoint = [...(await repliesOf(shape, options))].map(([endpoint, texts]) =>
    mutationsMetBy(endpoint, texts),
  );
  const unneeded = byEndpoint.map((all) => all.filter(({ group }) => group.length === 0));
  const most = Math.max(...unneeded.map(({ length }) => length));
  return {
    // One of each endpoint at a time: together they must not take away what one of them leaves.
    unneeded: Array.from({ length: most }, (_, at) => ({
      shape,
      mutations: unneeded.flatMap((all) => all[at % all.length] ?? []),
    })),
    needed: byEndpoint
      .flat()
      .flatMap((mutation) => (mutation.group.length === 0 ? [] : [{ shape, mutations: [mutation] }])),
  };
}

const BATCH = 40;

/** All of them from the given one on, on a server of their own. It takes long, and says how far it has come. */
export function runMutations(
  options: Omit<StrangersOptions, 'onMet'>,
  first: number,
): Promise<{ tried: number; broken: number }> {
  return withServer(options.say, async () => {
    const releases: MutatedRelease[] = [];
    for (const shape of Object.keys(shapes) as Shape[]) {
      const { unneeded, needed } = await releasesOf(shape, options);
      releases.push(...unneeded, ...needed);
    }
    let broken = 0;
    // Between two batches nothing runs, so that what they made is replayed and let go.
    for (let from = first; from < releases.length; from += BATCH) {
      options.say(`from ${from} of ${releases.length} releases`);
      const runs = await someAtATime(releases.slice(from, from + BATCH), options, (release) =>
        brokenBy(release, options),
      );
      broken += runs.flat().length;
    }
    const tried = releases.slice(first).reduce((sum, { mutations }) => sum + mutations.length, 0);
    return { tried, broken };
  });
}

/** Two that leave nothing together where one alone leaves enough break no rule: each is judged by itself. */
async function brokenBy(
  release: MutatedRelease,
  options: Omit<StrangersOptions, 'onMet'>,
): Promise<MutatedRun[]> {
  const run = await runMutated(release, options);
  if (run.faults.length === 0) return [];
  const broken = release.mutations.length > 1 ? await eachAlone(release, options) : [run];
  for (const one of broken) options.say(told(one));
  if (broken.length === 0) options.say(`together only, ${told(run)}`);
  return broken;
}

/** Those that break a release by themselves. */
async function eachAlone({ shape, mutations }: MutatedRelease, options: RunOptions): Promise<MutatedRun[]> {
  const runs: MutatedRun[] = [];
  for (const mutation of mutations) runs.push(await runMutated({ shape, mutations: [mutation] }, options));
  return runs.filter(({ faults }) => faults.length > 0);
}

/** In a line or a few. */
export function told({ shape, mutations, faults }: MutatedRun): string {
  const changes = mutations.map(({ endpoint, name }) => `${endpoint} ${name}`);
  return [`broken, ${shape}: ${changes.join('; ')}`, ...faults.map((fault) => `  ! ${fault}`)].join('\n');
}

export function drawn<Item>(from: readonly Item[], count: number, random: RandomSource): Item[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random.fraction() * left.length), 1),
  ).flat();
}

/** A field that is lost in one reply may say nothing in another: then it is not clear what must come of it. */
function mutationsMetBy(endpoint: string, texts: readonly string[]): EndpointMutation[] {
  const needs = tables[endpoint]?.needs ?? [];
  const met = new Map<string, EndpointMutation | null>();
  for (const text of texts) {
    for (const mutation of mutationsOf(text)) {
      // Another id would be asked for, and the service does not know it.
      if (mutation.says !== null || met.get(mutation.name) === null) continue;
      const { outcome, group } = expectedOf(needs, text, mutation);
      met.set(mutation.name, outcome === 'either' ? null : { endpoint, name: mutation.name, group });
    }
  }
  return [...met.values()].filter((mutation) => mutation !== null);
}

async function repliesOf(shape: Shape, options: RunOptions): Promise<Replies> {
  const replies = new Map<string, string[]>();
  const { faults } = await runAltered({ shape, mutations: [] }, options, (endpoint, text) => {
    const known = replies.get(endpoint) ?? [];
    const shapeOf = (one: string): string => one.replace(/\d+/g, '0').replace(/"[^"]*"(?!:)/g, '""');
    if (!known.some((one) => shapeOf(one) === shapeOf(text))) replies.set(endpoint, [...known, text]);
    return text;
  });
  if (faults.length > 0) throw new Error(`a release as it is: ${faults.join('; ')}`);
  return replies;
}

/** It is done as if nothing were otherwise, or says which field of which reply it lacks, and keeps what was paid for. */
export function runMutated(release: MutatedRelease, options: RunOptions): Promise<MutatedRun> {
  return runAltered(release, options, (endpoint, text) =>
    release.mutations
      .filter((mutation) => mutation.endpoint === endpoint)
      .reduce((said, { name }) => mutated(said, name) ?? said, text),
  );
}

async function runAltered(
  release: MutatedRelease,
  options: RunOptions,
  alter: (endpoint: string, text: string) => string,
): Promise<MutatedRun> {
  const { callbacks, file } = shapes[release.shape];
  const rig = await ReleaseRig.start({
    // Long enough that whoever does not wait for a supplement publishes before its end.
    sandbox: { readings: {}, pace: { ...quickPace, stepMs: 60 } },
    callbacks,
    alter,
  });
  try {
    const handle = await rig.release(file);
    const { status, isSilent } = await follow(rig, handle, { removesTerm: false, failures: 0 }, options);
    const { outcome, faults } = await verdict(rig.sandbox, status, { isSilent, failures: 0 });
    if (status === null || !hasEnded(status)) await handle.terminate('the release has been judged');
    const wrong = outcome === 'told' && status !== null ? wronglyTold(rig.sandbox, status, release) : [];
    return { ...release, status, faults: [...faults, ...wrong] };
  } finally {
    await rig.close();
  }
}

function wronglyTold(sandbox: Sandbox, status: ReleaseStatus, { mutations }: MutatedRelease): string[] {
  const { state, problem } = status;
  const message = problem?.message ?? '';
  const [lost] = mutations.filter(({ group }) => group.length > 0);
  if (lost === undefined) return [`${state} for what is not needed: ${message}`];
  const { endpoint, group } = lost;
  const service = endpoint in localizationReplies ? 'localization service' : 'social service';
  const faults: string[] = [];
  const isNamed = message.includes(service) && message.includes(`(${endpoint}`);
  if (!isNamed || !namesField(message, group)) {
    faults.push(`does not name ${group.join(' or ')} of the ${service} (${endpoint}): ${message}`);
  }
  const [task] = sandbox.localization.project('sandbox').tasks.keys();
  const isKnown = endpoint !== 'POST /tasks/create';
  if (isKnown && status.taskId !== (task ?? null)) faults.push(`task ${task} is not kept`);
  return faults;
}
