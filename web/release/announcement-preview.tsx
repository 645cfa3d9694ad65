import { endedStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import type { AnnouncementPreview as Preview } from '../../src/protocol/console-api';
import { countText, numberText } from '../count-text';
import { When } from '../components/when';

type Account = Preview['accounts'][number];

/** What will be posted, before it is: by account, with its length. Of what was posted, the accounts themselves tell. */
export function AnnouncementPreview({ preview, status }: { preview: Preview | null; status: ReleaseStatus }) {
  if (preview === null || status.announcement !== null) return null;
  const stage = status.stages.find(({ name }) => name === 'announce')?.state;
  if (endedStates.has(status.state) || stage === 'done' || stage === 'skipped') {
    return (
      <section aria-labelledby="preview-title">
        <h2 id="preview-title">Not announced</h2>
        <p class="muted">The release ended before its announcement. Nothing was posted.</p>
      </section>
    );
  }
  const { text, postId, at, accounts } = preview;
  return (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">Will be announced</h2>
      {at !== null && (
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
          {accounts.map((account) => (
            <li key={account.id}>
              <p class="preview-account">
                <bdi>{account.handle ?? account.id}</bdi>{' '}
                <span class="muted">
                  {account.platform}
                  {account.handle !== null && `, ${account.id}`}
                </span>
                <Length account={account} />
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

function Length({ account: { platform, length, most } }: { account: Account }) {
  if (length === null) return null;
  if (most === null) return <span class="length">{countText(length, 'character')}</span>;
  const isTooLong = length > most;
  return (
    <span class={`length ${isTooLong ? 'lacks' : ''}`}>
      {numberText(length)} of {countText(most, 'character')}
      {isTooLong && `: too long for ${platform}`}
    </span>
  );
}
