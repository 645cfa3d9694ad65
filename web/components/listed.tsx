import { Fragment } from 'preact';

/** Names as they were given, each in its own direction. */
export function Listed({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}
