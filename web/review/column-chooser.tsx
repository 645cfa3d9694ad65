import { useEffect, useRef, useState } from 'preact/hooks';
import type { Column } from './columns';
import { isShown, show } from './shown-columns';

/** Which columns the table has; kept in this browser. */
export function ColumnChooser({ columns }: { columns: readonly Column[] }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  return (
    <div
      class="column-chooser"
      ref={place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        place.current?.querySelector('button')?.focus();
      }}
    >
      <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Columns
      </button>
      {isOpen && (
        <fieldset class="panel">
          <legend class="unseen">Columns of the table</legend>
          {columns.map((column) => (
            <label key={column.name} class="check">
              <input
                type="checkbox"
                checked={isShown(column)}
                onChange={(event) => show(column, event.currentTarget.checked)}
              />{' '}
              {column.title} {column.code !== undefined && <code>{column.code}</code>}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
