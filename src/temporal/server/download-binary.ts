/** Downloads the Temporal CLI: one version of it, verified by the digest of its release. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { executableName } from './bring-binary';
import { withHeartbeat, type ReportLine } from '../progress-report';

/** The first CLI that bundles server 1.32. */
export const DOWNLOADED_CLI_VERSION = 'v1.9.1';

/** The archive of the release and its SHA-256, by platform and architecture as Node names them. */
const archives: Archives = {
  'darwin-arm64': ['darwin_arm64', '41e0425378fcb4fb5766340b97435e20fe47bbff2d7bf644ec2d51f7662b7c56'],
  'darwin-x64': ['darwin_amd64', '48cdd6c84c56e27ae8e4d9a47052b89289a9c552dee029b49dd312c6fb72873f'],
  'linux-arm64': ['linux_arm64', '6c57c352d52fc3df34412376fd9ba6f74b7e3ace8e426e6cba8600156d36a145'],
  'linux-x64': ['linux_amd64', '09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5'],
  'win32-arm64': ['windows_arm64', 'cfdfe43e69a2261191148294b1f7e3a7088ef8d3dc1ab1909b115b1784b6c6fe'],
  'win32-x64': ['windows_amd64', '42637464c337a3da203fbd4e8c688e4b2d511fd42bd19c337c0422e923a7b619'],
};

type Archives = Readonly<Record<string, readonly [name: string, sha256: string]>>;

/** A network that drops packets must not cost minutes; a slow one may take its time. */
const STALLED_AFTER_MS = 30_000;
const LONGEST_DOWNLOAD_MS = 15 * 60_000;

/** Writes into the empty directory; returns the executable. */
export type DownloadBinary = (directory: string, report: ReportLine) => Promise<string>;

export const downloadBinary = pinnedDownload({
  site: 'https://github.com/temporalio/cli/releases/download',
  archives,
});

export function pinnedDownload({ site, archives }: { site: string; archives: Archives }): DownloadBinary {
  return async (directory, report) => {
    const platform = `${process.platform}-${process.arch}`;
    const [name, sha256] = archives[platform] ?? [];
    if (name === undefined || sha256 === undefined) throw new Error(`there is none for ${platform}`);
    report('Downloading the Temporal server, only this once. About 60 MB, usually less than a minute.');
    const version = DOWNLOADED_CLI_VERSION;
    const url = `${site}/${version}/temporal_cli_${version.slice(1)}_${name}.tar.gz`;
    const archive = join(directory, 'temporal.tar.gz');
    const found = await withHeartbeat(report, 'Still downloading the Temporal server', () =>
      fetchInto(archive, url),
    );
    // The check comes before anything of the archive is unpacked or run.
    if (found !== sha256)
      throw new Error(`the archive has the SHA-256 ${found}, not ${sha256} as released; it was not used`);
    const executable = executableName('temporal');
    await promisify(execFile)('tar', ['-xzf', archive, '-C', directory, executable]);
    await rm(archive);
    return join(directory, executable);
  };
}

/** Returns the SHA-256 of the written bytes. */
async function fetchInto(path: string, url: string): Promise<string> {
  const dispatcher = new EnvHttpProxyAgent({
    connectTimeout: STALLED_AFTER_MS,
    headersTimeout: STALLED_AFTER_MS,
    bodyTimeout: STALLED_AFTER_MS,
  });
  const file = await open(path, 'wx');
  try {
    const { ok, status, body } = await fetch(url, {
      dispatcher,
      signal: AbortSignal.timeout(LONGEST_DOWNLOAD_MS),
    });
    if (!ok || body === null) throw new Error(`${url} answered with HTTP ${status}`);
    const hash = createHash('sha256');
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      await file.write(chunk);
    }
    return hash.digest('hex');
  } catch (error) {
    // The message of a fetch error is always the same; its cause has the reason.
    const reason = (error as { cause?: { message?: string } }).cause?.message;
    throw reason === undefined ? error : new Error(reason, { cause: error });
  } finally {
    await file.close();
    await dispatcher.destroy();
  }
}
