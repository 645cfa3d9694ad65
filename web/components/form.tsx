/** The fields and buttons of forms, and how a form is sent. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { errorText } from '../format';
import { me } from '../session';
import { ofWindow, storedValue } from '../storage';

/** A button that does not send a form. */
export const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />;

interface CheckProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isFixed?: boolean;
  children: ComponentChildren;
}

export function Check({ isOn, onChange, isFixed = false, children }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isFixed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />{' '}
      {children}
    </label>
  );
}

/** Adds the value, or removes it. */
export function toggle<Value>(chosen: Signal<ReadonlySet<Value>>, value: Value): void {
  const next = new Set(chosen.value);
  if (!next.delete(value)) next.add(value);
  chosen.value = next;
}

/** Writes what is typed into the signal. */
export const written = (text: Signal<string>) => ({
  value: text,
  onInput: ({ currentTarget }: { currentTarget: { value: string } }) => (text.value = currentTarget.value),
});

export function TextArea({
  label,
  text,
  isLabelSeen = true,
  ...attributes
}: {
  label: string;
  text: Signal<string>;
  isLabelSeen?: boolean;
} & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <>
      <label class={isLabelSeen ? '' : 'unseen'} for={id}>
        {label}
      </label>
      <textarea id={id} dir="auto" {...attributes} {...written(text)} />
    </>
  );
}

interface SelectFieldProps {
  label: string;
  /** For screen readers, where the label alone does not say enough. */
  name?: string;
  value: string;
  /** Each value and its text. */
  options: readonly (readonly [value: string, text: string])[];
  onChoose: (value: string) => void;
}

export function SelectField({ label, name, value, options, onChoose }: SelectFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select aria-label={name} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} dir="auto">
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  /** Suggestions; any other text may be typed. */
  options?: readonly string[];
  onTyped: (text: string) => void;
}

/** A search field that reports the typed text after a short pause. */
export function SearchField({ label, placeholder, value, options = [], onTyped }: SearchFieldProps) {
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
    <label class="field search-field">
      <span>{label}</span>
      <input
        ref={field}
        type="search"
        list={options.length === 0 ? undefined : id}
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
      {options.length > 0 && <Suggestions id={id} texts={options} />}
    </label>
  );
}

export function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

/** A text typed in this window, stored until it is sent, so that it survives a visit to another page. */
export function useTyped(field: string): Signal<string> {
  const key = `locrelease.typed/${encodeURIComponent(me.value)}${location.pathname}/${field}`;
  return useMemo(() => storedValue(key, '', ofWindow), [key]);
}

/**
 * Runs what a form asks for. It stays busy afterwards, because most forms are then left; after a refusal it can be tried
 * again.
 */
export function useSubmit(run: () => Promise<void>) {
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    busy.value = true;
    trouble.value = null;
    run().catch((error: unknown) => {
      trouble.value = errorText(error);
      busy.value = false;
    });
  };
  return { busy, trouble, submit };
}

/** Shows why something was refused. */
export function Trouble({ text }: { text: Signal<string | null> }) {
  if (text.value === null) return null;
  return (
    <p class="trouble" role="alert" dir="auto">
      {text}
    </p>
  );
}
