import type { ExportedFile, ReleaseStatus } from '../../src/domain/release/status';
import { api, type ReleaseName } from '../api';
import { Button } from '../components/form';
import { Icon } from '../components/icon';
import { Listed } from '../components/text';
import { bytesText, counted } from '../format';
import { toast } from '../toasts';

export function Files({ status, release }: { status: ReleaseStatus; release: ReleaseName }) {
  const files = status.export?.files ?? [];
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="files-title">
      <div class="heading">
        <h2 id="files-title">Files</h2>
        <span class="gap" />
        {files.length > 1 && (
          <a href={api.filesAddress(release)} download={`${release.name}.zip`}>
            <Icon name="download" /> Download all
          </a>
        )}
      </div>
      <ul class="files">
        {files.map((file) => (
          <FileItem key={file.path} file={file} release={release} />
        ))}
      </ul>
    </section>
  );
}

function FileItem({ file, release }: { file: ExportedFile; release: ReleaseName }) {
  const { path, languages, bytes, sha256, checked, keys } = file;
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return (
    <li class="stack">
      <a href={api.fileAddress(release, sha256)} download={name} title={path}>
        <Icon name="download" /> <bdi>{name}</bdi>
      </a>
      <span class="muted">
        <Listed names={languages} />
        {languages.length > 0 && ', '}
        {bytesText(bytes)}
        {checked && keys !== null && `, ${counted(keys, 'key')}`}
        {!checked && (
          <>
            , <span class="lacks">not checked</span>
          </>
        )}
      </span>
      <span class="checksum row small muted">
        <abbr title="Checksum of the file's content">sha256</abbr>{' '}
        <code title={sha256}>{sha256.slice(0, CHECKSUM_SHOWN)}…</code>
        <Button class="quiet" onClick={() => void copyChecksum(sha256)}>
          Copy
        </Button>
      </span>
    </li>
  );
}

/** Enough digits to distinguish two files. */
const CHECKSUM_SHOWN = 12;

/** Browsers let a page write to the clipboard only over HTTPS or from this machine. */
async function copyChecksum(sha256: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(sha256);
    toast('Checksum copied.');
  } catch {
    toast(`This browser does not let the page copy. The checksum is ${sha256}.`, 'trouble');
  }
}
