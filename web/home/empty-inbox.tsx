import { Icon } from '../components/icon';

/** Nothing waits: what will come here, and when. */
export function EmptyInbox() {
  return (
    <div class="panel empty-inbox">
      <p class="empty-inbox-title">
        <Icon name="check" /> No release is waiting for a person.
      </p>
      <p>
        Everything that needs a person appears here by itself, and is counted in the header and in the page
        title:
      </p>
      <dl>
        <div>
          <dt>Term reviews</dt>
          <dd>
            when the term scan of a release has ended. Each has a deadline, and says what happens then if
            nobody decides.
          </dd>
        </div>
        <div>
          <dt>Decisions</dt>
          <dd>
            when a release is parked because it cannot go on by itself, or when an announcement failed on some
            accounts.
          </dd>
        </div>
      </dl>
    </div>
  );
}
