import { Icon } from '../components/icon';
import { initials } from './initials';

/** Somebody in two letters, with what they do for whoever hovers or listens. */
export function Person({ name, what, accepts = false }: { name: string; what: string; accepts?: boolean }) {
  return (
    <span class={`person ${accepts ? 'accepts' : ''}`} role="img" aria-label={what} title={what}>
      {accepts && <Icon name="check" />}
      {initials(name)}
    </span>
  );
}
