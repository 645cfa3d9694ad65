import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Where files can be dropped. There is always a button beside it that does the same. */
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
      class={`file-drop ${isOver ? 'over' : ''}`}
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
