/**
 * A small world around a publish queue: two releases and a rollback, the service's publish job, and messages on their way.
 * `stepsFrom` lists everything that may happen next; a step that breaks a promise of the queue throws.
 */
import {
  requestTurn,
  end,
  holderIsGone,
  withFoundHolder,
  jobHasEnded,
  leave,
  newPublishQueue,
  type EarlierTurn,
  type PublishQueue,
  type TurnReply,
  type TurnOutcome,
  type TurnWanted,
} from '../../src/domain/release/publish-queue';

export const names = ['A', 'B', 'R'] as const;
export type Name = (typeof names)[number];

export interface Taker {
  phase: 'idle' | 'asking' | 'waiting' | 'holding' | 'publishing' | 'published' | 'done' | 'dead';
  /** The newest that it has made. */
  ticket: number;
  turn: number;
  publishedIn: number | null;
  /** Who has published since, as it was told with the turn that it holds. */
  told: readonly string[] | null;
  /** An answer on its way to it. */
  answer: TurnReply | null;
}

export type Mail =
  | ({ kind: 'ask' } & TurnWanted)
  | ({ kind: 'end'; taker: string } & TurnOutcome)
  | { kind: 'leave'; taker: string; ticket: string }
  | Finding;

/** What the queue's workflow has found by looking: of no use to a queue that is started anew. */
type Finding =
  | ({ kind: 'gone' } & TurnOutcome)
  | { kind: 'jobEnded'; turn: number; published: boolean }
  | { kind: 'sought'; found: EarlierTurn | null };

/** How often what is out of the ordinary may still happen. */
export interface Mishaps {
  deaths: number;
  restarts: number;
  /** Messages and answers that arrive late, or a second time. */
  lates: number;
  amnesias: number;
}

export interface World {
  takers: Record<Name, Taker>;
  mail: readonly Mail[];
  queue: PublishQueue;
  /** The one that runs. */
  job: { taker: Name; turn: number } | null;
  /** Whose the texts of the project are. */
  texts: Name | null;
  /** The turn of the newest job that completed, of each. */
  completed: Record<Name, number>;
  newestTurn: number;
  isAmnesiac: boolean;
  mishaps: Mishaps;
}

export interface Step {
  what: string;
  /** What goes on by itself where nothing is out of the ordinary, and how soon: the lower, the sooner. */
  urgency: number | null;
  to: World;
}

const JOB = 'job';
/** Who has left uses no ticket. */
const LEFT = '0';

export function newWorld(present: readonly Name[], mishaps: Mishaps): World {
  const taker = { ticket: 0, turn: 0, publishedIn: null, told: [], answer: null };
  const takerOf = (name: Name): Taker => ({ ...taker, phase: present.includes(name) ? 'idle' : 'done' });
  return {
    takers: { A: takerOf('A'), B: takerOf('B'), R: takerOf('R') },
    mail: [],
    queue: withFoundHolder(newPublishQueue(), null, 0),
    job: null,
    texts: null,
    completed: { A: 0, B: 0, R: 0 },
    newestTurn: 0,
    isAmnesiac: false,
    mishaps,
  };
}

export function stepsFrom(before: World): Step[] {
  const world = continued(before);
  return [
    ...lateMail(world),
    ...names.flatMap((name) => stepsOf(world, name)),
    ...jobSteps(world),
    ...looks(world),
    ...(world.mishaps.amnesias > 0
      ? [{ what: 'the queue is started anew', urgency: null, to: forget(world) }]
      : []),
  ];
}

/** Every step is taken by a queue that was carried over into a new run. */
function continued(world: World): World {
  return { ...world, queue: JSON.parse(JSON.stringify(world.queue)) as PublishQueue };
}

/** Nobody who is alive has anything left to do. */
export function isSettled({ takers }: World): boolean {
  return names.every((name) => takers[name].phase === 'done' || takers[name].phase === 'dead');
}

function stepsOf(world: World, name: Name): Step[] {
  const me = world.takers[name];
  const steps: Step[] = [];
  const may = (what: string, urgency: number | null, to: World, mail: Mail | null = null): void => {
    const sent = mail === null ? [{ how: '', to }] : waysOf(to, mail);
    for (const one of sent)
      steps.push({ what: `${name} ${what}${one.how}`, urgency: one.how === '' ? urgency : null, to: one.to });
  };
  const become = (change: Partial<Taker>): World => ({
    ...world,
    takers: { ...world.takers, [name]: { ...me, ...change } },
  });
  const mayAsk = (what: string, urgency: number | null, ticket: number): void =>
    may(what, urgency, become({ phase: 'asking', ticket, answer: null }), {
      kind: 'ask',
      taker: name,
      ticket: String(ticket),
      publishedIn: me.publishedIn,
    });
  const mayEnd = (
    what: string,
    urgency: number | null,
    outcome: { published: boolean; jobId: string | null },
    change: Partial<Taker>,
  ): void =>
    may(what, urgency, become({ told: [], turn: 0, ...change }), {
      kind: 'end',
      taker: name,
      turn: me.turn,
      ...outcome,
    });
  const dead = { phase: 'dead', turn: 0, publishedIn: null, told: [], answer: null } as const;
  const done = { ...dead, phase: 'done' } as const;
  const nothing = { published: false, jobId: null };
  const isRelease = name !== 'R';

  switch (me.phase) {
    case 'idle':
      mayAsk('asks', 4, me.ticket + 1);
      break;
    case 'asking':
      if (me.answer !== null) may('hears', 1, become(hear(me.answer)));
      mayAsk('asks again', null, me.ticket);
      break;
    case 'waiting': {
      const ticket = String(me.ticket);
      // Asking has no effect on a queue in which it waits already.
      if (!world.queue.waiting.some((one) => one.taker === name && one.ticket === ticket))
        mayAsk('asks again', 6, me.ticket);
      may('gives up', null, become({ phase: 'idle' }), { kind: 'leave', taker: name, ticket });
      break;
    }
    case 'holding': {
      const hasOwnTexts = me.publishedIn !== null && me.told?.length === 0;
      if (!hasOwnTexts) may('starts a job', 2, startJob(become({ phase: 'publishing' }), name));
      if (me.publishedIn !== null) {
        checkExport(world, name);
        mayEnd('exports', hasOwnTexts ? 2 : null, nothing, done);
      }
      if (isRelease) mayEnd('gives its turn back', null, nothing, { phase: 'idle' });
      mayEnd('is cancelled', null, nothing, dead);
      break;
    }
    case 'publishing':
      if (world.job?.turn === me.turn) {
        const running = { published: false, jobId: JOB };
        if (isRelease) mayEnd('parks', null, running, { phase: 'idle', publishedIn: me.turn });
        mayEnd('is cancelled', null, running, dead);
      } else if (world.completed[name] === me.turn)
        may('has published', 2, become({ phase: 'published', publishedIn: me.turn, told: [] }));
      else may('has failed to publish', 2, become({ phase: 'holding' }));
      break;
    case 'published': {
      const published = { published: true, jobId: null };
      checkExport(world, name);
      mayEnd('exports', 2, published, done);
      if (isRelease) mayEnd('parks', null, published, { phase: 'idle' });
      mayEnd('is cancelled', null, published, dead);
      break;
    }
    case 'dead':
      if (world.mishaps.restarts > 0) may('starts again', null, spend(become({ phase: 'idle' }), 'restarts'));
      return steps;
    case 'done':
      return steps;
  }
  if (world.mishaps.deaths > 0) may('dies', null, spend(become(dead), 'deaths'));
  return steps;
}

/** A message arrives at once, or late, or at once and again. */
function waysOf(world: World, mail: Mail): { how: string; to: World }[] {
  const now = deliver(world, mail);
  const ways = [{ how: '', to: hearAtOnce(now, mail) }];
  if (world.mishaps.lates === 0) return ways;
  const sent = { mail: [...world.mail, mail] };
  ways.push({ how: ' (late)', to: spend({ ...world, ...sent }, 'lates') });
  if (isFinding(mail)) return ways;
  ways.push({ how: ' (twice)', to: spend({ ...hearAtOnce(now, mail), ...sent }, 'lates') });
  if (mail.kind === 'ask') ways.push({ how: ' (is answered late)', to: spend(now, 'lates') });
  return ways;
}

function hear(answer: TurnReply): Partial<Taker> {
  if (!answer.granted) return { phase: 'waiting', answer: null };
  return { phase: 'holding', turn: answer.turn, told: answer.publishedSince, answer: null };
}

function startJob(world: World, taker: Name): World {
  if (world.job !== null)
    throw new Error(`two publish jobs run at once: of ${world.job.taker} and of ${taker}`);
  return { ...world, job: { taker, turn: world.takers[taker].turn } };
}

function checkExport({ takers, texts }: World, name: Name): void {
  const { told } = takers[name];
  if (texts !== null && texts !== name && told?.includes(texts) === false)
    throw new Error(`${name} may export the texts of ${texts} unknowingly`);
}

function jobSteps(world: World): Step[] {
  const { job } = world;
  if (job === null) return [];
  const completed = { ...world.completed, [job.taker]: job.turn };
  return [
    { what: 'the job completes', urgency: 3, to: { ...world, job: null, texts: job.taker, completed } },
    { what: 'the job fails', urgency: null, to: { ...world, job: null } },
  ];
}

function lateMail(world: World): Step[] {
  return world.mail.map((mail, index) => ({
    what: `"${mail.kind}"${'taker' in mail ? ` of ${mail.taker}` : ''} arrives at last`,
    urgency: 0,
    to: hearAtOnce(deliver({ ...world, mail: world.mail.toSpliced(index, 1) }, mail), mail),
  }));
}

function hearAtOnce(world: World, mail: Mail): World {
  if (mail.kind !== 'ask') return world;
  const name = nameOf(mail.taker);
  const taker = world.takers[name];
  if (taker.answer === null) return world;
  return { ...world, takers: { ...world.takers, [name]: { ...taker, ...hear(taker.answer) } } };
}

function deliver(world: World, mail: Mail): World {
  const { queue } = world;
  // A queue that lives grants more than one turn in a millisecond; one that is started anew is started later.
  const nowMs = world.isAmnesiac ? world.newestTurn + 1 : 0;
  switch (mail.kind) {
    case 'ask':
      return deliverAsk(world, mail, nowMs);
    case 'end':
      return withQueue(world, end(queue, mail, nowMs));
    case 'leave':
      return withQueue(world, leave(queue, mail));
    case 'gone':
      return withQueue(world, holderIsGone(queue, mail, nowMs));
    case 'jobEnded':
      return withQueue(world, jobHasEnded(queue, mail, nowMs));
    case 'sought':
      return withQueue(world, withFoundHolder(queue, mail.found, nowMs), mail.found?.turn);
  }
}

function deliverAsk(world: World, wanted: TurnWanted, nowMs: number): World {
  const { queue, reply: answer } = requestTurn(world.queue, wanted, nowMs);
  const next = withQueue(world, queue);
  const name = nameOf(wanted.taker);
  if (answer.granted) checkTold(world, name, wanted.publishedIn, answer.publishedSince);
  const taker = world.takers[name];
  const isAwaited =
    taker.phase === 'asking' && taker.answer === null && String(taker.ticket) === wanted.ticket;
  return isAwaited ? { ...next, takers: { ...world.takers, [name]: { ...taker, answer } } } : next;
}

function withQueue(world: World, queue: PublishQueue, foundTurn?: number): World {
  const turn = queue.holder?.turn;
  if (turn === undefined || turn === world.queue.holder?.turn || turn === foundTurn)
    return { ...world, queue };
  if (turn <= world.newestTurn) throw new Error(`turn ${turn} was granted before`);
  return { ...world, queue, newestTurn: turn };
}

function checkTold(
  { completed, isAmnesiac }: World,
  name: Name,
  publishedIn: number | null,
  told: string[] | null,
): void {
  const truth = names.filter((one) => one !== name && publishedIn !== null && completed[one] > publishedIn);
  if (told === null) {
    if (!isAmnesiac && completed[name] === publishedIn)
      throw new Error(`${name} is not told who published since`);
  } else if (told.toSorted().join() !== truth.join())
    throw new Error(`${name} is told of [${told.join()}], but [${truth.join()}] published since`);
}

function looks(world: World): Step[] {
  if (world.mail.some(isFinding)) return [];
  const finding = world.queue.knowsHolder ? lookAtHolder(world) : seek(world);
  if (finding === null) return [];
  return waysOf(world, finding).map(({ how, to }) => ({
    what: `a look finds "${finding.kind}"${how}`,
    urgency: how === '' ? 5 : null,
    to,
  }));
}

function lookAtHolder({ queue: { holder }, takers, job, completed }: World): Finding | null {
  if (holder === null) return null;
  const { turn } = holder;
  const name = nameOf(holder.taker);
  const published = completed[name] === turn;
  const isRunning = job?.turn === turn;
  if (holder.leftJobId !== null) return isRunning ? null : { kind: 'jobEnded', turn, published };
  if (isInUse(takers[name]) && String(takers[name].ticket) === holder.ticket) return null;
  return { kind: 'gone', turn, published, jobId: isRunning ? JOB : null };
}

/** Whoever is just asking may have been granted a turn that it has yet to hear of: then it is not clear who holds one. */
function seek({ takers, job }: World): Finding | null {
  if (names.some((name) => takers[name].phase === 'asking')) return null;
  const holders = names
    .filter((name) => ['holding', 'publishing', 'published'].includes(takers[name].phase))
    .map((taker) => ({
      taker,
      ticket: String(takers[taker].ticket),
      turn: takers[taker].turn,
      leftJobId: null,
    }));
  const isLeft = job !== null && !holders.some(({ turn }) => turn === job.turn);
  const found = [...holders, ...(isLeft ? [{ ...job, ticket: LEFT, leftJobId: JOB }] : [])];
  if (found.length > 1) throw new Error('more than one holds a turn');
  return { kind: 'sought', found: found[0] ?? null };
}

function forget(world: World): World {
  const mail = world.mail.filter((one) => !isFinding(one));
  return spend({ ...world, mail, queue: newPublishQueue(), isAmnesiac: true }, 'amnesias');
}

function spend(world: World, what: keyof Mishaps): World {
  return { ...world, mishaps: { ...world.mishaps, [what]: world.mishaps[what] - 1 } };
}

/** Whether its ticket is the one that it goes by now. */
export const isInUse = ({ phase }: Taker): boolean => !['idle', 'done', 'dead'].includes(phase);

const isFinding = (mail: Mail): mail is Finding => ['gone', 'jobEnded', 'sought'].includes(mail.kind);

export function nameOf(taker: string): Name {
  const name = names.find((one) => one === taker);
  if (name === undefined) throw new Error(`nobody is called ${taker}`);
  return name;
}
