import { useEffect, useId, useRef } from 'preact/hooks';

const TYPING_PAUSE_MS = 250;

/** A search field that reports the typed text after a short pause. */
export function SearchField({
  label,
  placeholder,
  value,
  options = [],
  onTyped,
}: {
  label: string;
  placeholder: string;
  value: string;
  /** Suggestions; any other text may be typed. */
  options?: readonly string[];
  onTyped: (text: string) => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef(value);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A late value must not overwrite what the person is typing.
  useEffect(() => {
    if (field.current !== null && typed.current !== value) field.current.value = typed.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(typing.current), []);
  return (
    <label for={id} class="field search-field">
      <span>{label}</span>
      <input
        ref={field}
        id={id}
        type="search"
        list={options.length === 0 ? undefined : `${id}-options`}
        placeholder={placeholder}
        defaultValue={typed.current}
        maxLength={200}
        dir="auto"
        onInput={(event) => {
          const text = event.currentTarget.value.trim();
          clearTimeout(typing.current);
          typing.current = setTimeout(() => onTyped((typed.current = text)), TYPING_PAUSE_MS);
        }}
      />
      {options.length > 0 && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </label>
  );
}
