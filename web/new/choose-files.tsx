import { useRef } from 'preact/hooks';

/** A button that looks like all others; a browser's own field for files does not. */
export function ChooseFiles({
  label,
  accept,
  multiple = false,
  directory = false,
  onFiles,
}: {
  label: string;
  accept?: string;
  multiple?: boolean;
  directory?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => field.current?.click()}>
        {label}
      </button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        multiple={multiple}
        {...(accept === undefined ? {} : { accept })}
        {...(directory ? { webkitdirectory: true } : {})}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
