import { releasePath } from '../../src/domain/console-paths';
import type { FoundRelease } from '../../src/protocol/search-api';
import { StateBadge } from '../components/state-badge';
import { When } from '../components/when';
import { languageName } from '../language-name';
import { Marked } from './marked';

const by = { language: 'Language', task: 'Task', post: 'Post' };

export function FoundReleases({ releases, asked }: { releases: readonly FoundRelease[]; asked: string }) {
  if (releases.length === 0) return null;
  return (
    <section class="found" aria-labelledby="found-releases">
      <h2 id="found-releases">Releases</h2>
      <ul>
        {releases.map((release) => (
          <li key={release.id}>
            <a href={releasePath(release)}>
              <bdi dir="ltr">
                <bdi class="project">
                  <Marked text={release.project} asked={asked} />
                </bdi>{' '}
                <bdi class="name">
                  <Marked text={release.name} asked={asked} />
                </bdi>
              </bdi>
            </a>
            {release.state !== null && <StateBadge state={release.state} />}
            {release.by !== 'name' && (
              <span class="muted">
                {by[release.by]}{' '}
                <bdi>{release.by === 'language' ? languageName(release.matched) : release.matched}</bdi>
              </span>
            )}
            {release.startedAt !== null && (
              <span class="muted">
                started at <When at={release.startedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
