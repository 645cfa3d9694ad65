/** Visits every state that a world around a publish queue can come to, breadth first. */
import {
  isSettled,
  newWorld,
  stepsFrom,
  type Mishaps,
  type Name,
  type Step,
  type World,
} from './publish-world';
import { keyOf } from './publish-world-key';

interface Exploration {
  visited: number;
  depth: number;
}

/** Throws where a promise is broken, with the shortest way to it. */
export function explore(present: readonly Name[], mishaps: Mishaps): Exploration {
  const start = newWorld(present, mishaps);
  const numbers = new Map([[keyOf(start), 0]]);
  const cameFrom = [0];
  const cameBy = [''];
  /** The state to which each goes on by itself; its own number: to none. */
  const goesOnTo: number[] = [];
  const wayTo = (state: number): string[] =>
    state === 0 ? [] : [...wayTo(cameFrom[state] ?? 0), cameBy[state] ?? ''];
  const fail = (why: string, state: number): never => {
    throw new Error([`${why}, after:`, ...wayTo(state)].join('\n'));
  };

  let depth = 0;
  for (let worlds = [start]; worlds.length > 0; depth += 1) {
    const next: World[] = [];
    for (const world of worlds) {
      const from = goesOnTo.length;
      let urgent = { urgency: Infinity, state: from };
      for (const { what, urgency, to } of stepsOrFail(world, (why) => fail(why, from))) {
        const key = keyOf(to);
        const state = numbers.get(key) ?? numbers.size;
        if (state === numbers.size) {
          numbers.set(key, state);
          cameFrom.push(from);
          cameBy.push(what);
          next.push(to);
        }
        if (urgency !== null && urgency < urgent.urgency) urgent = { urgency, state };
      }
      if (urgent.state === from && !isSettled(world)) fail('somebody waits for nothing', from);
      goesOnTo.push(urgent.state);
    }
    worlds = next;
  }
  const circle = findCircle(goesOnTo);
  if (circle !== undefined) fail('what goes on by itself goes round in circles', circle);
  return { visited: numbers.size, depth };
}

function stepsOrFail(world: World, fail: (why: string) => never): Step[] {
  try {
    return stepsFrom(world);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** A state from which going on leads back to it. */
function findCircle(goesOnTo: readonly number[]): number | undefined {
  const seenFrom: (number | undefined)[] = [];
  for (const start of goesOnTo.keys()) {
    let state = start;
    while (seenFrom[state] === undefined) {
      seenFrom[state] = start;
      const next = goesOnTo[state] ?? state;
      if (next === state) break;
      state = next;
      if (seenFrom[state] === start) return state;
    }
  }
  return undefined;
}
