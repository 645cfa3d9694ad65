import { useEffect, useId, useRef } from 'preact/hooks';

const TYPING_PAUSE_MS = 250;

/** A search that follows what is typed, after a short pause. */
export function SearchField({
  label,
  placeholder,
  first,
  onTyped,
}: {
  label: string;
  placeholder: string;
  /** What it holds at first. */
  first: string;
  onTyped: (text: string) => void;
}) {
  const id = useId();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  return (
    <label for={id} class="field search-field">
      <span>{label}</span>
      <input
        id={id}
        type="search"
        placeholder={placeholder}
        defaultValue={first}
        maxLength={200}
        dir="auto"
        onInput={(event) => {
          const text = event.currentTarget.value.trim();
          clearTimeout(typing.current);
          typing.current = setTimeout(() => onTyped(text), TYPING_PAUSE_MS);
        }}
      />
    </label>
  );
}
