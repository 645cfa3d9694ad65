/** Texts in lists, with links, marks and names. */
import { type ComponentProps, Fragment } from 'preact';
import { numberText } from '../format';

/** Makes links of the addresses in an advice, which are only pages that the service reported. */
export function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s()]+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
}

/** Each name is isolated, because each may have its own writing direction. */
export function Listed({ names, href }: { names: readonly string[]; href?: (name: string) => string }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      {href === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <a href={href(name)}>
          <bdi>{name}</bdi>
        </a>
      )}
    </Fragment>
  ));
}

/** Each text in its own writing direction. */
export function TextList({ texts, ...attributes }: { texts: readonly string[]; class?: string }) {
  return (
    <ul {...attributes}>
      {texts.map((text) => (
        <li key={text} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** A name and its value in a list of facts. */
export const Fact = ({ name, ...value }: { name: string } & ComponentProps<'dd'>) => (
  <>
    <dt>{name}</dt>
    <dd {...value} />
  </>
);

/** The number of items that a list leaves out. */
export const More = ({ count }: { count: number }) =>
  count > 0 ? <p class="muted">and {numberText(count)} more</p> : null;
