import { words } from '../messages/words';

export function Loading() {
  return <p class="loading">{words.common.loading}</p>;
}
