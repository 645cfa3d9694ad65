import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Check } from '../../components/form';

interface Option {
  name: string;
  title: string;
  /** The code of a language, shown next to its name. */
  code?: string;
  isChosen: boolean;
  isFixed?: boolean;
}

interface ChooserProps {
  label: string;
  legend: string;
  options: readonly Option[];
  onChoose: (name: string, isWanted: boolean) => void;
}

/** A button that opens a list of checkboxes. */
export function Chooser({ label, legend, options, onChoose }: ChooserProps) {
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
      class="chooser"
      ref={place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        place.current?.querySelector('button')?.focus();
      }}
    >
      <Button class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
      {isOpen && (
        <fieldset class="panel stack tight">
          <legend class="unseen">{legend}</legend>
          {options.map(({ name, title, code, isChosen, isFixed }) => (
            <Check
              key={name}
              isOn={isChosen}
              isFixed={isFixed ?? false}
              onChange={(isOn) => onChoose(name, isOn)}
            >
              {title} {code !== undefined && <code>{code}</code>}
            </Check>
          ))}
        </fieldset>
      )}
    </div>
  );
}
