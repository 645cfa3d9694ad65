import type { ComponentChildren } from 'preact';
import { Icon } from '../components/icon';
import { bytesText } from '../count-text';
import { ChooseFiles } from './choose-files';
import { pathOf, type Draft } from './draft';
import { FileDrop } from './file-drop';

/** The files that hold the strings. */
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
          <ChooseFiles label="Add a folder" directory onFiles={add} />
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
      {files.length > 0 && (
        <ul class="added-files" aria-labelledby="source-files">
          {files.map((file) => (
            <li key={pathOf(file)}>
              <bdi>{pathOf(file)}</bdi> <span class="muted">{bytesText(file.size)}</span>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${pathOf(file)}`}
                onClick={() => draft.remove(file)}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </FileDrop>
  );
}
