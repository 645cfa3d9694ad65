import type { Signal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { UPLOADED_FILE } from '../../src/domain/upload-limits';
import type { DraftFinding } from '../../src/protocol/draft-api';
import { Button } from '../components/form';
import { withoutFlags } from '../format';
import { FileDrop } from './source-files';

interface ReleaseTextProps {
  text: Signal<string>;
  findings: readonly DraftFinding[];
  onText: (text: string) => void;
}

export function ReleaseText({ text, findings, onText }: ReleaseTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [fieldId, findingsId] = [useId(), useId()];
  const show = (line: number): void => {
    const element = field.current;
    if (element === null) return;
    const [start, end] = lineRange(element.value, line);
    element.focus();
    element.setSelectionRange(start, end);
    // Browsers do not scroll to a selection set by a script.
    const lines = element.value.split('\n').length;
    element.scrollTop = (element.scrollHeight * Math.max(0, line - 4)) / Math.max(1, lines);
  };
  return (
    <FileDrop onFiles={([file]) => void file?.text().then(onText)}>
      <label for={fieldId}>Release file (YAML or JSON)</label>
      <div class="text-and-findings">
        <textarea
          ref={field}
          id={fieldId}
          class="release-text"
          rows={18}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          dir="ltr"
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
          aria-invalid={findings.length > 0}
          aria-describedby={findings.length > 0 ? findingsId : undefined}
        />
        {findings.length > 0 && <Findings id={findingsId} findings={findings} onLine={show} />}
      </div>
    </FileDrop>
  );
}

interface FindingsProps {
  id: string;
  findings: readonly DraftFinding[];
  onLine: (line: number) => void;
}

function Findings({ id, findings, onLine }: FindingsProps) {
  return (
    <ul id={id} class="findings stack tight" aria-label="What is wrong">
      {findings.map(({ file, line, key, message }, index) => (
        <li key={index}>
          {line !== null && file === UPLOADED_FILE ? (
            <Button class="chip" onClick={() => onLine(line)}>
              Line {line}
            </Button>
          ) : (
            <code>{line === null ? file : `${file}:${line}`}</code>
          )}{' '}
          {key !== null && <code dir="auto">{key}</code>} <span dir="auto">{withoutFlags(message)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The range of a line in a text; lines are counted from 1. */
export function lineRange(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return [Math.min(start, text.length), Math.min(start + (lines[line - 1]?.length ?? 0), text.length)];
}
