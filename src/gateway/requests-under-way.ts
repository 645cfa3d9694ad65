/**
 * Requests of operators that are being answered: so many of one operator, and so many in all. What comes on top is
 * refused at once, so that nobody's haste makes the others wait.
 */
import { ApiRefusal } from './console-api/api-refusal';

const MOST = { ofOne: 32, inAll: 128 };

export class RequestsUnderWay {
  readonly #byOperator = new Map<string, number>();
  #all = 0;

  constructor(private readonly most = MOST) {}

  /** Answers what to call when the request has been answered. */
  begin(operator: string): () => void {
    const own = this.#byOperator.get(operator) ?? 0;
    if (own >= this.most.ofOne)
      throw tooMany(`${operator} has ${own} requests under way. Wait for their answers.`);
    if (this.#all >= this.most.inAll) throw tooMany('The gateway is busy. Try again in a moment.');
    this.#count(operator, 1);
    return () => this.#count(operator, -1);
  }

  #count(operator: string, by: 1 | -1): void {
    this.#all += by;
    const own = (this.#byOperator.get(operator) ?? 0) + by;
    if (own === 0) this.#byOperator.delete(operator);
    else this.#byOperator.set(operator, own);
  }
}

export function tooMany(message: string): ApiRefusal {
  return new ApiRefusal(429, 'too-many', message);
}
