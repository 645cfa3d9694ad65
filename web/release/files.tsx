import type { ReleaseStatus } from '../../src/domain/status';
import { api, type ReleaseName } from '../api';
import { bytesText } from '../count-text';
import { Icon } from '../components/icon';

export function Files({ status, release }: { status: ReleaseStatus; release: ReleaseName }) {
  const files = status.export?.files ?? [];
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="files-title">
      <h2 id="files-title">Files</h2>
      <ul class="files">
        {files.map(({ path, languages, bytes, sha256 }) => (
          <li key={path}>
            <a href={api.fileAddress(release, sha256)} download={path.split('/').at(-1)}>
              <Icon name="download" /> <bdi>{path}</bdi>
            </a>
            <span class="muted">
              {languages.join(', ')}, {bytesText(bytes)}
            </span>
            <span class="checksum">
              <abbr title="Checksum of the file's content">sha256</abbr> <code>{sha256}</code>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
