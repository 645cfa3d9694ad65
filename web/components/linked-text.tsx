/** An advice with links: only to addresses that the service reported as pages of its application. */
export function LinkedText({ text }: { text: string }) {
  return (
    <>
      {text.split(/(https?:\/\/[^\s()]+)/).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <a key={at} href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ),
      )}
    </>
  );
}
