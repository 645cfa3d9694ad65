import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../components/form';
import { Icon } from '../components/icon';
import { bytesText } from '../format';
import { type Draft, pathOf } from './draft';

export function SourceFiles({ draft, strings }: { draft: Draft; strings: ComponentChildren }) {
  const files = draft.files.value;
  const add = (added: readonly File[]): void => draft.add(added);
  return (
    <FileDrop onFiles={add}>
      <div class="heading">
        <h2 id="source-files">Source files</h2>
        <span class="gap" />
        <div class="buttons">
          <ChooseFiles label="Add files" multiple onFiles={add} />
          <ChooseFiles label="Add a folder" webkitdirectory onFiles={add} />
        </div>
      </div>
      <p class="muted">
        {strings ?? (
          <>
            Add the files that <bdi>source.file</bdi> names, or drop them here. A <bdi>source.url</bdi> needs
            none.
          </>
        )}
      </p>
      {draft.tooLarge.value !== null && (
        <p class="trouble" role="alert">
          {draft.tooLarge}
        </p>
      )}
      {draft.missing.value.map((path) => (
        <p key={path} class="trouble" role="status">
          Add <bdi>{path}</bdi> again: the page was loaded again, and no longer has it.{' '}
          <Button class="quiet" onClick={() => draft.forget(path)}>
            Leave it out
          </Button>
        </p>
      ))}
      {files.length > 0 && (
        <ul class="added-files" aria-labelledby="source-files">
          {files.map((file) => (
            <li key={pathOf(file)} class="row">
              <bdi>{pathOf(file)}</bdi> <span class="muted">{bytesText(file.size)}</span>
              <Button class="quiet" aria-label={`Remove ${pathOf(file)}`} onClick={() => draft.remove(file)}>
                <Icon name="cross" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FileDrop>
  );
}

/** A button in the style of all others, because the browser's own file field cannot be styled. */
export function ChooseFiles({
  label,
  onFiles,
  ...attributes
}: {
  label: string;
  onFiles: (files: readonly File[]) => void;
  accept?: string;
  multiple?: boolean;
  webkitdirectory?: boolean;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => field.current?.click()}>{label}</Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        {...attributes}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Lets the same file be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** A drop area for files. A button next to it must always do the same. */
export function FileDrop({
  onFiles,
  children,
}: {
  onFiles: (files: readonly File[]) => void;
  children: ComponentChildren;
}) {
  const [isOver, setOver] = useState(false);
  const hold = (event: DragEvent): boolean => {
    if (event.dataTransfer?.types.includes('Files') !== true) return false;
    event.preventDefault();
    return true;
  };
  return (
    <div
      class={`file-drop stack ${isOver ? 'over' : ''}`}
      onDragOver={(event) => setOver(hold(event))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (hold(event)) onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {children}
    </div>
  );
}
