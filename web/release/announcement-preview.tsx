import type { AnnouncementPreview as Preview } from '../../src/protocol/console-api';
import { countText } from '../count-text';
import { When } from '../components/when';

/** What will be posted, before it is: by account, with its length. */
export function AnnouncementPreview({ preview, announced }: { preview: Preview | null; announced: boolean }) {
  if (preview === null) return null;
  const { text, postId, length, at, accounts } = preview;
  return (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">{announced ? 'What was announced' : 'Will be announced'}</h2>
      {at !== null && !announced && (
        <p class="muted">
          Not before <When at={at} />
        </p>
      )}
      {text === null ? (
        <p>
          The draft <code>{postId}</code>, as prepared in the application.
        </p>
      ) : (
        <ul class="previews">
          {accounts.map(({ id, platform, handle }) => (
            <li key={id}>
              <p class="preview-account">
                <bdi>{handle ?? id}</bdi> <span class="muted">{platform}</span>
                {length !== null && <span class="length">{countText(length, 'character')}</span>}
              </p>
              <p class="preview-text" dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
