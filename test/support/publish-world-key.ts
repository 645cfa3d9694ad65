/**
 * Worlds that differ only in what nothing depends on have the same key: in how great the numbers of turns are (not in their
 * order), in what tickets are called, in the order of late mail, and in which of the two releases is which.
 */
import { isInUse, nameOf, names, type Mail, type Name, type Taker, type World } from './publish-world';

export function keyOf(world: World): string {
  const { A, B } = world.takers;
  const order = weightOf(A) - weightOf(B);
  if (order !== 0) return order < 0 ? keyAs(world, names) : keyAs(world, swapped);
  const [one, other] = [keyAs(world, names), keyAs(world, swapped)];
  return one < other ? one : other;
}

const swapped: readonly Name[] = ['B', 'A', 'R'];

const phases = ['idle', 'asking', 'waiting', 'holding', 'publishing', 'published', 'done', 'dead'] as const;

const weightOf = ({ phase, publishedIn }: Taker): number =>
  phases.indexOf(phase) * 2 + (publishedIn === null ? 0 : 1);

function keyAs(world: World, order: readonly Name[]): string {
  const { takers, mail, queue, job, texts, completed, newestTurn, isAmnesiac, mishaps } = world;
  const { holder, waiting, publications } = queue;
  const turn = turnCodes(world);
  const ticket = ticketCodes(takers);
  const who = (name: string | null): number => (name === null ? 3 : order.indexOf(nameOf(name)));
  const those = (some: readonly string[] | null): number =>
    some === null ? 8 : some.reduce((sum, one) => sum + (1 << who(one)), 0);

  const codes: number[] = [];
  for (const name of order) {
    const { phase, publishedIn, told, answer } = takers[name];
    codes.push(
      phases.indexOf(phase),
      turn(takers[name].turn),
      turn(publishedIn),
      those(told),
      turn(completed[name]),
    );
    codes.push(turn(publications.find((one) => one.taker === name)?.turn ?? null));
    if (answer === null) codes.push(255);
    else if (answer.granted) codes.push(turn(answer.turn), those(answer.publishedSince));
    else codes.push(254);
  }
  codes.push(job === null ? 255 : who(job.taker), turn(job?.turn ?? null), who(texts));
  codes.push(Number(queue.knowsHolder) + 2 * Number(isAmnesiac) + 4 * Number(queue.lastTurn === newestTurn));
  codes.push(mishaps.deaths, mishaps.restarts, mishaps.lates, mishaps.amnesias);
  if (holder === null) codes.push(255);
  else codes.push(who(holder.taker), ticket(holder), turn(holder.turn), Number(holder.leftJobId !== null));
  for (const one of waiting) codes.push(who(one.taker), ticket(one));
  codes.push(255);
  const letters = mail.map((one) => String.fromCharCode(...mailCodes(one, { turn, ticket, who })));
  return String.fromCharCode(...codes) + (letters.length > 1 ? letters.sort() : letters).join('');
}

interface Codes {
  turn: (turn: number | null) => number;
  ticket: (request: { taker: string; ticket: string }) => number;
  who: (name: string) => number;
}

function mailCodes(mail: Mail, { turn, ticket, who }: Codes): number[] {
  switch (mail.kind) {
    case 'ask':
      return [0, who(mail.taker), ticket(mail), turn(mail.publishedIn)];
    case 'leave':
      return [1, who(mail.taker), ticket(mail)];
    case 'end':
      return [2, who(mail.taker), turn(mail.turn), Number(mail.published), Number(mail.jobId !== null)];
    case 'gone':
      return [3, turn(mail.turn), Number(mail.published), Number(mail.jobId !== null)];
    case 'jobEnded':
      return [4, turn(mail.turn), Number(mail.published)];
    case 'sought': {
      const { found } = mail;
      if (found === null) return [5];
      return [6, who(found.taker), ticket(found), turn(found.turn), Number(found.leftJobId !== null)];
    }
  }
}

/** Where a turn stands among those that others are compared with. */
function turnCodes({ takers, mail, queue, job }: World): Codes['turn'] {
  let compared = 0;
  const compare = (turn: number | null | undefined): void => {
    if (turn === null || turn === undefined || turn === 0) return;
    if (turn > 30) throw new Error('more turns than there are bits');
    compared |= 1 << turn;
  };
  for (const name of names) {
    const { turn, publishedIn, answer } = takers[name];
    compare(turn);
    compare(publishedIn);
    if (answer?.granted === true) compare(answer.turn);
  }
  compare(queue.holder?.turn);
  compare(job?.turn);
  for (const one of mail) {
    if (one.kind === 'ask') compare(one.publishedIn);
    else if (one.kind === 'sought') compare(one.found?.turn);
    else if (one.kind !== 'leave') compare(one.turn);
  }
  return (turn) => {
    if (turn === null) return 253;
    let below = 0;
    for (let bits = compared & ((1 << turn) - 1); bits !== 0; bits &= bits - 1) below += 2;
    return below + ((compared >> turn) & 1);
  };
}

function ticketCodes(takers: World['takers']): Codes['ticket'] {
  const stale: string[] = [];
  return ({ taker, ticket }) => {
    const owner = takers[nameOf(taker)];
    if (isInUse(owner) && String(owner.ticket) === ticket) return 0;
    const known = stale.indexOf(taker + ticket);
    return known >= 0 ? known + 1 : stale.push(taker + ticket);
  };
}
