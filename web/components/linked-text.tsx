/** Makes links of the addresses in an advice, which are only pages that the service reported. */
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
