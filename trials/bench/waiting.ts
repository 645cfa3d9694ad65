/**
 * Releases that wait for a person: what they cost their worker in memory, and how soon a person is answered when there
 * are so many that the worker has let go of most of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { WAITING_RELEASE } from '../../src/client/releases/list-releases';
import type { TermsPage } from '../../src/protocol/console-api';
import { Person, type Answer } from '../../test/support/console';
import { memoryMb, peakMemoryMb, median, printTable } from './figures';
import { startProduct, type Product } from './product';

/** Enough that what the worker takes by itself has been taken. */
const FIRST = 40;
/** Few enough that the worker keeps all of them. */
const KEPT = 240;
const UNDER_WAY = 60;
const TELL_EVERY_MS = 20_000;
/**
 * A review looks at the service after a hundred of these. So many as wait in earnest have waited for hours and look once an
 * hour; those that were all opened within minutes would look every five, and the machine would do nothing else.
 */
const OLD_REVIEW = '30s';
const PEOPLE = 20;
const INBOXES = 5;
const WANTED_EACH_MB = 0.6;
const WANTED_WORKER_MB = 1024;
const WANTED_ANSWER_MS = 1000;

export async function benchWaiting({ releases = KEPT }: BenchOptions): Promise<boolean> {
  const product = await startProduct({
    callbacks: true,
    sandbox: { speed: 20 },
    env: { LOCRELEASE_WORKER_MEMORY: `${WANTED_WORKER_MB}MB`, LOCRELEASE_MIN_CHECK_INTERVAL: OLD_REVIEW },
  });
  try {
    const startMs = performance.now();
    const waiting = new WaitingReleases(product);
    await waiting.untilThereAre(FIRST);
    const beforeMb = await memoryMb(product.workerPid);
    await waiting.untilThereAre(KEPT);
    const afterMb = await memoryMb(product.workerPid);
    await waiting.untilThereAre(releases);
    const seconds = (performance.now() - startMs) / 1000;
    const answers = await answersToPeople(product, waiting.names);
    const unit = 'ms';
    return printTable(
      `One worker with ${waiting.names.length} releases that wait for a person, all of them after ${seconds.toFixed(0)} s:`,
      [
        {
          what: `memory of each, from ${FIRST} to ${KEPT}`,
          value: (afterMb - beforeMb) / (KEPT - FIRST),
          unit: 'MB',
          digits: 2,
          atMost: WANTED_EACH_MB,
        },
        {
          what: 'memory of the worker, at most',
          value: await peakMemoryMb(product.workerPid),
          unit: 'MB',
          atMost: WANTED_WORKER_MB,
        },
        { what: 'memory of the gateway, at most', value: await peakMemoryMb(product.gatewayPid), unit: 'MB' },
        { what: 'memory of Temporal, at most', value: await peakMemoryMb(product.server.pid), unit: 'MB' },
        { what: 'the inbox, slowest', value: Math.max(...answers.inbox), unit, atMost: WANTED_ANSWER_MS },
        { what: 'the terms of one, median', value: median(answers.terms), unit },
        { what: 'the terms of one, slowest', value: Math.max(...answers.terms), unit },
        { what: 'a confirmation, median', value: median(answers.confirm), unit },
        {
          what: 'a confirmation, slowest',
          value: Math.max(...answers.confirm),
          unit,
          atMost: WANTED_ANSWER_MS,
        },
      ],
    );
  } finally {
    await product.close();
  }
}

class WaitingReleases {
  readonly names: string[] = [];
  #toldMs = performance.now();

  constructor(private readonly product: Product) {}

  /** No more are under way at once than the machine can bear; those that wait are nobody's burden. */
  async untilThereAre(wanted: number): Promise<void> {
    for (let waiting = await this.#count(); waiting < wanted; waiting = await this.#count()) {
      const free = UNDER_WAY - (this.names.length - waiting);
      const more = Math.max(0, Math.min(free, wanted - this.names.length));
      await Promise.all(Array.from({ length: more }, () => this.#startOne()));
      this.#tell(waiting, wanted);
      await delay(500);
    }
  }

  async #count(): Promise<number> {
    return (await this.product.client.workflow.count(WAITING_RELEASE)).count;
  }

  async #startOne(): Promise<void> {
    const name = `waiting-${this.names.length}`;
    this.names.push(name);
    const strings = [{ string_id: 'greeting', content: 'Hello, Elder Mira of the Crystal Keep!' }];
    await this.product.begin(name, strings, { terms: { confirmation: 'operator' } });
  }

  #tell(waiting: number, wanted: number): void {
    if (performance.now() - this.#toldMs < TELL_EVERY_MS) return;
    this.#toldMs = performance.now();
    console.log(`  ${waiting} of ${wanted} releases wait.`);
  }
}

interface AnswerTimes {
  inbox: number[];
  terms: number[];
  confirm: number[];
}

/** As at a browser: a look at what waits, then at the terms of one release, and its confirmation. */
async function answersToPeople({ gatewayUrl }: Product, names: readonly string[]): Promise<AnswerTimes> {
  const person = await Person.signedIn(gatewayUrl, 'operator');
  const times: AnswerTimes = { inbox: [], terms: [], confirm: [] };
  for (let look = 0; look < INBOXES; look += 1) {
    await timed(times.inbox, () => person.get('/api/inbox'));
  }
  for (let place = 0; place < PEOPLE; place += 1) {
    // From the first to the last: the worker has those in memory that came last.
    const name = names[Math.floor(((names.length - 1) * place) / (PEOPLE - 1))] ?? '';
    const path = `/api/releases/default/${name}/terms`;
    const { digest } = (await timed(times.terms, () => person.get<TermsPage>(path))).body;
    await timed(times.confirm, () => person.post(`${path}/confirm`, { digest }));
  }
  return times;
}

async function timed<Body>(times: number[], ask: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  const startMs = performance.now();
  const answer = await ask();
  times.push(performance.now() - startMs);
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** What can be said on the command line. */
export interface BenchOptions {
  /** How many releases wait; few by default. */
  releases?: number;
}
