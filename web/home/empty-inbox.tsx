import { Icon } from '../components/icon';
import { words } from '../messages/words';

/** Nothing waits: what will come here, and when. */
export function EmptyInbox() {
  const { empty, whatComes, reviews, reviewsCome, decisions, decisionsCome } = words.inbox;
  return (
    <div class="panel empty-inbox">
      <p class="empty-inbox-title">
        <Icon name="check" /> {empty}
      </p>
      <p>{whatComes}</p>
      <dl>
        <div>
          <dt>{reviews}</dt>
          <dd>{reviewsCome}</dd>
        </div>
        <div>
          <dt>{decisions}</dt>
          <dd>{decisionsCome}</dd>
        </div>
      </dl>
    </div>
  );
}
